import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { createTestDatabase } from '@errand/test-kit';

function start(databaseUrl: string) {
  const service = fork(path.join(import.meta.dirname, '../src/main.ts'), {
    silent: true,
    execArgv: [],
    env: {
      ERRAND_PORT: '0',
      ERRAND_INTERNAL_TOKEN: 'x'.repeat(32),
      ERRAND_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      ERRAND_DATABASE_URL: databaseUrl,
    },
  });
  const { stdout, stderr } = service;
  if (stdout === null || stderr === null) throw new Error('no pipes');
  return { service, stdout, stderr, exited: once(service, 'exit') };
}

test('the process starts, and stops in order when its parent ends', async () => {
  await using database = await createTestDatabase('runbooks');
  const { service, stdout, exited } = start(database.url);
  const said: string[] = [];
  for await (const line of createInterface(stdout)) {
    said.push((JSON.parse(line) as { msg: string }).msg);
    if (said.at(-1) === 'started') service.disconnect();
  }
  expect(said).toContain('stopped');
  expect(await exited).toEqual([0, null]);
});

test('an invalid configuration is reported in one sentence', async () => {
  const { stderr, exited } = start('mysql://localhost');
  let said = '';
  for await (const chunk of stderr) said += String(chunk);
  expect(said).toBe('runbooks: Cannot start: ERRAND_DATABASE_URL: must be a postgres:// URL.\n');
  expect(await exited).toEqual([1, null]);
});
