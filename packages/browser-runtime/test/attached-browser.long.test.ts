import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitFor } from '@errand/wait-for';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { installedBrowserPaths } from '../src/browser/installed.ts';
import { type BrowserPool, type BrowserSession, createAttachedPool } from '../src/index.ts';
import { type PersonBrowser, type PersonTab, startPersonBrowser } from './person-browser.ts';
import { createRecorder } from './recorder.ts';
import { sharedSite } from './site.ts';

const site = sharedSite({
  '/': `<h1>Shop</h1><a target=_blank href="/link">Link</a>
<button onclick="window.open('/opened')">Open</button><iframe src="/frame"></iframe>`,
  '/frame': `<button onclick="window.open('/framed')">From a frame</button>`,
  '/link': '<h1>Link</h1>',
  '/opened': '<h1>Opened</h1>',
  '/framed': '<h1>Framed</h1>',
  '/works': `<h1>Works</h1><script>navigator.serviceWorker.register('/worker.js')</script>`,
  '/worker.js': (_request, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end("addEventListener('fetch', () => undefined);");
  },
  '/file': (request, response) => {
    const [, name] = (request.url ?? '').split('?');
    response.setHeader('content-disposition', `attachment; filename="${name}.txt"`);
    response.end(`of ${name}`);
  },
  '/own': '<title>Own</title><h1>Own</h1>',
});

/** One without windows declines downloads unless it is told where they go. */
const keepsDownloads =
  process.env['ERRAND_BROWSER_PATH'] !== undefined ||
  installedBrowserPaths(process.platform, process.env, false).some((place) => existsSync(place));
if (!keepsDownloads) process.stderr.write("skipped the downloads in a person's browser: none is installed\n");

let person: PersonBrowser;
let pool: BrowserPool;
let downloads: string;
beforeAll(async () => {
  downloads = await mkdtemp(path.join(tmpdir(), 'errand-person-downloads-'));
  person = await startPersonBrowser(downloads);
  pool = createAttachedPool({ userDataDir: person.userDataDir, environment: process.env });
});
afterAll(async () => {
  await pool?.close();
  await person?.[Symbol.asyncDispose]();
  await rm(downloads, { recursive: true, force: true });
});

function inPool<Result>(work: (surface: BrowserSession) => Promise<Result>, from = pool) {
  return from.withContext({ host: createRecorder(), scoped: false }, work);
}
function urlsOf(surface: BrowserSession) {
  return surface.tabs.map((tab) => tab.url());
}

describe("in the browser that a person uses, with one of the person's tabs waiting for an answer", () => {
  let tab: PersonTab;
  let tabs: string[];
  let navigations: number;
  beforeEach(async () => {
    tab = await person.open(`${site.url}/own`);
    await tab.evaluate(
      "document.cookie = 'who=person'; setTimeout(() => { document.title = confirm('Sure?') ? 'yes' : 'no' }); 0",
    );
    await waitFor('the question', () => tab.heard.includes('Page.javascriptDialogOpening'));
    tabs = await person.tabs();
    navigations = tab.heard.filter((event) => event === 'Page.frameNavigated').length;
  });
  afterEach(async () => {
    await waitFor("the Run's tabs to be closed", async () => (await person.tabs()).length <= tabs.length);
    expect(await person.tabs()).toEqual(tabs);
    expect(tab.heard).not.toContain('Page.javascriptDialogClosed');
    expect(tab.heard.filter((event) => event === 'Page.frameNavigated')).toHaveLength(navigations);
    expect(person.process.exitCode).toBeNull();
  });

  test("a Run has a tab of its own with the person's cookies, and sees none of the person's tabs", async () => {
    await inPool(async (surface) => {
      await surface.page.goto(site.url);
      expect(urlsOf(surface)).toEqual([`${site.url}/`]);
      expect(surface.context.pages()).toHaveLength(1);
      expect(await surface.page.evaluate('document.cookie')).toBe('who=person');
      expect((await surface.context.cookies(site.url)).map(({ name }) => name)).toEqual(['who']);
      expect(await surface.isBrowserLost()).toBe(false);
      expect((await person.tabs()).length).toBe(tabs.length + 1);
    });
  });

  test("what the Run's pages open is the Run's, what the person opens meanwhile is not, and only the Run's tabs are closed", async () => {
    await inPool(async (surface) => {
      const [first] = surface.tabs;
      await surface.page.goto(site.url);
      const opening = async (name: string, click: Promise<void> | undefined) => {
        await click;
        await waitFor(name, () => urlsOf(surface).includes(`${site.url}/${name}`));
      };
      await opening('link', first?.click('a'));
      await opening('opened', first?.click('button'));
      await opening('framed', first?.frameLocator('iframe').locator('button').click());
      const second = surface.tabs[2];
      expect(await second?.textContent('h1')).toBe('Opened');
      await person.open(`${site.url}/own?later`);
      tabs = [...tabs, `${site.url}/own?later`].toSorted();
      const further = await surface.openTab();
      await further.goto(`${site.url}/own`);
      expect(surface.tabs).toHaveLength(5);
    });
  });

  test("what would reach beyond the Run's tabs is refused, and closing the browser closes only those", async () => {
    await inPool(async (surface) => {
      const { context } = surface;
      const browser = context.browser();
      const beyond = /reaches beyond the tabs of the Run/;
      await surface.page.goto(site.url);
      await expect(context.clearCookies()).rejects.toThrow(beyond);
      await expect(context.addCookies([{ name: 'a', value: 'b', url: site.url }])).rejects.toThrow(beyond);
      await expect(context.grantPermissions(['geolocation'])).rejects.toThrow(beyond);
      await expect(browser?.newContext()).rejects.toThrow(beyond);
      const session = await browser?.newBrowserCDPSession();
      await expect(session?.send('Target.closeTarget', { targetId: tab.targetId })).rejects.toThrow(beyond);
      await expect(
        session?.send('Target.attachToTarget', { targetId: tab.targetId, flatten: true }),
      ).rejects.toThrow(beyond);
      await expect(session?.send('Browser.close')).rejects.toThrow(beyond);
      await expect(session?.send('Target.getTargets')).rejects.toThrow(beyond);
      await session?.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      });
      const page = await context.newCDPSession(surface.page);
      await expect(page.send('Network.clearBrowserCookies')).rejects.toThrow(beyond);
      await expect(
        page.send('Storage.clearDataForOrigin', { origin: site.url, storageTypes: 'all' }),
      ).rejects.toThrow(beyond);
      expect(await surface.page.evaluate('document.cookie')).toBe('who=person');
      await browser?.close();
    }).catch((error: unknown) => expect(error).toMatchObject({ code: 'browser_crashed' }));
  });
});

test('a page of the Run with a service worker, which pages share, works', async () => {
  await inPool(async (surface) => {
    await surface.page.goto(`${site.url}/works`);
    await surface.page.evaluate('navigator.serviceWorker.ready.then(() => 0)');
    await surface.page.reload();
    expect(await surface.page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  });
}, 30_000);

test('an answer of a page that is larger than it may be is refused, and the browser goes on', async () => {
  await inPool(async (surface) => {
    await surface.page.goto(site.url);
    await expect(surface.page.evaluate("'x'.repeat(17 * 2 ** 20)")).rejects.toThrow();
    expect(await surface.page.textContent('h1')).toBe('Shop');
  });
});

(keepsDownloads ? test : test.skip)(
  "a download of the Run's becomes its file and stays in the person's folder, and the person's downloads are none of its",
  async () => {
    await inPool(async (surface) => {
      const recorder = createRecorder();
      surface.reportTo(recorder, 1_000);
      await surface.page.goto(site.url);
      const tab = await person.open(`${site.url}/own`);
      await tab.evaluate("location.href = '/file?person'; 0");
      await waitFor("the person's download", async () => (await readdir(downloads)).includes('person.txt'));
      await surface.page.evaluate("void (location.href = '/file?run')");
      await waitFor('the download', () => recorder.files.size > 0);
      expect(
        [...recorder.files.values()].map(({ filename, bytes }) => [filename, Buffer.from(bytes).toString()]),
      ).toEqual([['run.txt', 'of run']]);
    });
    expect((await readdir(downloads)).toSorted()).toEqual(['person.txt', 'run.txt']);
    expect(await readFile(path.join(downloads, 'run.txt'), 'utf8')).toBe('of run');
  },
);

describe('a browser that goes away', () => {
  test('in the middle of a Run ends it with browser_crashed', async () => {
    await using other = await startPersonBrowser(downloads);
    const attached = createAttachedPool({ userDataDir: other.userDataDir, environment: process.env });
    const run = inPool(async (surface) => {
      await surface.page.goto(site.url);
      await other.quit();
      await surface.page.waitForSelector('never');
    }, attached);
    await expect(run).rejects.toMatchObject({ code: 'browser_crashed' });
    // Its folder still says where it was.
    await expect(inPool(async () => undefined, attached)).rejects.toMatchObject({
      code: 'browser_crashed',
      noEffect: true,
      message: expect.stringContaining('chrome://inspect/#remote-debugging'),
    });
  });

  test('while it hangs keeps no Run from ending, and is not killed', async () => {
    await using other = await startPersonBrowser(downloads);
    const attached = createAttachedPool({ userDataDir: other.userDataDir, environment: process.env });
    await inPool(async (surface) => {
      await surface.page.goto(site.url);
      other.process.kill('SIGSTOP');
    }, attached);
    other.process.kill('SIGCONT');
    await waitFor("the Run's tab to be closed", async () => !(await other.tabs()).includes(`${site.url}/`));
  });
});

test('a browser that was never allowed to be reached is not started, and the error says what to switch on', async () => {
  const attached = createAttachedPool({ userDataDir: downloads, environment: process.env });
  await expect(inPool(async () => undefined, attached)).rejects.toThrow(
    /chrome:\/\/inspect\/#remote-debugging and switch on "Allow remote debugging/,
  );
});
