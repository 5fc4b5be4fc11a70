import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from '../exit.ts';
import type { Keychain } from '../session/keychain.ts';

/** Private keys, which were made on the machine and never leave it. */
const Keys = z.strictObject({
  /** Ed25519, PKCS 8 in PEM. */
  privateKey: z.string(),
  /** X25519, raw, in base64. */
  sealKey: z.strictObject({ publicKey: z.string(), privateKey: z.string() }),
});
/** What a machine keeps of its pairing, besides its keys. */
const Paired = z.strictObject({
  /** Origin of the gateway. */
  baseUrl: z.url(),
  deviceId: z.string(),
  name: z.string(),
  workspaceId: z.string(),
});
/** In the file: the keys themselves where there is no keychain. */
const Kept = z.union([Paired.extend({ keys: z.literal('keychain') }), Paired.extend(Keys.shape)]);
export type Paired = z.infer<typeof Paired>;
export type Pairing = Paired & z.infer<typeof Keys>;

/** Where the application keeps its things. */
export interface Places {
  pairing: string;
  /** What Runs may do with the desktop. */
  consent: string;
  /** Whether Runs may work in the person's own browser. */
  ownBrowser: string;
  /** What Runs did here. */
  audit: string;
  /** What starts the application with the session. */
  autostart: string;
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

/**
 * Paths by the XDG variables of `env`; where one is unset or empty, its default in `homeDirectory`, for the socket the
 * folder of the configuration.
 */
export function placesOf(env: Readonly<Record<string, string | undefined>>, homeDirectory: string): Places {
  const configHome = env['XDG_CONFIG_HOME'] || path.join(homeDirectory, '.config');
  const config = path.join(configHome, 'errand');
  const data = path.join(env['XDG_DATA_HOME'] || path.join(homeDirectory, '.local/share'), 'errand');
  const state = path.join(env['XDG_STATE_HOME'] || path.join(homeDirectory, '.local/state'), 'errand');
  return {
    pairing: path.join(config, 'desktop.json'),
    consent: path.join(config, 'desktop-consent.json'),
    ownBrowser: path.join(config, 'desktop-own-browser.json'),
    audit: path.join(state, 'audit.jsonl'),
    autostart: path.join(configHome, 'autostart', 'errand.desktop'),
    socket: path.join(env['XDG_RUNTIME_DIR'] || config, 'errand-desktop.sock'),
    profiles: path.join(data, 'profiles'),
    files: path.join(data, 'files'),
    window: path.join(data, 'window'),
    browserCache: path.join(data, 'browser'),
  };
}

async function readKept({ pairing }: Pick<Places, 'pairing'>): Promise<z.infer<typeof Kept> | null> {
  let text: string;
  try {
    text = await readFile(pairing, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Failure(`${pairing} cannot be read.`);
  }
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    throw new Failure(`${pairing} is damaged. Remove it and pair again: errand-desktop pair`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Loaded when keys are needed, because most commands do without D-Bus. */
async function openKeychain(env: Environment): Promise<Keychain | null> {
  const keychain = await import('../session/keychain.ts');
  return keychain.openKeychain(env);
}

/** Where the keys of this machine are. */
export type KeyPlace = 'keychain' | 'file';

/** Without its keys, for which a person may have to unlock their keychain; null: not paired. */
export async function readPairing(
  places: Pick<Places, 'pairing'>,
): Promise<(Paired & { keys: KeyPlace }) | null> {
  const kept = await readKept(places);
  if (kept === null) return null;
  const { baseUrl, deviceId, name, workspaceId } = kept;
  return { baseUrl, deviceId, name, workspaceId, keys: 'keys' in kept ? 'keychain' : 'file' };
}

/**
 * The pairing with its keys; null: not paired.
 * @throws {Failure} when the keychain does not give them
 */
export async function openPairing(
  places: Pick<Places, 'pairing'>,
  env: Environment,
): Promise<Pairing | null> {
  const kept = await readKept(places);
  if (kept === null || !('keys' in kept)) return kept;
  const { keys: _, ...paired } = kept;
  const keychain = await openKeychain(env);
  try {
    const found = (await keychain?.find(paired.deviceId).catch(() => null)) ?? null;
    if (found !== null) return { ...paired, ...Keys.parse(JSON.parse(found)) };
  } finally {
    keychain?.close();
  }
  throw new Failure(
    keychain === null
      ? 'The keys of this machine are in the keychain of its desktop session, which is not there. Start errand-desktop in that session.'
      : 'The keychain does not give the keys of this machine. Unlock it and start again, or pair again: errand-desktop unpair',
  );
}

/** Keeps a pairing, its keys in the keychain where there is one and the person unlocks it. Returns where they are. */
export async function writePairing(
  { pairing }: Pick<Places, 'pairing'>,
  env: Environment,
  { privateKey, sealKey, ...paired }: Pairing,
): Promise<KeyPlace> {
  const keychain = await openKeychain(env);
  try {
    const secret = JSON.stringify({ privateKey, sealKey });
    const isKept = (await keychain?.keep(paired.deviceId, secret).catch(() => false)) === true;
    await writePrivately(
      pairing,
      isKept ? { ...paired, keys: 'keychain' } : { ...paired, privateKey, sealKey },
    );
    return isKept ? 'keychain' : 'file';
  } finally {
    keychain?.close();
  }
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

/**
 * Deletes the key from the keychain if it was kept there, then the file. A keychain that cannot forget the key does not keep
 * the file from being deleted.
 */
export async function removePairing(places: Pick<Places, 'pairing'>, env: Environment): Promise<void> {
  const kept = await readKept(places).catch(() => null);
  if (kept !== null && 'keys' in kept) {
    const keychain = await openKeychain(env);
    await keychain?.forget(kept.deviceId).catch(() => undefined);
    keychain?.close();
  }
  await rm(places.pairing, { force: true });
}
