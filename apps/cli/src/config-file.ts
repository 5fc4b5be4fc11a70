import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EXIT, ExitError } from './exit.ts';
import type { System } from './system.ts';

/** A key with the address that it was made for. */
export interface Profile {
  readonly baseURL: string;
  readonly apiKey: string;
}

interface ConfigFile {
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** `$XDG_CONFIG_HOME/errand/config.json`. */
export function configPath({ env, homeDirectory }: System): string {
  const base = env['XDG_CONFIG_HOME'] || path.join(homeDirectory, '.config');
  return path.join(base, 'errand', 'config.json');
}

function isProfile(value: unknown): value is Profile {
  if (typeof value !== 'object' || value === null) return false;
  const { baseURL, apiKey } = value as Record<string, unknown>;
  return typeof baseURL === 'string' && typeof apiKey === 'string';
}

async function readConfig(file: string): Promise<ConfigFile> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new ExitError(EXIT.error, `Cannot read ${file}.`);
  }
  try {
    const { profiles } = JSON.parse(text) as { profiles?: Record<string, unknown> };
    const entries = Object.entries(profiles ?? {}).filter((entry): entry is [string, Profile] =>
      isProfile(entry[1]),
    );
    return { profiles: Object.fromEntries(entries) };
  } catch {
    throw new ExitError(EXIT.error, `${file} is not valid JSON: mend or delete it.`);
  }
}

/** The profile of that name, or undefined. */
export async function readProfile(system: System, name: string): Promise<Profile | undefined> {
  const { profiles } = await readConfig(configPath(system));
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** Writes a profile, or with null removes it. Only the user may read the file. */
export async function writeProfile(system: System, name: string, profile: Profile | null): Promise<void> {
  const file = configPath(system);
  const { profiles } = await readConfig(file);
  const others = Object.entries(profiles).filter(([each]) => each !== name);
  const next = Object.fromEntries([...others, ...(profile === null ? [] : [[name, profile] as const])]);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ profiles: next }, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}

/** Whether others may read the file; false if it does not exist. */
export async function isExposed(system: System): Promise<boolean> {
  const found = await stat(configPath(system)).catch(() => null);
  return found !== null && process.platform !== 'win32' && (found.mode & 0o077) !== 0;
}
