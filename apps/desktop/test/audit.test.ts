import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { type InternalRoute, executorRoutes } from '@errand/contracts/internal';
import { beforeEach, expect, test } from '@jest/globals';
import { createAuditedCalls } from '../src/audit/audited-calls.ts';
import { openAuditLog } from '../src/audit/audit-log.ts';
import { placesOf } from '../src/pairing/store.ts';
import { run } from '../src/run.ts';

let home: string;
let file: string;
beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'errand-audit-'));
  const places = placesOf({}, home);
  file = places.audit;
  for (const names of [
    ['one', 'two'],
    ['three', 'four'],
  ]) {
    const log = await openAuditLog(places);
    await Promise.all(names.map((text) => log.write({ event: 'act', run: 'r', step: 's', text })));
    await log.close();
  }
});
function lines() {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}
function write(changed: readonly string[]) {
  return writeFileSync(file, `${changed.join('\n')}\n`);
}

async function command(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const code = await run(args, { env: {}, homeDirectory: home, program: 'main.js', stdout, stderr, signal });
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}

test('the log goes on over restarts, is shown in order, and is readable by its owner only', async () => {
  expect(await command('log', 'verify')).toMatchObject({ code: 0, err: 'The log is whole.\n' });
  const { out } = await command('log');
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => line.split('  ').at(-1)),
  ).toEqual(['one', 'two', 'three', 'four']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([
  ['a changed word', (all: string[]) => all.map((line) => line.replace('"two"', '"2"')), 2, 'changed'],
  ['a removed line', (all: string[]) => all.filter((_, index) => index !== 1), 2, 'does not follow'],
  ['two swapped lines', ([a, b, c, d]: string[]) => [a, c, b, d], 2, 'does not follow'],
  ['a repeated line', ([a, b, c, d]: string[]) => [a, b, c, c, d], 4, 'does not follow'],
  ['a removed beginning', (all: string[]) => all.slice(1), 1, 'does not follow'],
])('verification says where %s breaks the chain', async (_what, change, line, why) => {
  write(change(lines()) as string[]);
  const { code, err } = await command('log', 'verify');
  expect([code, err]).toEqual([1, expect.stringContaining(`at line ${line} of`)]);
  expect(err).toContain(why);
});

test('a line that was cut off when the machine went down is shown as a break, and the log goes on after it', async () => {
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20));
  const log = await openAuditLog(placesOf({}, home));
  await log.write({ event: 'act', run: 'r', text: 'five' });
  await log.close();
  expect((await command('log', 'verify')).err).toContain('at line 4 of');
  expect((await command('log')).out).toContain('five');
});

test('a claim that cannot be written down fails with the reason, even if the Run cannot be given back', async () => {
  const log = await openAuditLog(placesOf({}, home));
  await log.close();
  const asked: string[] = [];
  const call = (route: InternalRoute) => {
    asked.push(route.path);
    if (route === executorRoutes.release) return Promise.reject(new Error('The link is cut.'));
    return Promise.resolve({ attempt: 1, lease: 'a-lease' });
  };
  const calls = createAuditedCalls({ call } as never, log, () => 'nothing');
  const claimed = calls.call(executorRoutes.claim, { params: { run_id: 'r' } } as never);
  await expect(claimed).rejects.toThrow(/closed/i);
  expect(asked).toEqual([executorRoutes.claim.path, executorRoutes.release.path]);
});
