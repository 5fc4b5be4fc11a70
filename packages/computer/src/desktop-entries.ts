import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** An installed application, by its entry in the menu of the desktop. */
export interface DesktopEntry {
  /** Without `.desktop`, such as `org.xfce.mousepad`. */
  id: string;
  name: string;
  /** What kind of application it is, such as `Text Editor`; empty when it does not say. */
  kind: string;
  /** The program and its arguments. */
  command: string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_DATA_DIRS = '/usr/local/share:/usr/share';
/** Placeholders of an entry for files to open; there are none. */
const FIELD_CODE = /^%[a-zA-Z]$/;
const WORD = /"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>\S+)/g;

function commandOf(exec: string): string[] {
  return [...exec.matchAll(WORD)]
    .map(({ groups }) => groups?.['plain'] ?? (groups?.['quoted'] ?? '').replaceAll(/\\(.)/g, '$1'))
    .filter((word) => !FIELD_CODE.test(word));
}

function parse(id: string, text: string): DesktopEntry | null {
  const values = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) section = line.trim();
    const at = line.indexOf('=');
    if (section === '[Desktop Entry]' && at > 0)
      values.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  const command = commandOf(values.get('Exec') ?? '');
  if (values.get('Type') !== 'Application' || command.length === 0) return null;
  return { id, name: values.get('Name') ?? id, kind: values.get('GenericName') ?? '', command };
}

/** The applications of this machine; of two with the same id the person's own one counts. */
export async function readDesktopEntries(env: Environment): Promise<DesktopEntry[]> {
  const home = env['XDG_DATA_HOME'] || path.join(env['HOME'] ?? '/', '.local/share');
  const places = [home, ...(env['XDG_DATA_DIRS'] || DEFAULT_DATA_DIRS).split(':')];
  const entries = new Map<string, DesktopEntry>();
  for (const place of places) {
    const folder = path.join(place, 'applications');
    for (const file of await readdir(folder).catch(() => [])) {
      const id = path.basename(file, '.desktop');
      if (!file.endsWith('.desktop') || entries.has(id)) continue;
      const entry = parse(id, await readFile(path.join(folder, file), 'utf8').catch(() => ''));
      if (entry !== null) entries.set(id, entry);
    }
  }
  return [...entries.values()];
}

/** A script that stands for another has that one's name; a program has the name by which it is called. */
function programOf(command: string): string {
  const folders = path.isAbsolute(command) ? [''] : (process.env['PATH'] ?? '').split(':');
  for (const folder of folders) {
    try {
      const file = realpathSync(path.join(folder, command));
      const start = Buffer.alloc(2);
      const descriptor = openSync(file, 'r');
      try {
        readSync(descriptor, start, 0, 2, 0);
      } finally {
        closeSync(descriptor);
      }
      return path.basename(start.toString('latin1') === '#!' ? file : command);
    } catch {
      // Not in this folder.
    }
  }
  return path.basename(command);
}

const programs = new WeakMap<DesktopEntry, string>();

/** The executable that a word means: that of the entry with this id or name, else the word itself. */
export function executableOf(word: string, entries: readonly DesktopEntry[]): string {
  const entry = entryOf(word, entries);
  if (entry === null) return path.basename(word);
  const program = programs.get(entry) ?? programOf(entry.command[0] ?? word);
  programs.set(entry, program);
  return program;
}

/** The entry that a word means: by its id, its name, or the name of its program. */
export function entryOf(word: string, entries: readonly DesktopEntry[]): DesktopEntry | null {
  const wanted = word.toLowerCase();
  const by = (key: (entry: DesktopEntry) => string) =>
    entries.find((entry) => key(entry).toLowerCase() === wanted);
  return (
    by(({ id }) => id) ??
    by(({ name }) => name) ??
    by(({ command }) => path.basename(command[0] ?? '')) ??
    null
  );
}
