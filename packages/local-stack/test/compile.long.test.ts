import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { compileOnce } from '../src/compile.ts';
import { SERVICES, mainModule } from '../src/services.ts';

let dir: string;
let cache: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'errand-compile-'));
  cache = path.join(dir, 'compiled');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** What Node says of its compile cache while a script runs without any setting. */
function cacheLog(script: string): Promise<string> {
  const env = { NODE_COMPILE_CACHE: cache, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env, maxBuffer: 100 * 1_024 * 1_024 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

test('a service finds all its TypeScript compiled, and none was started for it', async () => {
  await compileOnce(SERVICES.map(mainModule), cache);
  // The last one is loaded only if all before it were loaded without running: they end without settings.
  const log = await cacheLog(mainModule('executor'));
  expect(SERVICES.at(-1)).toBe('executor');
  expect(log).toContain('retrieving transpile cache for StrippedTypeScript');
  expect(log).not.toContain('no transpile cache');
}, 120_000);

test('nothing is compiled again once there is a cache, and a script that cannot be loaded is no error', async () => {
  const broken = path.join(dir, 'broken.ts');
  await writeFile(broken, 'throw new Error("not loaded")');
  await compileOnce([broken], cache);
  const compiled = await readdir(cache, { recursive: true });
  expect(compiled.length).toBeGreaterThan(0);
  await compileOnce(SERVICES.map(mainModule), cache);
  expect(await readdir(cache, { recursive: true })).toEqual(compiled);
}, 60_000);
