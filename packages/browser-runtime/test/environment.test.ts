import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { browserLauncher } from '../src/browser/chromium.ts';

test.each([
  ['no locale is set', {}],
  ['LANG is C', { LANG: 'C' }],
  ['LC_ALL is POSIX', { LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }],
])('a file whose name is not ASCII reaches a page when %s', async (_when, locale) => {
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'errand-environment-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'größe.png');
  await writeFile(file, 'bytes');
  const { LANG: _lang, LC_ALL: _all, LC_CTYPE: _ctype, ...rest } = process.env;
  const launch = browserLauncher({
    cacheDir: path.join(tmpdir(), 'errand-browser'),
    environment: { ...rest, ...locale },
  });
  const browser = await launch();
  cleanup.defer(() => browser.close());
  const page = await browser.newPage();
  await page.setContent('<input type="file">');
  await page.locator('input').setInputFiles(file);
  expect(await page.locator('input').evaluate(({ files }: HTMLInputElement) => files?.item(0)?.text())).toBe(
    'bytes',
  );
});
