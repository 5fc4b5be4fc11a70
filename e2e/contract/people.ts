import { IssuedApiKey, Scope } from '@errand/contracts';
import { Client } from './client.ts';
import { sharedStack } from './stack.ts';

export type KeyClient = Client & { issued: IssuedApiKey };

/** A signed-up user with a workspace of their own. */
export interface Person {
  readonly session: Client;
  readonly cookie: string;
  /** A client with a new key; all scopes by default. */
  key(scopes?: readonly Scope[]): Promise<KeyClient>;
}

let people = 0;

/** Signs up a new user. */
export async function signUp(): Promise<Person> {
  const { baseUrl } = sharedStack();
  people += 1;
  const response = await fetch(`${baseUrl}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({
      name: 'Ada',
      email: `ada.${process.pid}.${people}.${Date.now()}@example.com`,
      password: 'correct horse battery',
    }),
  });
  if (!response.ok) throw new Error(`sign-up answered ${response.status}: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const session = new Client({ cookie, origin: baseUrl });
  return {
    session,
    cookie,
    key: async (scopes = Scope.options) => {
      const answer = await session.post('/v1/api-keys', { name: 'a key', scopes });
      const issued = answer.as(201, IssuedApiKey);
      return Object.assign(new Client({ authorization: `Bearer ${issued.key}` }), { issued });
    },
  };
}
