import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { clientOf } from './connection.ts';
import { EXIT, ExitError } from './exit.ts';
import type { System } from './system.ts';
import { clean } from './text.ts';

/** The id under which the command line asks for codes. */
const CLIENT = 'errand-cli';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const REQUEST_TIMEOUT_MS = 30_000;
/** What RFC 8628 adds to the interval when the server asks to slow down. */
const SLOW_DOWN_SECONDS = 5;
const DEFAULT_INTERVAL_SECONDS = 5;

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete?: string;
  readonly expires_in: number;
  readonly interval?: number;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function problemOf({ status, body: { detail } }: Answer): string {
  return typeof detail === 'string' ? clean(detail) : `the server answered with status ${status}.`;
}

/** Null when there was no answer, or one of a proxy. */
async function post(system: System, url: string, body: object): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([system.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  } catch {
    if (system.signal.aborted) throw new ExitError(EXIT.interrupted, 'Interrupted.');
    return null;
  }
}

async function askForCodes(system: System, baseURL: string): Promise<Codes> {
  const said = { name: `errand on ${hostname()}`, platform: `${process.platform} ${process.arch}` };
  const scope = Object.entries(said)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join(' ');
  const answer = await post(system, `${baseURL}/api/auth/device/code`, { client_id: CLIENT, scope });
  if (answer === null)
    throw new ExitError(EXIT.error, `${baseURL} does not answer like an Errand API: check --base-url.`);
  const { user_code: code, device_code: device } = answer.body;
  if (answer.status === 200 && typeof code === 'string' && typeof device === 'string')
    return answer.body as unknown as Codes;
  throw new ExitError(EXIT.error, `No code was given: ${problemOf(answer)}`);
}

/** Polls until the code was confirmed, and returns the grant. Failed requests are repeated until the code expires. */
async function awaitGrant(system: System, baseURL: string, codes: Codes): Promise<string> {
  const expiresAt = performance.now() + codes.expires_in * 1_000;
  let seconds = codes.interval ?? DEFAULT_INTERVAL_SECONDS;
  while (performance.now() < expiresAt) {
    await delay(seconds * 1_000, undefined, { signal: system.signal }).catch(() => {
      throw new ExitError(EXIT.interrupted, 'Interrupted.');
    });
    const asked = { grant_type: GRANT, device_code: codes.device_code, client_id: CLIENT };
    const answer = await post(system, `${baseURL}/api/auth/device/token`, asked);
    if (answer === null || answer.status >= 500 || answer.status === 429) continue;
    const { access_token: token, error } = answer.body;
    if (typeof token === 'string') return token;
    if (error === 'access_denied') throw new ExitError(EXIT.forbidden, 'The code was denied.');
    if (error === 'expired_token') break;
    if (error === 'slow_down') seconds += SLOW_DOWN_SECONDS;
    else if (error !== 'authorization_pending') throw new ExitError(EXIT.error, problemOf(answer));
  }
  throw new ExitError(EXIT.forbidden, 'The code was not confirmed in time: run errand login again.');
}

/** Has a person confirm a code in the browser, and exchanges the grant at once for a key of the command line's own. */
export async function deviceLogin(
  system: System,
  baseURL: string,
  scopes: readonly string[] | undefined,
): Promise<string> {
  const codes = await askForCodes(system, baseURL);
  const address = codes.verification_uri_complete ?? codes.verification_uri;
  system.stderr.write(
    `Open ${clean(address)}\nand confirm the code ${clean(codes.user_code)}. Waiting; Ctrl-C stops it.\n`,
  );
  const grant = await awaitGrant(system, baseURL, codes);
  const body = { name: `errand on ${hostname()}`.slice(0, 100), ...(scopes && { scopes }) };
  const options = { body, signal: system.signal };
  const { key } = await clientOf(baseURL, grant).request<{ key: string }>(
    'POST',
    '/v1/api-keys/exchange',
    options,
  );
  return key;
}
