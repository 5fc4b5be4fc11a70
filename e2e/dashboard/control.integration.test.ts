import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { type Person, signUp } from './people.ts';

const openPage = useBrowser();
let person: Person;
let site: Server;
let held: ServerResponse | undefined;
beforeAll(async () => {
  person = await signUp(sharedStack().baseUrl);
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/held') held = response;
    else response.end('<h1>Heading</h1>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => void site?.close());
afterAll(() => site?.closeAllConnections());

test('a Run of a Blueprint is watched, paused, taken over, given back, and completes', async () => {
  const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const goal = `Open ${at}/, then open ${at}/held, then open ${at}/next, then report the heading`;
  const blueprint = await person.errand.blueprints.create({ name: 'Watch', goal });
  const { id } = await person.errand.blueprints.run(blueprint.id);
  await waitFor('the held page to be asked for', () => held !== undefined);
  const page = await openPage(person, `/runs/${id}`);
  const live = page.frameLocator('[title="Live view of the browser"]');
  await live.getByLabel('The browser of the Run').waitFor();
  await page.waitForFunction((address) => {
    const frame = document.querySelector('iframe')?.contentDocument;
    return frame?.querySelector<HTMLInputElement>('#address')?.value.startsWith(address);
  }, at);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Take control' }).click();
  await page.getByText('Person in control', { exact: true }).waitFor();
  held?.end('<h1>Held</h1>');
  await page.getByRole('button', { name: 'Give back' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  const { outputs } = await person.errand.runs.details(id);
  expect(outputs).toEqual({ heading: 'Heading' });
  await page.getByRole('tab', { name: 'Events' }).click();
  for (const type of ['control.paused', 'control.taken', 'control.released'])
    await page.getByRole('cell', { name: type }).waitFor();
});
