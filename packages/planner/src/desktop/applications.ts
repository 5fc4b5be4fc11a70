import path from 'node:path';
import type { Computer, DesktopView } from '@errand/computer';
import { grade, GRADES } from '../words/match-name.ts';

/**
 * The program of the installed application that words name: by its id, name or program, else the only one whose name or kind holds
 * them. Of several, the one that is open.
 * @param open programs that have windows
 */
export function applicationNamed(
  computer: Pick<Computer, 'entries'>,
  words: string,
  open: ReadonlySet<string>,
): string | null {
  const said = words
    .trim()
    .replace(/^the\s+/iu, '')
    .toLowerCase();
  if (said === '') return null;
  const named = computer.entries().map(({ id, name, kind, command }) => {
    const program = path.basename(command[0] ?? '');
    return { program, names: [id, name, program], kind };
  });
  const exact = named.filter(({ names }) =>
    names.some((name) => name.toLowerCase() === said || grade(said, name) >= GRADES.equal),
  );
  const near = named.filter(
    ({ names, kind }) =>
      said.length > 3 && [...names, kind].some((name) => name.toLowerCase().includes(said)),
  );
  const isOpen = ({ program }: { program: string }) => open.has(program);
  for (const found of [exact.filter(isOpen), near.filter(isOpen), exact, near]) {
    const programs = new Set(found.map(({ program }) => program));
    const [one] = programs;
    if (one !== undefined && programs.size === 1) return one;
  }
  return null;
}

/** Titles of the windows of an application. */
export function windowsOf({ windows }: DesktopView, app: string | null): string[] {
  return windows.filter((window) => app === null || window.app === app).map(({ title }) => title);
}
