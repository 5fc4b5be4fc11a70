import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { placesOf } from '../src/pairing/store.ts';
import { run } from '../src/run.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'errand-machine-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function command(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const program = '/opt/my $apps/50%/main.js';
  const code = await run(args, { env: {}, homeDirectory: home, program, stdout, stderr, signal });
  return { code, out: String(stdout.read() ?? '') };
}
async function isOn() {
  return (JSON.parse((await command('status', '--json')).out) as { autostart: boolean }).autostart;
}

test('the application starts with the session only once it was told to, and until it is told not to', async () => {
  const { autostart } = placesOf({}, home);
  expect(autostart).toBe(path.join(home, '.config/autostart/errand.desktop'));
  expect(await isOn()).toBe(false);
  expect((await command('autostart')).code).toBe(0);
  expect(await isOn()).toBe(true);
  expect(await readFile(autostart, 'utf8')).toContain(
    String.raw`Exec="${process.execPath}" "/opt/my \$apps/50%%/main.js" "start"`,
  );
  for (const end of [['autostart', '--off'], ['unpair']]) {
    await command('autostart');
    expect((await command(...end)).code).toBe(0);
    expect(await isOn()).toBe(false);
  }
});
