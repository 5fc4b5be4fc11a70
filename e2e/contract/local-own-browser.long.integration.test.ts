import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PersonBrowser, startPersonBrowser } from '@errand/browser-runtime/testing/person-browser.ts';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Machine, createMachine } from './desktop.ts';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS, createRun, eventsOf, finish } from './runs.ts';
import { sharedStack } from './stack.ts';

let client: KeyClient;
let machine: Machine;
let browser: PersonBrowser;
let downloads: string;
let site: Server;
let url: string;
beforeAll(async () => {
  site = createServer((request, response) => {
    const name = /name=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'stranger';
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>Hello ${name}</h1>`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  downloads = await mkdtemp(path.join(tmpdir(), 'errand-person-downloads-'));
  browser = await startPersonBrowser(downloads);
  machine = await createMachine();
  const person = await signUp();
  client = await person.key();
  await machine.pair(person, sharedStack().baseUrl);
  machine.begin('start', '--headless');
});
afterAll(async () => {
  await machine?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
  await rm(downloads, { recursive: true, force: true });
  site?.closeAllConnections();
  site?.close();
});

/** The heading that a local Run sees, and what was logged about its browser. */
async function visit(body: Record<string, unknown> = {}) {
  const { id } = await createRun(client, { task: `Open ${url} and report the heading`, ...body });
  const { result, error_message: error } = await finish(client, id);
  const logged = (await eventsOf(client, id))
    .map(({ message }) => message)
    .filter((message) => message.startsWith('Works in'));
  return { heading: result?.outputs['heading'], error, logged };
}

test(
  "once its owner allows it, Runs without a scope work in the owner's own browser, and all others in the profile",
  async () => {
    const tab = await browser.open(url);
    await tab.evaluate("document.cookie = 'name=Ada; max-age=3600'");
    const tabs = await browser.tabs();
    expect(await visit()).toEqual({ heading: 'Hello stranger', error: null, logged: [] });

    expect((await machine.run('attach', '--user-data', browser.userDataDir)).code).toBe(0);
    expect(await machine.status()).toMatchObject({ ownBrowser: { userDataDir: browser.userDataDir } });
    expect(await visit()).toEqual({
      heading: 'Hello Ada',
      error: null,
      logged: ["Works in its owner's own browser, in tabs of its own."],
    });
    await waitFor("the Run's tab to be closed", async () => (await browser.tabs()).length === tabs.length);
    expect(await browser.tabs()).toEqual(tabs);

    expect(await visit({ applicationScope: ['127.0.0.1'] })).toEqual({
      heading: 'Hello stranger',
      error: null,
      logged: [expect.stringContaining('has an application scope, which cannot be enforced')],
    });
    expect((await machine.run('log')).stdout).toContain("Runs without a scope use the owner's own browser");

    await browser.quit();
    expect(await visit()).toMatchObject({
      error: expect.stringContaining('chrome://inspect/#remote-debugging'),
      logged: [],
    });
    expect((await machine.run('attach', '--off')).code).toBe(0);
    expect(await visit()).toEqual({ heading: 'Hello stranger', error: null, logged: [] });
  },
  RUN_MS,
);
