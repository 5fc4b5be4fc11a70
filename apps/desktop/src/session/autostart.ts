import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../exit.ts';
import type { Places } from '../pairing/store.ts';

/** In `Exec` of a desktop entry, within quotes. */
function quoted(word: string): string {
  return `"${word.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`;
}

/**
 * Has the application start when the person signs in to their desktop.
 * @param command the program and its arguments
 * @throws {Failure} on a system where that is not known
 */
export async function enableAutostart(
  { autostart }: Pick<Places, 'autostart'>,
  command: readonly string[],
): Promise<void> {
  if (process.platform !== 'linux')
    throw new Failure(`Starting with the session is not possible on ${process.platform} yet.`);
  const entry = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Errand',
    'Comment=Carries out your local Runs on this machine',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  await mkdir(path.dirname(autostart), { recursive: true });
  await writeFile(autostart, `${entry.join('\n')}\n`);
}

/** Deletes the autostart entry; none need exist. */
export async function disableAutostart({ autostart }: Pick<Places, 'autostart'>): Promise<void> {
  await rm(autostart, { force: true });
}

/** True when there is an autostart entry, whatever it starts. */
export function isAutostarted({ autostart }: Pick<Places, 'autostart'>): Promise<boolean> {
  return stat(autostart).then(
    () => true,
    () => false,
  );
}
