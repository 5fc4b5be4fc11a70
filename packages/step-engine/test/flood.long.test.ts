import { describe, expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { waitFor } from '@errand/wait-for';
import { createRecorder, type Recorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

const pool = sharedPool();
const blocked = Array.from({ length: 150 }, (_, n) => `<img src="http://127.0.0.1:${n + 1000}/">`);
const site = sharedSite({
  '/alerts': `<button onclick="confirm('Sure?')">Ask</button><script>for (let n = 0; n < 150; n++) alert(n)</script>`,
  '/pictures': blocked.join(''),
  '/tabs': '<script>for (let n = 0; n < 60; n++) open("/tab")</script>',
  '/tab': 'tab',
  '/offer': '<a href="/small">Small</a>',
  '/small': (_request, response) => {
    response.writeHead(200, { 'content-disposition': 'attachment; filename="small.txt"' });
    response.end('small');
  },
  '/thousands': `<button onclick="document.title = openSome(5)">Open</button><script>
    const openSome = (times) => Array.from({ length: times }, () => open('/tab')).filter((tab) => tab !== null).length;
    document.title = openSome(2_000);
  </script>`,
  '/by-any-means': `<body><button onclick="a.target = '_blank'; a.click()">Open</button><script>
    const a = document.body.appendChild(Object.assign(document.createElement('a'), { href: '/tab', target: '_blank' }));
    const form = document.body.appendChild(Object.assign(document.createElement('form'), { action: '/tab', target: '_blank' }));
    form.innerHTML = '<button>Send</button>';
    const detached = a.cloneNode();
    const here = document.body.appendChild(Object.assign(document.createElement('a'), { href: '/tab' }));
    for (let n = 0; n < 300; n++) {
      a.click();
      detached.dispatchEvent(new MouseEvent('click'));
      here.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true }));
      form.submit();
      form.requestSubmit();
      form.firstChild.click();
      open('/tab');
    }
    const frame = document.body.appendChild(document.createElement('iframe'));
    for (let n = 0; n < 300; n++) frame.contentWindow.open('/tab');
  </script>`,
  '/chain': `<script>for (let n = 0; n < 3; n++) open('/chain', '_blank', 'noreferrer')</script>`,
  '/endless': '<a href="/endless.bin">Endless</a>',
  '/endless.bin': (_request, response) => {
    response.writeHead(200, { 'content-disposition': 'attachment; filename="endless.bin"' });
    const more = setInterval(() => response.write(Buffer.alloc(65_536)), 5);
    response.once('close', () => {
      clearInterval(more);
      whenCutOff();
    });
  },
});
let whenCutOff: () => void;
const held: (() => void)[] = [];
/** A browser has six connections to a site at most. */
const fileSites = Array.from({ length: 4 }, () =>
  sharedSite({
    '/file': (_request, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="file.txt"' });
      response.write(Buffer.alloc(4_096));
      held.push(() => response.end());
    },
  }),
);
const open = openerOf(site);
function messagesOf(host: Recorder) {
  return host.ofType('log').map(({ message }) => message);
}
const LEFT_OUT = 'The page did more that no step asked for; only the first 100 notes of that are kept.';

describe('a flooding page', () => {
  test('dialogs are reported a hundred times, those that a step announced always', async () => {
    const { outcome, host } = await run(
      pool,
      steps(
        { ...open('/alerts'), timeoutMs: 20_000 },
        { primitive: 'browser.dialog', input: { action: 'accept' } },
        { primitive: 'browser.click', input: { target: 'Ask' } },
      ),
    );
    expect(outcome.status).toBe('completed');
    const messages = messagesOf(host);
    expect(messages).toHaveLength(102);
    expect(messages.slice(99)).toEqual([
      'Dismissed an unannounced alert dialog: "99"',
      LEFT_OUT,
      'Accepted the confirm dialog: "Sure?"',
    ]);
  });

  test('refused hosts are reported a hundred times', async () => {
    const { host } = await run(
      pool,
      steps({ ...open('/pictures'), applicationScope: [site.host], timeoutMs: 20_000 }),
      { scoped: true },
    );
    const messages = messagesOf(host);
    expect(messages).toHaveLength(101);
    expect(messages.at(-1)).toBe(LEFT_OUT);
  });

  test('tabs are closed beyond fifty, and a step that opens one more fails', async () => {
    const host = createRecorder();
    await pool.withContext({ host, scoped: false }, async (surface) => {
      await surface.page.goto(`${site.url}/tabs`);
      await waitFor('fifty tabs', () => messagesOf(host).length > 0 && surface.context.pages().length === 50);
      expect(surface.tabs).toHaveLength(50);
      await expect(surface.openTab()).rejects.toThrow('More than 50 tabs cannot be open.');
      expect(surface.tabs).toHaveLength(50);
    });
    expect(messagesOf(host)).toEqual([
      'Closed a tab: more than 50 cannot be open. Further ones are closed without a message.',
    ]);
  });

  test('a page that calls window.open thousands of times gets fifty windows, and more only after a click', async () => {
    await pool.withContext({ host: createRecorder(), scoped: false }, async (surface) => {
      let opened = 0;
      surface.context.on('page', () => (opened += 1));
      const { page } = surface;
      await page.goto(`${site.url}/thousands`);
      expect(await page.title()).toBe('50');
      expect(await page.evaluate('openSome(5)')).toBe(0);
      await page.click('button');
      expect(await page.title()).toBe('5');
      expect(opened).toBeLessThanOrEqual(55);
    });
  });

  test('a page that opens thousands of windows by links, forms and frames gets fifty, and more only after a click', async () => {
    await pool.withContext({ host: createRecorder(), scoped: false }, async (surface) => {
      let opened = 0;
      surface.context.on('page', () => (opened += 1));
      const { page } = surface;
      await page.goto(`${site.url}/by-any-means`);
      await waitFor('fifty windows', () => opened === 50);
      const another = surface.context.waitForEvent('page');
      await page.click('text=Open');
      await another;
      expect(opened).toBe(51);
    });
  });

  test('a step fails whose page opens tabs that open tabs', async () => {
    // Seventy tabs are opened before it is too many: a busy machine takes minutes for them.
    const timeoutMs = 280_000;
    const wait = { primitive: 'browser.wait', input: { for: { text: 'nowhere' } }, timeoutMs };
    const { outcome } = await run(pool, steps({ ...open('/chain'), timeoutMs }, wait));
    expect(outcome).toMatchObject({
      errorCode: 'action_failed',
      errorMessage: 'The page keeps opening tabs.',
    });
  }, 600_000);

  test.each([
    ['that a step asked for', 'browser.download', 'failed'],
    ['that came unasked', 'browser.click', 'completed'],
  ])('a download %s is cut off once it is too large', async (_which, primitive, status) => {
    const cutOff = new Promise<void>((resolve) => (whenCutOff = resolve));
    const { outcome, host } = await run(
      pool,
      steps(open('/endless'), { id: 'got', primitive, input: { target: 'Endless' }, timeoutMs: 20_000 }),
      { limits: { fileBytes: 1_000_000 } },
    );
    await cutOff;
    expect(outcome.status).toBe(status);
    expect([outcome.errorMessage, ...messagesOf(host)]).toContain(
      '"endless.bin" is larger than 1000000 bytes.',
    );
    expect(host.files.size).toBe(0);
  });

  test('a Run keeps fifty downloads that no step asked for', async () => {
    const host = createRecorder();
    await pool.withContext({ host, scoped: false }, async (surface) => {
      await surface.page.goto(`${site.url}/offer`);
      for (let n = 1; n <= 51; n += 1) {
        // A link with `download` would be stopped by Chromium itself after ten in a second.
        await surface.page.click('a');
        await waitFor(`note ${n}`, () => messagesOf(host).length === n);
      }
    });
    expect(host.files.size).toBe(50);
    expect(messagesOf(host).at(-1)).toBe(
      'Refused the download "small.txt": a Run keeps at most 50 that no step asked for.',
    );
  });

  test('downloads are refused while ten unrequested ones are in progress', async () => {
    const host = createRecorder();
    const refused = () => messagesOf(host).filter((message) => message.startsWith('Refused'));
    await pool.withContext({ host, scoped: false }, async (surface) => {
      const frames = fileSites.map(({ url }) => `<iframe src="${url}/file"></iframe>`.repeat(5));
      await surface.page.setContent(frames.join(''), { waitUntil: 'commit' });
      await waitFor('ten refusals', () => refused().length === 10);
      for (const finish of held) finish();
      await waitFor('ten files', () => host.files.size === 10);
    });
    expect(refused()[0]).toBe('Refused the download "file.txt": 10 others are in progress.');
    expect(messagesOf(host).filter((message) => message === 'Kept the download "file.txt".')).toHaveLength(
      10,
    );
  });
});
