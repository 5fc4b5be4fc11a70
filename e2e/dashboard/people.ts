import { Errand } from '@errand/sdk';

let people = 0;

/** A signed-up person with a workspace of their own, as the dashboard's tests need one. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly cookies: { name: string; value: string; url: string }[];
  /** The API as this person, by session. */
  readonly errand: Errand;
}

export async function signUp(baseUrl: string, name = 'Ada Lovelace'): Promise<Person> {
  people += 1;
  const email = `ada.${process.pid}.${people}.${Date.now()}@example.com`;
  return await openSession(baseUrl, 'sign-up', { name, email, password: 'correct horse battery' });
}

/** A new person who joined the owner's workspace with a role, and acts in it. */
export async function join(owner: Person, name: string, role = 'member'): Promise<Person> {
  const { workspace } = await owner.errand.me();
  const person = await signUp(owner.errand.baseURL, name);
  const post = <Answer>({ errand }: Person, path: string, body: object) =>
    errand.request<Answer>('POST', `/api/auth/organization/${path}`, { body });
  const invitation = { email: person.email, role };
  const { id: invitationId } = await post<{ id: string }>(owner, 'invite-member', invitation);
  await post(person, 'accept-invitation', { invitationId });
  await post(person, 'set-active', { organizationId: workspace.id });
  return person;
}

/** The same person in a session of its own. */
export function signIn(baseUrl: string, { email, password }: Person): Promise<Person> {
  return openSession(baseUrl, 'sign-in', { email, password });
}

async function openSession(
  baseUrl: string,
  route: 'sign-in' | 'sign-up',
  body: { name?: string; email: string; password: string },
): Promise<Person> {
  const { email, password } = body;
  const response = await fetch(`${baseUrl}/api/auth/${route}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
  const pairs = response.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '');
  const cookies = pairs.map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: decodeURIComponent(pair.slice(at + 1)), url: baseUrl };
  });
  const defaultHeaders = { cookie: pairs.join('; '), origin: baseUrl };
  return { email, password, cookies, errand: new Errand({ apiKey: null, baseURL: baseUrl, defaultHeaders }) };
}
