import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Writes a page that a script generates, formatted. With `--check` on the command line it writes nothing and fails when the
 * page is out of date; `command` is what brings it up to date.
 */
export function writeOrCheck(page: string, text: string, command: string): void {
  const file = path.join(root, page);
  const formatted = execFileSync(path.join(root, 'node_modules/.bin/oxfmt'), [`--stdin-filepath=${file}`], {
    input: text,
    encoding: 'utf8',
    cwd: root,
  });
  if (!process.argv.includes('--check')) writeFileSync(file, formatted);
  else if (readFileSync(file, 'utf8') !== formatted) {
    process.stderr.write(`${page} is out of date: run \`${command}\` and commit it.\n`);
    process.exitCode = 1;
  }
}
