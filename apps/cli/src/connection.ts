import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import Errand, { ErrandError } from '@errand/sdk';
import { readProfile } from './config-file.ts';
import { EXIT, ExitError, usageError } from './exit.ts';
import type { System } from './system.ts';
import { clean } from './text.ts';

const DEFAULT_BASE_URL = 'http://localhost:8080';

/** Flags of every command. */
export interface GlobalOptions {
  profile?: string;
  baseUrl?: string;
  /** True for the whole answer, else fields separated by commas. */
  json?: true | string;
}

/** The address and key of requests; `key` may be null. */
export interface Connection {
  readonly baseURL: string;
  readonly key: string | null;
  /** Where the key comes from, for people. */
  readonly source: string;
  readonly profile: string;
}

/** The address in the form in which addresses are compared. */
export function normalURL(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw usageError(`"${text}" is no http or https address.`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw usageError('The address must hold no user name and no password.');
  return url.href.replace(/\/+$/, '');
}

/** `--profile`, else ERRAND_PROFILE unless it is empty, else `default`. */
export function profileName({ env }: System, { profile }: GlobalOptions): string {
  return profile ?? (env['ERRAND_PROFILE'] || 'default');
}

/**
 * Flags win over the environment, which wins over the file: `--profile` also over ERRAND_API_KEY. The key of a profile goes
 * only to the address that it was made for; ExitError 4 otherwise.
 */
export async function findConnection(system: System, options: GlobalOptions): Promise<Connection> {
  const { env } = system;
  const name = profileName(system, options);
  const profile = await readProfile(system, name);
  const given = options.baseUrl ?? (env['ERRAND_BASE_URL'] || undefined);
  const baseURL = normalURL(given ?? profile?.baseURL ?? DEFAULT_BASE_URL);
  const isChosen = options.profile !== undefined && profile !== undefined;
  const fromEnvironment = isChosen ? null : env['ERRAND_API_KEY']?.trim() || null;
  if (fromEnvironment !== null)
    return { baseURL, key: fromEnvironment, source: 'ERRAND_API_KEY', profile: name };
  if (profile === undefined) return { baseURL, key: null, source: 'nowhere', profile: name };
  if (normalURL(profile.baseURL) !== baseURL)
    throw new ExitError(
      EXIT.forbidden,
      `The key of profile "${name}" was made for ${profile.baseURL} and is not sent to ${baseURL}. Log in there under a profile of its own: errand login --profile NAME --base-url ${baseURL}`,
    );
  return { baseURL, key: profile.apiKey, source: `profile "${name}"`, profile: name };
}

/** The SDK's client; ExitError 4 without a key. */
export async function connect(system: System, options: GlobalOptions): Promise<Errand> {
  const { baseURL, key } = await findConnection(system, options);
  if (key === null)
    throw new ExitError(EXIT.forbidden, 'Not logged in: run `errand login`, or set ERRAND_API_KEY.');
  return clientOf(baseURL, key);
}

/** A client with a key; ExitError 4 when it can be no key at all. */
export function clientOf(baseURL: string, apiKey: string): Errand {
  try {
    return new Errand({ baseURL, apiKey });
  } catch (error) {
    if (error instanceof ErrandError) throw new ExitError(EXIT.forbidden, error.message);
    throw error;
  }
}

/** All of standard input, or of a file, as text. */
export async function readText(system: System, file: string): Promise<string> {
  const source = addAbortSignal(system.signal, file === '-' ? system.stdin : createReadStream(file));
  const pieces: Buffer[] = [];
  try {
    for await (const piece of source) pieces.push(Buffer.from(piece as Uint8Array | string));
  } catch {
    if (system.signal.aborted) throw new ExitError(EXIT.interrupted, 'Interrupted.');
    throw new ExitError(EXIT.error, `Cannot read ${clean(file)}.`);
  }
  return Buffer.concat(pieces).toString('utf8');
}
