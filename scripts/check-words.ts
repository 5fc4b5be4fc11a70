/** Fails on words that docs/glossary.md replaced: one word for one thing, in code, tests and docs. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import retired from './retired-words.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');
const CHECKED = /\.(?:tsx?|js|md|ya?ml|sql|prisma|css)$|(?:^|\/)Dockerfile$|^\.ci\//;
const EXEMPT = new Set(['scripts/retired-words.json', 'scripts/check-words.ts']);

const rules = retired.map(({ word, instead }) => ({
  pattern: new RegExp(String.raw`(?<![\w-])(?:${word})(?![\w-])`, 'iu'),
  instead,
}));

/** A line with the words of its constants apart: `RETRY_MS` holds the word "retry". */
function wordsOf(line: string): string {
  return line.replace(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/gu, (name) => `${name} ${name.replaceAll('_', ' ')}`);
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1_048_576,
})
  .split('\n')
  .filter((file) => CHECKED.test(file) && !EXEMPT.has(file) && existsSync(path.join(root, file)));

const problems = files.flatMap((file) =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      // Words that people type into a task are the product's input, not its language.
      line.includes('words-ok')
        ? []
        : rules.flatMap(({ pattern, instead }) => {
            const found = pattern.exec(wordsOf(line));
            return found === null ? [] : [`${file}:${index + 1}: "${found[0]}": write ${instead}`];
          }),
    ),
);

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n${problems.length} retired words; see docs/glossary.md.\n`);
  process.exitCode = 1;
}
