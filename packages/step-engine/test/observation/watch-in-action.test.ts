import { beforeEach, describe, expect, test } from '@jest/globals';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';
import type { Page } from 'playwright-core';
import { pageSession } from '@errand/browser-runtime';
import {
  locateForAction,
  mustLookFirst,
  PAGE_SCRIPT,
  readFrame,
  watchElement,
  watchFrame,
  watchNextAction,
} from '../../src/engine/observation/page-script.ts';
import { createRunSession } from '../../src/engine/run-session.ts';
import { sharedPool } from '../browser.ts';

const pool = sharedPool();
const site = sharedSite({
  '/': `<title>Form</title><h1>Form</h1><input id="name" value="Ada"><input id="day" type="date">
<label id="of-size">Size <select id="size"><option>Small<option>Large</select></label>
<button id="add" onclick="said.textContent = 'added'">Add</button>
<p id="said"></p><button id="off" disabled onclick="said.textContent = 'pressed'">Off</button>
<div style="position:relative"><button id="under" onclick="said.textContent = 'pressed'">Under</button><div style="position:absolute;inset:0"></div></div>
<div id="host"></div><button class="twin">One</button><button class="twin">Two</button>
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<button id="inside">Inside</button>'</script>`,
  '/framed': '<iframe src="/"></iframe>',
});

let lastId = 1_000_000;
beforeEach(() => {
  lastId += 1;
});

function onPage<Result>(path: string, work: (page: Page) => Promise<Result>): Promise<Result> {
  const host = createRecorder();
  return pool.withContext({ host, scoped: false }, async (surface) => {
    createRunSession({ surface, host });
    await surface.open();
    await surface.page.goto(site.url + path);
    await pageSession(surface.page);
    // A document that was opened before its script was installed is looked at first, which installs it.
    await watchFrame(surface.page.mainFrame(), 0);
    return work(surface.page);
  });
}

/** Clicks what the selector finds; answers the facts, and what the click failed with. */
async function clickWatched(page: Page, selector: string, id = lastId) {
  const watching = watchNextAction(page, id);
  watching.catch(() => undefined);
  // The message is on its way then.
  await pageSession(page);
  const error: unknown = await locateForAction(page, id, (scope) => scope.locator(selector))
    .click({ timeout: 10_000 })
    .then(
      () => null,
      (failure: unknown) => failure,
    );
  return { watching, error };
}

describe('an action that has its element watched in its own call', () => {
  test('answers how the page was before the action, and what the action did', async () => {
    await onPage('/', async (page) => {
      const { watching, error } = await clickWatched(page, '#add');
      expect(error).toBeNull();
      expect(await watching).toMatchObject({
        title: 'Form',
        heading: 'Form',
        control: { says: 'Add', tag: 'button', isBlocked: false },
      });
      const reading = await readFrame(page.mainFrame(), lastId, 1_000);
      expect(reading).toMatchObject({ changed: true, isControlThere: true, control: { says: 'Add' } });
      expect(reading?.texts.map(({ text }) => text)).toEqual(['added']);
    });
  });

  test.each([
    ['a select, whose value changes before its first event', '#size'],
    ['a select by its label', '#of-size'],
  ])('notices what was chosen in %s', async (_title, selector) => {
    await onPage('/', async (page) => {
      const choose = async () => {
        const watching = watchNextAction(page, (lastId += 1));
        await pageSession(page);
        await locateForAction(page, lastId, (scope) => scope.locator(selector)).selectOption('Large');
        expect(await watching).not.toBeNull();
        return readFrame(page.mainFrame(), lastId, 1_000);
      };
      expect(await choose()).toMatchObject({ changed: true });
      expect(await choose()).toMatchObject({ changed: false });
    });
  });

  test('notices a date, which a field holds before its first event', async () => {
    await onPage('/', async (page) => {
      const day = page.locator('#day');
      await watchElement(day, lastId, { timeout: 10_000, signal: new AbortController().signal });
      await day.fill('2026-11-20');
      expect(await readFrame(page.mainFrame(), lastId, 1_000)).toMatchObject({ changed: true });
    });
  });

  test('watches an element in an open shadow root', async () => {
    await onPage('/', async (page) => {
      const { watching, error } = await clickWatched(page, '#inside');
      expect(error).toBeNull();
      expect(await watching).toMatchObject({ control: { says: 'Inside' } });
    });
  });

  test('takes the place of one that was never begun', async () => {
    await onPage('/', async (page) => {
      const first = watchNextAction(page, lastId);
      lastId += 1;
      const { watching, error } = await clickWatched(page, '#add');
      expect(error).toBeNull();
      expect(await first).toBeNull();
      expect(await watching).toMatchObject({ control: { says: 'Add' } });
    });
  });

  test.each([
    ['is disabled', '#off'],
    ['is covered', '#under'],
    ['takes dates', '#day'],
    ['is not there', '#missing'],
  ])('does not begin when its element %s', async (_title, selector) => {
    await onPage('/', async (page) => {
      const { error } = await clickWatched(page, selector);
      expect(mustLookFirst(error)).toBe(true);
      expect(await page.locator('body').innerText()).not.toContain('pressed');
    });
  });

  test('does not begin in a frame', async () => {
    await onPage('/framed', async (page) => {
      const watching = watchNextAction(page, lastId);
      watching.catch(() => undefined);
      const action = locateForAction(page, lastId, (scope) => scope.frameLocator('iframe').locator('#add'));
      const error: unknown = await action.click({ timeout: 10_000 }).catch((failure: unknown) => failure);
      expect(mustLookFirst(error)).toBe(true);
    });
  });

  test('fails as any other when several elements match', async () => {
    await onPage('/', async (page) => {
      const { error } = await clickWatched(page, '.twin');
      expect(mustLookFirst(error)).toBe(false);
      expect(String(error)).toMatch(/strict mode violation: .* resolved to 2 elements/);
    });
  });
});

test('the script that is installed in every document is ASCII', () => {
  expect(PAGE_SCRIPT).toMatch(/^[\n -~]+$/);
});
