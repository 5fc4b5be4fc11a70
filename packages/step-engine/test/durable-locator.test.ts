import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';
import { durableLocator } from '../src/targets/durable-locator.ts';
import { sharedPool } from './browser.ts';

const pool = sharedPool();
const site = sharedSite({
  '/': '<button id="a">Save</button><button id="b">Save</button><label>Name <input id="name"></label>',
});

function onPage(work: (page: Page) => Promise<void>): Promise<void> {
  return pool.withContext({ host: createRecorder(), scoped: false }, async ({ page }) => {
    await page.goto(site.url);
    await work(page);
  });
}

const SAVE = { role: 'button', name: 'Save', exact: true };

test('the first candidate that finds only the element becomes its locator', () =>
  onPage(async (page) => {
    const candidates = [{ placeholder: 'Name' }, { label: 'Name' }, { css: 'input' }];
    expect(await durableLocator(page, { css: '#name' }, candidates)).toEqual({ label: 'Name' });
  }));

test('an element that shares all candidates with others is located by its number or by its origin', () =>
  onPage(async (page) => {
    expect(await durableLocator(page, { css: '#b' }, [SAVE], { numbered: true })).toEqual({
      ...SAVE,
      nth: 1,
    });
    expect(await durableLocator(page, { css: '#b' }, [SAVE])).toEqual({ css: '#b' });
  }));

test('an element that is no longer on the page has no locator', () =>
  onPage(async (page) => {
    expect(await durableLocator(page, { css: '#gone' }, [SAVE])).toBeNull();
  }));
