import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { DeviceList } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Machine, createMachine } from '../contract/desktop.ts';
import { type KeyClient, type Person, signUp } from '../contract/people.ts';
import { RUN_MS, createRun, finish } from '../contract/runs.ts';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { faultsOf } from './page-faults.ts';

const openPage = useBrowser();
let person: Person;
let client: KeyClient;
let machine: Machine;
let page: Page;
async function address() {
  return (await machine.run('window', '--print')).stdout.trim();
}
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
  machine = await createMachine();
  await machine.pair(person, sharedStack().baseUrl);
  machine.begin('start', '--headless');
  // A process that asks for the machine's status takes as long to start as the machine itself.
  const isOnline = async () =>
    (await person.session.get('/v1/devices')).as(200, DeviceList).data.some(({ online }) => online);
  await waitFor('the machine', isOnline, { timeoutMs: RUN_MS });
  page = await openPage(null, await address());
}, 2 * RUN_MS);
afterAll(async () => {
  await machine?.[Symbol.asyncDispose]();
});

async function answerOf(place: string, options: Parameters<typeof request>[1]): Promise<number> {
  const sent = request(place, options);
  sent.end(options?.method === 'POST' ? '{}' : undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await text(response);
  return response.statusCode ?? 0;
}

test(
  'a local Run opens a conversation with its goal, its steps and its newest picture',
  async () => {
    const task = `Open ${sharedStack().shopUrl}, search for "teapot" and report the heading`;
    const { id } = await createRun(client, { task });
    const conversation = page.getByRole('article', { name: task });
    await conversation.waitFor();
    expect((await finish(client, id)).status).toBe('completed');
    await conversation.getByText('Completed').waitFor();
    expect(
      await conversation.getByRole('list', { name: 'Steps' }).getByRole('listitem').count(),
    ).toBeGreaterThan(1);
    const picture = conversation.getByRole('img', { name: 'The newest picture' });
    await picture.waitFor();
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0);
    expect(await faultsOf(page)).toEqual([]);
  },
  RUN_MS,
);

test(
  'the Stop button fails the Run in hand at once, and the log of the machine says who stopped it',
  async () => {
    const task = `Open ${sharedStack().shopUrl} and wait for "what never comes"`;
    const { id } = await createRun(client, { task });
    await page.getByRole('article', { name: task }).getByRole('button', { name: 'Stop' }).click();
    const { status, error_message: message } = await finish(client, id);
    expect([status, message]).toEqual(['failed', 'The owner of the machine stopped the Run.']);
    expect((await machine.run('log')).stdout).toMatch(new RegExp(`${id}  run.stopped .*in the window`));
    await page.getByRole('article', { name: task }).getByText('Failed').waitFor();
  },
  RUN_MS,
);

test(
  'a person allows applications, takes that back, and pauses the machine',
  async () => {
    await page.getByRole('button', { name: 'Permissions' }).click();
    await page.getByLabel('Applications').fill('mousepad, galculator');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Runs may use: mousepad, galculator.').waitFor();
    expect((await machine.status())['consent']).toEqual({
      applications: ['mousepad', 'galculator'],
      unattended: false,
    });
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('Runs may not use').waitFor();
    expect((await machine.status())['consent']).toBeNull();
    await page.getByRole('button', { name: 'Take no new Runs' }).click();
    await page.getByText('paused').waitFor();
    expect((await machine.status())['paused']).toBe(true);
    await page.getByRole('button', { name: 'Take Runs again' }).click();
    await page.getByText('ready').waitFor();
  },
  // Three processes ask for the status.
  2 * RUN_MS,
);

test('the history shows what the Runs in the log of the machine did, without the names of primitives', async () => {
  await page.getByRole('button', { name: 'History' }).click();
  const acts = page.getByRole('list', { name: 'Runs on this machine' }).locator('ol > li');
  await acts.first().waitFor();
  expect((await acts.allTextContents()).filter((act) => act.includes('browser.'))).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
}, 180_000);

test('an address opens the window once, and no one else reads or steers it', async () => {
  const opened = new URL(await address());
  const other = await openPage(null, opened.href);
  await other.getByRole('heading', { name: 'Test machine' }).waitFor();
  expect(new URL(other.url()).hash).toBe('');
  const again = await openPage(null, opened.href);
  await again.getByText('errand-desktop window').waitFor();
  const { origin, host } = opened;
  expect(await answerOf(`${origin}/api/state`, {})).toBe(401);
  expect(await answerOf(`${origin}/`, { headers: { host: 'evil.example' } })).toBe(421);
  const json = { 'content-type': 'application/json' };
  expect(await answerOf(`${origin}/api/commands`, { method: 'POST', headers: json })).toBe(403);
  const foreign = { ...json, origin: 'http://evil.example' };
  expect(await answerOf(`${origin}/api/commands`, { method: 'POST', headers: foreign })).toBe(403);
  const own = { ...json, origin: `http://${host}` };
  expect(await answerOf(`${origin}/api/commands`, { method: 'POST', headers: own })).toBe(401);
  await Promise.all([other.context().close(), again.context().close()]);
}, 180_000);
