/// <reference lib="dom" />
import { hash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { renderFingerprint, type BrowserSession, type StoredFile } from '@errand/browser-runtime';
import { settlesWithin, waitFor } from '@errand/wait-for';
import { createRunSession, performStep } from '../src/index.ts';
import { run, sharedPool, steps } from './browser.ts';
import { createRecorder, type Recorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

const PAGE = `<title>Form</title><h1>Form</h1><input aria-label="Name"><label><input type="checkbox">Terms</label>
<div style="height: 3000px; background: linear-gradient(red, blue)">Long</div>`;

const pool = sharedPool();
let answer: (() => void) | null = null;
const site = sharedSite({
  '/': PAGE,
  '/stuck': '<script>addEventListener("load", () => setTimeout(() => { for (;;); }))</script>',
  '/buttons': ['red', 'lime', 'blue']
    .map(
      (colour) =>
        `<button id="${colour}" onclick="document.body.style.background = '${colour}'">${colour}</button>`,
    )
    .join(''),
  '/fields': `<input id="colour" oninput="document.body.style.background = value">
    <select id="list" onchange="document.body.style.background = value"><option>red<option>lime<option>blue</select>
    <input type="checkbox" id="lime" onchange="document.body.style.background = checked ? 'lime' : 'blue'">`,
  '/late': `<input id="colour"
    oninput="setTimeout(() => { document.body.style.background = value; }, 200)">`,
  '/framed': `${PAGE}<iframe srcdoc="inside"></iframe>`,
  '/answer': (_request, response) => {
    answer = () => response.end();
  },
});

function onPage(path: string, work: (page: Page, session: CDPSession) => Promise<void>): Promise<void> {
  return pool.withContext({ host: createRecorder(), scoped: false }, async ({ page, context }) => {
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(site.url + path);
    await work(page, session);
  });
}

describe('the render fingerprint of a page', () => {
  /** A busy machine makes any page a busy one. */
  const known = async (session: CDPSession, page: Page): Promise<string> =>
    (await renderFingerprint(session, page)) ?? known(session, page);
  const drawn = (page: Page) =>
    page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');

  test.each<[string, (page: Page, session: CDPSession) => Promise<unknown>]>([
    ['is read', (page) => page.locator('body').innerText()],
    ['is asked for what is visible', (page) => page.getByText('Long').isVisible()],
    ['is described', (page) => page.ariaSnapshot()],
    ['is drawn', (_page, session) => session.send('Page.captureScreenshot')],
  ])('stays when it %s', (_what, read) =>
    onPage('/', async (page, session) => {
      // On a busy machine a page is loaded before it was ever drawn.
      await drawn(page);
      const before = await known(session, page);
      await read(page, session);
      expect(await known(session, page)).toBe(before);
    }),
  );

  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['another text', (page) => page.evaluate('document.querySelector("h1").textContent = "Other"')],
    ['another value', (page) => page.evaluate('document.querySelector("input").value = "Ada"')],
    ['another colour', (page) => page.evaluate('document.body.style.color = "green"')],
    ['a tick', (page) => page.evaluate('document.querySelector("[type=checkbox]").checked = true')],
    ['another place', (page) => page.evaluate('scrollTo(0, 200)')],
    ['been loaded again', (page) => page.reload()],
  ])('has changed by the next frame when it has %s', (_what, change) =>
    onPage('/', async (page, session) => {
      const before = await known(session, page);
      await change(page);
      await drawn(page);
      expect(await known(session, page)).not.toBe(before);
    }),
  );

  test('the render fingerprint is unknown of a page with frames, and of one that is busy', async () => {
    await onPage('/framed', async (page, session) =>
      expect(await renderFingerprint(session, page)).toBeNull(),
    );
    await onPage('/', async (page, session) => {
      await page.evaluate(
        'setTimeout(() => { for (const end = Date.now() + 1500; Date.now() < end; ); }), 1',
      );
      expect(await renderFingerprint(session, page)).toBeNull();
    });
  });
});

function picturesOf({ files }: Recorder): Map<string | null, string> {
  return new Map([...files.values()].map(({ stepId, bytes }) => [stepId, hash('sha256', bytes)]));
}

test('every step has a screenshot, read-only ones too, which shows what the previous step changed', async () => {
  const { host, outcome } = await run(
    pool,
    steps(
      { primitive: 'browser.navigate', input: { url: site.url } },
      { primitive: 'browser.extract', input: { target: 'h1', as: 'text' } },
      {
        primitive: 'browser.evaluate',
        input: { expression: 'document.querySelector("h1").textContent = "Changed"' },
      },
      { primitive: 'browser.extract', input: { target: 'h1', as: 'text' } },
      { primitive: 'browser.extract', input: { target: 'h1', as: 'text' } },
    ),
    { limits: { screenshots: true } },
  );
  expect(outcome.errorMessage).toBeNull();
  const pictures = picturesOf(host);
  expect([...pictures.keys()]).toEqual(['s1', 's2', 's3', 's4', 's5']);
  expect(pictures.get('s4')).toBe(pictures.get('s5'));
  expect(pictures.get('s5')).not.toBe(pictures.get('s1'));
});

test('a page that never answers loses its screenshot and does not block the Run', async () => {
  const { host, outcome } = await run(
    pool,
    steps({ primitive: 'browser.navigate', input: { url: `${site.url}/stuck` }, timeoutMs: 4_000 }),
    {
      parameters: [{ name: 'password', type: 'secret' }],
      inputs: { password: 'correct horse' },
      limits: { screenshots: true },
    },
  );
  expect(outcome.errorCode).toBe('step_timeout');
  expect(host.files.size).toBe(0);
});

describe('a page that draws nothing for seconds', () => {
  /** Runs `work` while a picture of a page is being taken that waits for an answer of its site. */
  function whileBlocked(
    work: (recorder: BrowserSession['screenshots'], goOn: () => void) => Promise<void>,
  ): Promise<Recorder> {
    const host = createRecorder();
    return pool
      .withContext({ host, scoped: false }, async ({ page, screenshots }) => {
        await page.goto(site.url);
        answer = null;
        await page.evaluate(() => {
          setTimeout(() => {
            const request = new XMLHttpRequest();
            request.open('GET', '/answer', false);
            request.send();
          });
        });
        await waitFor('the page to be blocked', () => answer !== null);
        await screenshots.capture({ page, stepId: 's1', readOnly: false, isSecret: null }, host);
        await work(screenshots, () => answer?.());
        await screenshots.settle();
      })
      .then(() => host);
  }

  test('gets its screenshot once it draws again', async () => {
    const host = await whileBlocked(async (screenshots, goOn) => {
      expect(await settlesWithin(7_000, screenshots.settle())).toBe(false);
      goOn();
    });
    expect([...host.files.values()].map(({ stepId }) => stepId)).toEqual(['s1']);
  });

  test('loses its screenshot when the next step cannot wait any longer', async () => {
    const host = await whileBlocked(async (screenshots, goOn) => {
      await screenshots.flush();
      goOn();
    });
    expect(host.files.size).toBe(0);
  });
});

/** The colour of a picture's middle, which a browser reads from it. */
async function colourOf(page: Page, { bytes }: StoredFile): Promise<string> {
  await page.setContent(`<img src="data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}">`);
  return page.evaluate(async () => {
    const [image] = document.images;
    if (image === undefined) throw new Error('there is no picture');
    await image.decode();
    const canvas = new OffscreenCanvas(1, 1);
    const drawing = canvas.getContext('2d');
    drawing?.drawImage(image, image.width / 2, image.height / 2, 1, 1, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = drawing?.getImageData(0, 0, 1, 1).data ?? [];
    return ['red', 'lime', 'blue'][[red, green, blue].findIndex((part) => part > 200)] ?? 'none';
  });
}

/** The colour of each step's picture on the page at `path`, without that of the navigation. */
async function coloursAfter(path: string, actions: Parameters<typeof steps>): Promise<string[]> {
  const { host, outcome } = await run(
    pool,
    steps({ primitive: 'browser.navigate', input: { url: site.url + path } }, ...actions),
    { limits: { screenshots: true } },
  );
  expect(outcome.errorMessage).toBeNull();
  const seen: string[] = [];
  await pool.withContext({ host, scoped: false }, async ({ page }) => {
    for (const file of host.files.values()) seen.push(await colourOf(page, file));
  });
  return seen.slice(1);
}

const COLOURS = Array.from({ length: 4 }, () => ['red', 'lime', 'blue']).flat();
const TWICE = COLOURS.slice(0, 6);

test('no screenshot of a step shows what the next step did', async () => {
  const changes = COLOURS.map((colour) => ({
    primitive: 'browser.evaluate',
    input: { expression: `document.body.innerHTML = ''; document.body.style.background = '${colour}'` },
  }));
  expect(await coloursAfter('', changes)).toEqual(COLOURS);
});

test('no screenshot of a click shows what the next click did', async () => {
  const clicks = COLOURS.map((colour) => ({ primitive: 'browser.click', input: { target: `#${colour}` } }));
  expect(await coloursAfter('/buttons', clicks)).toEqual(COLOURS);
});

test.each<[string, (colour: string) => { primitive: string; input: Record<string, unknown> }]>([
  ['fill', (value) => ({ primitive: 'browser.fill', input: { target: '#colour', value } })],
  ['choice', (label) => ({ primitive: 'browser.select', input: { target: '#list', label } })],
])('each screenshot of a %s shows what it did, and nothing of the next one', async (_what, action) => {
  expect(await coloursAfter('/fields', TWICE.map(action))).toEqual(TWICE);
});

test('each screenshot of a tick shows what it did, and nothing of the next one', async () => {
  const ticks = ['check', 'uncheck', 'check', 'uncheck'].map((action) => ({
    primitive: `browser.${action}`,
    input: { target: '#lime' },
  }));
  expect(await coloursAfter('/fields', ticks)).toEqual(['lime', 'blue', 'lime', 'blue']);
});

test.each(['red', 'lime', 'blue'])(
  'a screenshot of a fill shows the %s that the page takes on a moment later',
  async (value) => {
    const fill = { primitive: 'browser.fill', input: { target: '#colour', value } };
    expect(await coloursAfter('/late', [fill])).toEqual([value]);
  },
);

test('a click looks for its element while the picture of the step before is taken, and acts once it is there', async () => {
  const host = createRecorder();
  await pool.withContext({ host, scoped: false }, async (surface) => {
    const session = createRunSession({ surface, host, limits: { screenshots: false } });
    const step = (primitive: 'browser.navigate' | 'browser.click', input: unknown) =>
      performStep(session, { id: primitive, primitive, input });
    await step('browser.navigate', { url: `${site.url}/buttons` });
    const taken = Promise.withResolvers<void>();
    surface.screenshots.flush = () => taken.promise;
    const clicking = step('browser.click', { target: '#red' });
    await surface.page.waitForFunction(() => Symbol.for('errand.watch') in globalThis);
    const colour = await surface.page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
      return document.body.style.background;
    });
    expect(colour).toBe('');
    taken.resolve();
    await clicking;
    expect(await surface.page.evaluate(() => document.body.style.background)).toBe('red');
  });
});
