/** An account with a workspace and an API key, created through the public API. */
export interface Account {
  email: string;
  password: string;
  apiKey: string;
}

export const KEY_SCOPES = ['runs:read', 'runs:write', 'runbooks:read', 'runbooks:write'] as const;

async function post(baseUrl: string, path: string, body: unknown, cookie?: string): Promise<Response> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: baseUrl,
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** Creates an API key with the session of `cookie`. */
async function createKey(
  baseUrl: string,
  cookie: string,
  name: string,
  scopes: readonly string[] = KEY_SCOPES,
): Promise<string> {
  const response = await post(baseUrl, '/v1/api-keys', { name, scopes }, cookie);
  const { key } = (await response.json()) as { key: string };
  return key;
}

/** Signs up and creates a key. */
export async function signUp(
  baseUrl: string,
  email: string,
  password: string,
  scopes: readonly string[] = KEY_SCOPES,
): Promise<Account> {
  const response = await post(baseUrl, '/api/auth/sign-up/email', { name: 'You', email, password });
  return { email, password, apiKey: await createKey(baseUrl, cookiesOf(response), 'First key', scopes) };
}

/** Signs in to an existing account; returns the session cookie. */
export async function openSession(baseUrl: string, email: string, password: string): Promise<string> {
  return cookiesOf(await post(baseUrl, '/api/auth/sign-in/email', { email, password }));
}

/** Creates a key that may approve Runs of other keys; a Run's own key may not. */
export async function createApprovalKey(baseUrl: string, email: string, password: string): Promise<string> {
  const cookie = await openSession(baseUrl, email, password);
  return createKey(baseUrl, cookie, 'Approvals', ['runs:read', 'runs:approve']);
}

/** Signs in to an existing account and creates another key. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<Account> {
  const cookie = await openSession(baseUrl, email, password);
  return { email, password, apiKey: await createKey(baseUrl, cookie, 'Another key') };
}
