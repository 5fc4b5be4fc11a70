import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from '../exit.ts';

/** What a machine keeps of its pairing. The private keys were made here and never leave. */
export const Pairing = z.strictObject({
  /** Origin of the gateway. */
  baseUrl: z.url(),
  deviceId: z.string(),
  name: z.string(),
  workspaceId: z.string(),
  /** Ed25519, PKCS 8 in PEM. */
  privateKey: z.string(),
  /** X25519, raw, in base64. */
  sealKey: z.strictObject({ publicKey: z.string(), privateKey: z.string() }),
});
export type Pairing = z.infer<typeof Pairing>;

/** Where the application keeps its things. */
export interface Places {
  pairing: string;
  /** What Runs may do with the desktop. */
  consent: string;
  /** What Runs did here. */
  audit: string;
  /** Socket of the running application. */
  socket: string;
  /** Browser profiles, one for each workspace. */
  profiles: string;
  /** Files that Runs gave to applications. */
  files: string;
  /** Browser profile of the application's own window. */
  window: string;
  /** Chromium from npm, unpacked. */
  browserCache: string;
}

export function placesOf(env: Readonly<Record<string, string | undefined>>, homeDirectory: string): Places {
  const config = path.join(env['XDG_CONFIG_HOME'] || path.join(homeDirectory, '.config'), 'errand');
  const data = path.join(env['XDG_DATA_HOME'] || path.join(homeDirectory, '.local/share'), 'errand');
  const state = path.join(env['XDG_STATE_HOME'] || path.join(homeDirectory, '.local/state'), 'errand');
  return {
    pairing: path.join(config, 'desktop.json'),
    consent: path.join(config, 'desktop-consent.json'),
    audit: path.join(state, 'audit.jsonl'),
    socket: path.join(env['XDG_RUNTIME_DIR'] || config, 'errand-desktop.sock'),
    profiles: path.join(data, 'profiles'),
    files: path.join(data, 'files'),
    window: path.join(data, 'window'),
    browserCache: path.join(data, 'browser'),
  };
}

/** Null: not paired. */
export async function readPairing({ pairing }: Pick<Places, 'pairing'>): Promise<Pairing | null> {
  let text: string;
  try {
    text = await readFile(pairing, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Failure(`${pairing} cannot be read.`);
  }
  try {
    return Pairing.parse(JSON.parse(text));
  } catch {
    throw new Failure(`${pairing} is damaged. Remove it and pair again: errand-desktop pair`);
  }
}

export async function writePairing({ pairing }: Pick<Places, 'pairing'>, value: Pairing): Promise<void> {
  await writePrivately(pairing, value);
}

/** Writes a file as JSON, readable by its owner only. */
export async function writePrivately(file: string, value: unknown): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const next = `${file}.${process.pid}`;
  await writeFile(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(next, file);
}

export async function removePairing({ pairing }: Pick<Places, 'pairing'>): Promise<void> {
  await rm(pairing, { force: true });
}
