import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SHELLS, type Shell } from '../src/completion.ts';
import { run } from '../src/run.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'errand-completion-'));
  for (const shell of SHELLS) {
    let script = '';
    const code = await run(['completion', shell], {
      env: {},
      stdin: Readable.from([]),
      stdout: { write: (text: string) => (script += text) },
      stderr: { write: () => true },
      homeDirectory: folder,
      signal: new AbortController().signal,
    });
    expect(code).toBe(0);
    await writeFile(path.join(folder, `errand.${shell}`), script);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns a shell's suggestions after these words, the last of which is being typed. */
const ASK: Readonly<Record<Shell, (file: string, words: readonly string[]) => string>> = {
  bash: (file, words) => `
    source ${file}
    COMP_LINE='${words.join(' ')}'; COMP_POINT=\${#COMP_LINE}
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
    _errand; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // The last word is filtered by zsh itself, which has no terminal here.
  zsh: (file, words) => `
    compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { :; }
    source ${file}
    words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}
    _errand`,
  fish: (file, words) => `source ${file}; complete -C '${words.join(' ')}'`,
};

function offered(shell: Shell, words: readonly string[]): string[] {
  const script = ASK[shell](path.join(folder, `errand.${shell}`), words);
  const text = execFileSync(shell, ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  return text.split('\n').flatMap((line) => line.split('\t', 1)[0]?.trim() || []);
}

const installed = SHELLS.filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);
for (const shell of SHELLS)
  if (!installed.includes(shell))
    process.stderr.write(`completion is not tried in ${shell}: it is not installed\n`);

describe.each(installed)('completion in %s', (shell) => {
  test('offers commands, then their commands, then options', () => {
    expect(offered(shell, ['errand', ''])).toEqual(
      expect.arrayContaining(['runs', 'runbooks', 'evidence', 'login']),
    );
    expect(offered(shell, ['errand', 'runs', ''])).toEqual(
      expect.arrayContaining(['create', 'list', 'watch']),
    );
    const options = offered(shell, ['errand', 'runs', 'list', '--']);
    expect(options).toEqual(expect.arrayContaining(['--status', '--limit', '--all', '--json']));
    expect(options).not.toContain('--idempotency-key');
  });

  test('takes the value of an option for no command', () => {
    const behind = ['errand', '--base-url', 'http://localhost:8080', '--profile', 'runbooks'];
    expect(offered(shell, [...behind, ''])).toEqual(expect.arrayContaining(['runs', 'login']));
    expect(offered(shell, [...behind, 'runs', ''])).toContain('watch');
    const options = offered(shell, ['errand', 'runs', 'list', '--status', 'failed', '--json', '--']);
    expect(options).toContain('--limit');
    expect(offered(shell, ['errand', 'runs', 'list', '--status', ''])).not.toContain('--limit');
    expect(offered(shell, ['errand', 'api', 'GET', '/v1/me', '--'])).toContain('--data');
  });

  test('offers nothing of another command', () => {
    expect(offered(shell, ['errand', 'runs', ''])).not.toContain('validate');
    expect(offered(shell, ['errand', 'runbooks', 'list', ''])).not.toContain('watch');
  });
});
