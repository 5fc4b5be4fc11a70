import { generateKeyPairSync } from 'node:crypto';
import { arch, hostname, platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type CreateDevice, PairedDevice } from '@errand/contracts';
import { createSealKey } from '@errand/service-kit';
import { z } from 'zod';
import { EXIT, Failure } from '../exit.ts';
import { VERSION } from '../version.ts';
import type { Pairing } from './store.ts';

const CLIENT_ID = 'errand-desktop';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
const ED25519_BYTES = 32;
const REQUEST_TIMEOUT_MS = 30_000;

const SLOW_DOWN = 'slow_down';
const EXPIRED = 'The code was not confirmed in time. Pair again.';

const Codes = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url(),
  verification_uri_complete: z.url(),
  expires_in: z.number(),
  interval: z.number(),
});
const Granted = z.object({ access_token: z.string() });
const Refusal = z.object({ error: z.string().optional(), detail: z.string().optional() });

/** The code and address with which a person confirms the pairing. */
export interface ShownCode {
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string;
  expiresIn: number;
}

/** No answer of the server arrived. */
class Unanswered extends Failure {}

async function send(url: URL, body: object, token: string | null, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Unanswered(`${url.origin} cannot be reached.`);
  }
}

async function refusalOf(response: Response): Promise<{ error: string; detail: string }> {
  const body = Refusal.safeParse(await response.json().catch(() => ({})));
  return {
    error: body.data?.error ?? '',
    detail: body.data?.detail ?? `The server answered ${response.status}.`,
  };
}

async function readAs<Shape extends z.ZodType>(shape: Shape, response: Response): Promise<z.output<Shape>> {
  if (!response.ok) throw new Failure((await refusalOf(response)).detail);
  const body = shape.safeParse(await response.json().catch(() => null));
  if (!body.success) throw new Unanswered(`${response.url} is not an Errand server.`);
  return body.data;
}

/** The grant, `slow_down`, or null when the code is not confirmed yet. */
async function askForGrant(baseUrl: string, deviceCode: string, signal: AbortSignal): Promise<string | null> {
  const body = { grant_type: GRANT_TYPE, device_code: deviceCode, client_id: CLIENT_ID };
  const answer = await send(new URL('/api/auth/device/token', baseUrl), body, null, signal);
  if (answer.ok) return (await readAs(Granted, answer)).access_token;
  const { error, detail } = await refusalOf(answer);
  if (error === SLOW_DOWN) return error;
  if (error === 'access_denied') throw new Failure('The pairing was denied.', EXIT.forbidden);
  if (error === 'expired_token') throw new Failure(EXPIRED, EXIT.forbidden);
  if (error === 'authorization_pending' || answer.status === 429 || answer.status >= 500) return null;
  throw new Failure(detail);
}

/** Waits until a person confirms the code. Failed requests are repeated until the code expires. */
async function untilGranted(
  baseUrl: string,
  codes: z.output<typeof Codes>,
  signal: AbortSignal,
): Promise<string> {
  const expiresAt = performance.now() + codes.expires_in * 1_000;
  let intervalMs = codes.interval * 1_000;
  while (performance.now() < expiresAt) {
    await delay(intervalMs, undefined, { signal });
    try {
      const grant = await askForGrant(baseUrl, codes.device_code, signal);
      if (grant === SLOW_DOWN) intervalMs += 5_000;
      else if (grant !== null) return grant;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
    }
  }
  throw new Failure(EXPIRED, EXIT.forbidden);
}

/** Pairs this machine. `show` is called with the code that a person confirms in the dashboard. */
export async function pair(
  { baseUrl, name = hostname() }: { baseUrl: string; name?: string | undefined },
  show: (code: ShownCode) => void,
  signal: AbortSignal,
): Promise<Pairing> {
  const system = `${platform()} ${arch()}`;
  const scope = `name=${encodeURIComponent(name)} platform=${encodeURIComponent(system)}`;
  const codes = await readAs(
    Codes,
    await send(new URL('/api/auth/device/code', baseUrl), { client_id: CLIENT_ID, scope }, null, signal),
  );
  show({
    userCode: codes.user_code,
    verificationUri: codes.verification_uri,
    verificationUriComplete: codes.verification_uri_complete,
    expiresIn: codes.expires_in,
  });
  const token = await untilGranted(baseUrl, codes, signal);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const sealKey = await createSealKey();
  const body: CreateDevice = {
    name,
    platform: system,
    appVersion: VERSION,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-ED25519_BYTES).toString('base64'),
    sealKey: sealKey.publicKey,
  };
  const device = await readAs(PairedDevice, await send(new URL('/v1/devices', baseUrl), body, token, signal));
  return {
    baseUrl,
    deviceId: device.id,
    name: device.name,
    workspaceId: device.workspaceId,
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    sealKey,
  };
}
