import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { browserLauncher } from '../src/browser/chromium.ts';
import { type Borrowing, createQuarantine } from '../src/browser/quarantine.ts';
import { type SharedBrowser, createSharedBrowser } from '../src/browser/shared-browser.ts';

const launch = browserLauncher({ cacheDir: join(tmpdir(), 'errand-browser'), environment: process.env });

interface Borrowed {
  browser: SharedBrowser;
  borrowing: Borrowing;
  giveBack(): Promise<void>;
}

test('suspect Runs share a browser only when all are in use, and only then another may be the cause of its death', async () => {
  const quarantine = createQuarantine(() => createSharedBrowser(launch), 1);
  const borrow = (): Promise<Borrowed> =>
    new Promise((resolve) => {
      const done = Promise.withResolvers<void>();
      const lent = quarantine.lend(async (browser, borrowing) => {
        await browser.start();
        resolve({ browser, borrowing, giveBack: () => (done.resolve(), lent) });
        await done.promise;
      });
    });

  const first = await borrow();
  expect(first.borrowing.isAlone).toBe(true);
  const second = await borrow();
  expect(second.browser).toBe(first.browser);
  expect([first.borrowing.isAlone, second.borrowing.isAlone]).toEqual([false, false]);
  await second.giveBack();
  expect(first.borrowing.isAlone).toBe(false);
  expect(first.browser.pid).not.toBeNull();
  await first.giveBack();
  expect(first.browser.pid).toBeNull();

  const third = await borrow();
  expect(third.browser).not.toBe(first.browser);
  quarantine.kill();
  expect(third.borrowing.isAlone).toBe(false);
  await third.giveBack();
});
