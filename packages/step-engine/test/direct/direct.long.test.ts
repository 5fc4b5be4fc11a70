import { holdInput, isConnectionHeld, pageSession, prepareOwnWorld } from '@errand/browser-runtime';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { countVisible } from '../../src/conditions/observe.ts';
import { plainTarget } from '../../src/direct/plain-target.ts';
import { callDirectly } from '../../src/direct/script.ts';
import { watchFrame, watchNextAction } from '../../src/engine/observation/page-script.ts';
import { createRunSession, type RunSession } from '../../src/engine/run-session.ts';
import { mayGoPastPlaywright } from '../../src/engine/watched-attempt.ts';
import { performStep } from '../../src/engine/step.ts';
import { locate } from '../../src/targets/locator.ts';
import { sharedPool } from '../browser.ts';

const pool = sharedPool();
const LIST = ['One', 'Two', 'Three']
  .map((name) => `<li id="${name}"><b class="name">${name}</b></li>`)
  .join('');
const RECORDER = `<script>
const heard = [];
for (const type of ['pointerdown','mousedown','focus','beforeinput','input','change','pointerup','mouseup','click','keydown'])
  addEventListener(type, (event) => heard.push([type, event.target.id ?? '', event.isTrusted, event.inputType ?? '', event.data ?? ''].join(' ')), true);
</script>`;
const site = sharedSite({
  '/': `<title>Form</title>${RECORDER}<form onsubmit="return false"><label>Name <input id="name" value="Ada"></label>
<textarea id="text">Old</textarea><input id="day" type="date"><input id="amount" type="number"><input id="fixed" readonly>
<input id="off" disabled><div id="rich" contenteditable>Rich</div>
<select id="size"><option>Small<option value="L">Large</select><label><input id="terms" type="checkbox"> Terms</label>
<button id="send">Send</button></form><button id="away" aria-disabled="true">Away</button><button id="gone" hidden>Gone</button>
<div style="position:relative"><button id="under">Under</button><div style="position:absolute;inset:0"></div></div>
<button class="twin" id="first">One</button><button class="twin" id="second">Two</button>
<div inert><button id="still">Still</button></div>
<button id="moving" style="animation: slide 2s linear infinite">Moving</button><style>@keyframes slide { to { margin-left: 300px } }</style>
<ul id="list">${LIST}</ul><p data-testid="total">12</p><div style="height:3000px"></div><button id="below">Below</button>`,
  '/shadow': `<title>Shadow</title><button id="outside">Go</button><div id="host"></div>
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<button id="inside">Inside</button>'</script>`,
  '/dodge': `<title>Dodge</title><p id="said"></p><button id="good" style="position:absolute;left:0;top:100px"
onclick="said.textContent += 'good'">Good</button><button id="bad" style="position:absolute;left:0;top:200px"
onclick="said.textContent += 'bad'">Bad</button><script>
good.addEventListener('pointerover', () => { good.style.top = '300px'; bad.style.top = '100px'; }, { once: true });</script>`,
  '/opens': `<title>Opens</title><button id="open" onclick="window.open('/shadow')">Open</button>`,
});

function onPage<Result>(path: string, work: (page: Page, session: RunSession) => Promise<Result>) {
  const host = createRecorder();
  return pool.withContext({ host, scoped: false, allowPrivateNetwork: true }, async (surface) => {
    const session = createRunSession({ surface, host, limits: { screenshots: false } });
    await surface.open();
    await surface.page.goto(site.url + path);
    await watchFrame(surface.page.mainFrame(), 0);
    await prepareOwnWorld(surface.page);
    return work(surface.page, session);
  });
}

let lastId = 2_000_000;

function plain(target: Parameters<typeof plainTarget>[0]) {
  const found = plainTarget(target);
  if (found === null) throw new Error('the target is not plain');
  return found;
}

/** Aims at what the selector finds, while the page is watched; answers null where Playwright has to act. */
async function aimAt(page: Page, selector: string, mayScroll = false) {
  const id = (lastId += 1);
  watchNextAction(page, id, true).catch(() => undefined);
  await pageSession(page);
  return callDirectly(page, 'aim', plain({ css: selector }), id, mayScroll);
}

async function pointOf(page: Page, selector: string, mayScroll = false) {
  const point = await aimAt(page, selector, mayScroll);
  if (point === null || point === 'outside') throw new Error(`${selector} cannot be clicked`);
  return point;
}

test('the connection to the browser that is lent out is held, so that steps can go past Playwright', async () => {
  await onPage('/', async (_page, { surface }) => expect(isConnectionHeld(surface.context)).toBe(true));
});

test('steps of a Run whose whole trace is kept go through Playwright', async () => {
  await onPage('/', async (_page, session) => {
    expect(mayGoPastPlaywright(session)).toBe(true);
    expect(mayGoPastPlaywright({ ...session, limits: { ...session.limits, trace: 'on' } })).toBe(false);
  });
});

test('input waits for a picture, and looks do not', async () => {
  await onPage('/', async (page, { surface }) => {
    const { promise: pictured, resolve: onPictured } = Promise.withResolvers<void>();
    const own = await pageSession(page);
    await page.locator('#name').focus();
    const before = await page.evaluate<number>('heard.length');
    expect(holdInput(surface.context, pictured)).toBe(true);
    const inserted = own.send('Input.insertText', { text: 'x' });
    expect(await page.evaluate<number>('heard.length')).toBe(before);
    onPictured();
    await inserted;
    expect(await page.evaluate<number>('heard.length')).toBeGreaterThan(before);
  });
});

describe('a target', () => {
  test.each([
    '#name',
    'css=li',
    'ul > li:first-child .name',
    '[data-testid]',
    'Terms',
    'Send',
    'Nothing of that name',
    { css: '.name', nth: 1 },
    { css: '.name', nth: -1 },
    { css: '.name', nth: 7 },
    { testId: 'total' },
    { testId: 'tot' },
  ])('%j finds what Playwright finds', async (target) => {
    await onPage('/', async (page) => {
      const by = { as: 'html' as const };
      const found = locate(page, target);
      const count = await found.count();
      const read = await callDirectly(page, 'readTarget', plain(target), by);
      expect(await callDirectly(page, 'countOf', plain(target))).toBe(count);
      expect(read).toEqual(
        count === 1 ? { value: await found.evaluate((element) => element.outerHTML) } : null,
      );
    });
  });

  test.each([
    'text=Send',
    '//button',
    '..',
    '#list >> li',
    'li:has-text("One")',
    'button:visible',
    'li:has(b)',
    'id=name',
    { css: 'form #name', frame: 'inner' },
    { role: 'button', name: 'Send' },
    { text: 'Send' },
    { ref: 'e1' },
  ])('%j is left to Playwright', (target) => {
    expect(plainTarget(target)).toBeNull();
  });

  test('a target is left to Playwright on a page with shadow roots', async () => {
    await onPage('/shadow', async (page) => {
      expect(await callDirectly(page, 'readTarget', { css: '#outside' }, { as: 'text' })).toBeNull();
    });
  });
});

test.each(['button', '#gone', 'li .name', 'li:has-text("One")', 'text=Send', '"Send"', '#nothing'])(
  'counts as many visible elements of %s as Playwright',
  async (selector) => {
    await onPage('/', async (page) => {
      const seen = await page.locator(selector).filter({ visible: true }).count();
      expect(await countVisible(page, selector)).toBe(seen);
    });
  },
);

describe('a click', () => {
  test.each(['#off', '#away', '#gone', '#under', '.twin', '#missing', '#still', '#moving'])(
    'a click on %s is left to Playwright',
    async (selector) => {
      await onPage('/', async (page) => expect(await aimAt(page, selector)).toBeNull());
    },
  );

  test('a click is aimed at the middle of a usable element', async () => {
    await onPage('/', async (page) => {
      const box = await page.locator('#send').boundingBox();
      const point = await pointOf(page, '#send');
      expect(point?.x).toBeCloseTo((box?.x ?? 0) + (box?.width ?? 0) / 2, 1);
      expect(point?.y).toBeCloseTo((box?.y ?? 0) + (box?.height ?? 0) / 2, 1);
    });
  });

  test('a click scrolls to its element only if it may', async () => {
    await onPage('/', async (page) => {
      expect(await aimAt(page, '#below')).toBe('outside');
      expect(await page.evaluate(() => scrollY)).toBe(0);
      const { y } = await pointOf(page, '#below', true);
      expect(y).toBeLessThan(await page.evaluate(() => innerHeight));
    });
  });

  test('a click has no point while the page is not watched', async () => {
    await onPage('/', async (page) => {
      expect(await callDirectly(page, 'aim', { css: '#send' }, (lastId += 1), true)).toBeNull();
    });
  });

  test('a click does not reach an element that has replaced its own', async () => {
    await onPage('/dodge', async (page, session) => {
      await performStep(session, { id: 's', primitive: 'browser.click', input: { target: '#good' } });
      expect(await page.locator('#said').innerText()).toBe('good');
    });
  });

  test('a guarded click does not block later clicks', async () => {
    await onPage('/', async (page, session) => {
      await performStep(session, { id: 's', primitive: 'browser.click', input: { target: '#first' } });
      await page.locator('#second').click();
      expect(await page.evaluate<string[]>('heard')).toContain('click second true  ');
    });
  });

  test('a click waits until the tab that it opens is known', async () => {
    await onPage('/opens', async (_page, session) => {
      await performStep(session, { id: 's', primitive: 'browser.click', input: { target: '#open' } });
      expect(session.surface.tabs).toHaveLength(2);
    });
  });
});

describe('a fill', () => {
  test.each(['#day', '#amount', '#fixed', '#off', '#rich', '#gone', '#missing'])(
    'a fill of %s is left to Playwright',
    async (selector) => {
      await onPage('/', async (page) => {
        const id = (lastId += 1);
        watchNextAction(page, id).catch(() => undefined);
        await pageSession(page);
        expect(await callDirectly(page, 'beginFill', { css: selector }, id, false)).toBeNull();
        expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
      });
    },
  );
});

test.each([
  ['browser.fill', { target: '#name', value: 'Grace' }, (page: Page) => page.locator('#name').fill('Grace')],
  ['browser.fill', { target: '#text', value: 'New' }, (page: Page) => page.locator('#text').fill('New')],
  [
    'browser.select',
    { target: '#size', label: 'Large' },
    (page: Page) => page.locator('#size').selectOption({ label: 'Large' }),
  ],
  [
    'browser.select',
    { target: '#size', index: 1 },
    (page: Page) => page.locator('#size').selectOption({ index: 1 }),
  ],
  ['browser.check', { target: '#terms' }, (page: Page) => page.locator('#terms').check()],
  ['browser.click', { target: '#send' }, (page: Page) => page.locator('#send').click()],
  ['browser.click', { target: '#below' }, (page: Page) => page.locator('#below').click()],
] as const)('%s %j lets the page hear what Playwright does', async (primitive, input, bare) => {
  const heard = (page: Page) => page.evaluate<string[]>('heard');
  const expected = await onPage('/', async (page) => {
    await bare(page);
    return heard(page);
  });
  const seen = await onPage('/', async (page, session) => {
    await performStep(session, { id: 's', primitive, input });
    return heard(page);
  });
  expect(seen).toEqual(expected);
  expect(seen.length).toBeGreaterThan(1);
});
