import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { expectFocus, pressOn, tabTo } from './keyboard.ts';
import { type Person, signUp } from './people.ts';

const FIRST_PAGE = `<input autofocus oninput="fetch('/typed/' + value)">`;

const openPage = useBrowser();
let person: Person;
let site: Server;
let held: ServerResponse | undefined;
const typed: string[] = [];
beforeAll(async () => {
  person = await signUp(sharedStack().baseUrl);
  site = createServer((request, response) => {
    const { url = '' } = request;
    response.setHeader('content-type', 'text/html');
    if (url === '/held') held = response;
    else if (url.startsWith('/typed/')) response.end(String(typed.push(url.slice(7))));
    else response.end(url === '/' ? FIRST_PAGE : '<h1>Heading</h1>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => void site?.close());
afterAll(() => site?.closeAllConnections());

test('a Blueprint is run, paused, taken over, controlled and given back by keyboard alone', async () => {
  const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const goal = `Open ${at}/, then open ${at}/held, then open ${at}/next, then report the heading`;
  const blueprint = await person.errand.blueprints.create({ name: 'Watch', goal });
  const page = await openPage(person, `/blueprints/${blueprint.id}`);
  await pressOn(page, page.getByRole('button', { name: 'Run', exact: true }));
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Run' }));
  await page.waitForURL(/\/runs\//);
  await waitFor('the held page to be asked for', () => held !== undefined);
  await pressOn(page, page.getByRole('button', { name: 'Pause' }));
  await page.getByText('Paused', { exact: true }).waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Take control' }));
  const live = page.frameLocator('[title="Live view of the browser"]');
  const keys = live.getByLabel('Keys go to the remote browser. Press F6 to leave it.');
  await keys.and(live.locator(':focus')).waitFor({ state: 'attached' });
  await tabTo(page, keys);
  await live.getByText('F6 leaves the page').waitFor();
  await page.keyboard.type('a');
  await waitFor('the letter in the browser of the Run', () => typed.includes('a'));
  const { violations } = await new AxeBuilder({ page }).include(['iframe', 'body']).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  const giveBack = live.getByRole('button', { name: 'Give back' });
  await page.keyboard.press('F6');
  await tabTo(page, giveBack);
  await page.keyboard.press('Shift+Tab');
  await page.waitForFunction(() => document.activeElement?.tagName !== 'IFRAME');
  await page.keyboard.press('Tab');
  await pressOn(page, giveBack);
  held?.end('<h1>Held</h1>');
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.locator('iframe').waitFor({ state: 'detached' });
  await expectFocus(page);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect((await person.errand.runs.details(id)).outputs).toEqual({ heading: 'Heading' });
});
