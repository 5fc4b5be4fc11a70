import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const LEFT_OUT = /(^|\/)(node_modules|\.git|\.errand|\.turbo|generated|test)(\/|$)/;
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'errand-boundaries-'));
  await cp(ROOT, copy, { recursive: true, filter: (source) => !LEFT_OUT.test(path.relative(ROOT, source)) });
});
afterAll(() => rm(copy, { recursive: true, force: true }));

function run(tool: string, args: string[]) {
  return new Promise<{ code: number; text: string }>((resolve) => {
    const file = path.join(ROOT, 'node_modules/.bin', tool);
    execFile(file, args, { cwd: copy }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, text: stdout + stderr }),
    );
  });
}

async function planted(file: string, text: string, tool: string, args: string[]) {
  const place = path.join(copy, file);
  await writeFile(place, text);
  try {
    return await run(tool, args);
  } finally {
    await rm(place);
  }
}

test('turbo boundaries accepts the checkout', async () => {
  expect(await run('turbo', ['boundaries'])).toMatchObject({ code: 0 });
});

test.each([
  ['an app that imports an app', 'apps/runs/src/planted.ts', `import '@errand/gateway';\n`],
  [
    'a service that reaches for the browser',
    'apps/gateway/src/planted.ts',
    `import '@errand/step-engine';\n`,
  ],
  ['contracts that import a service', 'packages/contracts/src/planted.ts', `import '@errand/service-kit';\n`],
  ['a file of another package', 'apps/runs/src/planted.ts', `import '../../executor/src/config.ts';\n`],
])('turbo boundaries reports %s', async (_what, file, text) => {
  expect(await planted(file, text, 'turbo', ['boundaries'])).toMatchObject({ code: 1 });
});

test.each([
  [
    'a verb that imports express',
    'apps/runs/src/runs/planted.ts',
    `import express from 'express';\nexpress();\n`,
  ],
  ['a verb that imports http/', 'apps/runs/src/lifecycle/planted.ts', `import '../http/public.ts';\n`],
  ['a language that reads files', 'packages/runbook-language/src/planted.ts', `import 'node:fs';\n`],
  [
    'a grammar that imports Playwright',
    'packages/planner/src/grammar/planted.ts',
    `import 'playwright-core';\n`,
  ],
  [
    'words that import Playwright',
    'packages/planner/src/words/planted.ts',
    `import 'playwright-core/test';\n`,
  ],
])('the linter reports %s', async (_what, file, text) => {
  const { code, text: said } = await planted(file, text, 'oxlint', [file]);
  expect(code).toBe(1);
  expect(said).toContain('no-restricted-imports');
});
