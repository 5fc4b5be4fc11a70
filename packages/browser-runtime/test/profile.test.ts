import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserPool, createProfilePool } from '@errand/browser-runtime';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createRecorder } from './recorder.ts';
import { type Site, serve } from './site.ts';

let profileDir: string;
let site: Site;
const pools: BrowserPool[] = [];
beforeEach(async () => {
  profileDir = await mkdtemp(path.join(tmpdir(), 'errand-profile-'));
  site = await serve({ '/': '<h1>Here</h1>' });
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  await site.close();
  await rm(profileDir, { recursive: true, force: true });
});

function openPool(): BrowserPool {
  const cacheDir = path.join(tmpdir(), 'errand-browser');
  const pool = createProfilePool({ cacheDir, environment: process.env, profileDir, headless: true });
  pools.push(pool);
  return pool;
}

/** What scripts see of the cookies of a site, after a Run has set one when it is given. */
function visit(pool: BrowserPool, cookie?: string): Promise<string> {
  return pool.withContext({ host: createRecorder(), scoped: false }, async ({ page }) => {
    await page.goto(site.url);
    return page.evaluate((given) => {
      if (given !== undefined) document.cookie = given;
      return document.cookie;
    }, cookie);
  });
}

test('a profile stays signed in over Runs and restarts, also by a cookie that browsers forget when they are closed', async () => {
  const pool = openPool();
  expect(await visit(pool, 'forgotten=no')).toBe('forgotten=no');
  expect(await visit(pool, 'kept=yes; max-age=3600')).toBe('forgotten=no; kept=yes');
  await pool.close();
  const next = openPool();
  expect(await visit(next, 'forgotten=; max-age=0')).toBe('kept=yes');
  expect(await visit(next)).toBe('kept=yes');
  expect((await stat(path.join(profileDir, 'session-cookies.json'))).mode & 0o777).toBe(0o600);
});
