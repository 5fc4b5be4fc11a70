import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { LockedError, acquireLock } from '../src/lock.ts';
import { processStartTime } from '../src/process-identity.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'errand-lock-'));
  file = path.join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const NO_PID = 2 ** 22 + 1;

test('a lock is held until it is released, and reports its holder and note', async () => {
  const lock = await acquireLock(file);
  await lock.describe('http://127.0.0.1:1');
  const refused = await acquireLock(file).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(LockedError);
  expect(refused).toMatchObject({ pid: process.pid, note: 'http://127.0.0.1:1' });
  await lock.release();
  await (await acquireLock(file)).release();
});

test.each([
  ['of a process that is gone', JSON.stringify({ pid: NO_PID, mark: '1', note: '' })],
  [
    'whose process id belongs to another process by now',
    JSON.stringify({ pid: process.pid, mark: '1', note: '' }),
  ],
  ['that cannot be read', '{"pid":'],
])('one %s counts for nothing', async (_name, content) => {
  await writeFile(`${file}.7`, content);
  await acquireLock(file);
  expect(JSON.parse(await readFile(`${file}.8`, 'utf8'))).toMatchObject({
    pid: process.pid,
    mark: await processStartTime(process.pid),
  });
});

test('exactly one of many concurrent callers takes a stale lock', async () => {
  for (let round = 0; round < 20; round += 1) {
    await writeFile(`${file}.7`, JSON.stringify({ pid: NO_PID, mark: '1', note: '' }));
    const taken = await Promise.allSettled(Array.from({ length: 10 }, () => acquireLock(file)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await rm(`${file}.8`);
  }
});

test('a second release changes nothing for a later holder', async () => {
  const first = await acquireLock(file);
  await first.release();
  const second = await acquireLock(file);
  await first.release();
  await expect(acquireLock(file)).rejects.toThrow(LockedError);
  await second.release();
});

test('two of many competing callers never hold the lock at once', async () => {
  let holders = 0;
  let turns = 0;
  const compete = async () => {
    while (turns < 100) {
      const lock = await acquireLock(file).catch(() => undefined);
      if (lock === undefined) continue;
      holders += 1;
      turns += 1;
      expect(holders).toBe(1);
      await lock.describe(`turn ${turns}`);
      holders -= 1;
      await lock.release();
    }
  };
  await Promise.all(Array.from({ length: 8 }, compete));
});
