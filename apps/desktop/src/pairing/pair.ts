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

/** What a person needs to confirm the pairing. */
export interface ShownCode {
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string;
  expiresIn: number;
}

async function send(url: URL, body: object, token: string | null, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Failure(`${url.origin} cannot be reached.`);
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
  if (!body.success) throw new Failure(`${response.url} is not an Errand server.`);
  return body.data;
}

/** Waits until a person confirms the code. */
async function untilGranted(
  baseUrl: string,
  codes: z.output<typeof Codes>,
  signal: AbortSignal,
): Promise<string> {
  let intervalMs = codes.interval * 1_000;
  for (;;) {
    await delay(intervalMs, undefined, { signal });
    const body = { grant_type: GRANT_TYPE, device_code: codes.device_code, client_id: CLIENT_ID };
    const answer = await send(new URL('/api/auth/device/token', baseUrl), body, null, signal);
    if (answer.ok) return (await readAs(Granted, answer)).access_token;
    const { error, detail } = await refusalOf(answer);
    if (error === 'slow_down') intervalMs += 5_000;
    else if (error === 'access_denied') throw new Failure('The pairing was denied.', EXIT.forbidden);
    else if (error === 'expired_token') throw new Failure('The code has expired. Pair again.');
    else if (error !== 'authorization_pending' && answer.status < 500) throw new Failure(detail);
  }
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
