import { beforeAll, expect, test } from '@jest/globals';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { type Person, signIn, signUp } from './people.ts';
import { cartRunbook } from './seed.ts';

const openPage = useBrowser();
let person: Person;
beforeAll(async () => {
  person = await signUp(sharedStack().baseUrl);
});

async function waitingRun(title: string): Promise<string> {
  const definition = cartRunbook(sharedStack().shopUrl, title);
  const runbook = await person.errand.runbooks.create({ ...definition, status: 'published' });
  const { id } = await person.errand.runbooks.run(runbook.id, { inputs: { product: 'blue-teapot' } });
  await person.errand.runs.wait(id, { returnOn: ['waiting_for_approval'] });
  return id;
}

test.each([
  ['/runs', 'No Runs yet'],
  ['/runbooks', 'No Runbooks yet'],
  ['/blueprints', 'No Blueprints yet'],
  ['/approvals', 'Nothing waits for you'],
  ['/devices', 'No devices yet'],
  ['/api-keys', 'No keys yet'],
])('%s says what to do while it is empty', async (address, heading) => {
  const page = await openPage(await signUp(sharedStack().baseUrl, 'Grace Hopper'), address);
  const empty = page.getByRole('heading', { name: heading }).locator('..');
  expect((await empty.locator('p').first().textContent())?.length).toBeGreaterThan(20);
});

test('a window that goes offline says so, keeps what was typed, and follows its Run again when it is back', async () => {
  const id = await waitingRun('Offline');
  const page = await openPage(person, `/runs/${id}`);
  const comment = page.getByRole('form', { name: 'Approval' }).getByLabel('Comment');
  await comment.fill('What I think of it');
  await page.context().setOffline(true);
  await page.getByText('This device is offline.').waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('alert').filter({ hasText: 'offline' }).waitFor();
  expect(await comment.inputValue()).toBe('What I think of it');
  await person.errand.runs.approve(id);
  await page.context().setOffline(false);
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByRole('list', { name: 'Steps' }).getByText('approved by Ada Lovelace').waitFor();
});

test('a Run is followed on after a session that ended, once the person has signed in again', async () => {
  const visitor = await signIn(sharedStack().baseUrl, person);
  const id = await waitingRun('Signed out');
  const page = await openPage(visitor, `/runs/${id}`);
  await page.getByRole('form', { name: 'Approval' }).getByLabel('Comment').fill('What I think of it');
  await visitor.errand.request('POST', '/api/auth/sign-out', { body: {} });
  const dialog = page.getByRole('dialog', { name: 'You are signed out' });
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Comment').inputValue()).toBe('What I think of it');
  await person.errand.runs.approve(id);
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByRole('list', { name: 'Steps' }).getByText('approved by Ada Lovelace').waitFor();
});

test('a Run is followed on after an answer that no one expects from its events', async () => {
  const id = await waitingRun('A proxy in between');
  const page = await openPage(person, '/approvals');
  const events = `**/v1/runs/${id}/events*`;
  await page.route(events, (route) => route.fulfill({ status: 418, body: 'A teapot' }));
  await Promise.all([page.waitForResponse(events), page.goto(`/runs/${id}`)]);
  await page.unroute(events);
  await page.getByRole('list', { name: 'Steps' }).getByText('Put it into the cart').waitFor();
});

test('a window that cannot be seen holds no connection, and catches up once it is seen', async () => {
  const id = await waitingRun('In the background');
  const page = await openPage(person, `/runs/${id}`);
  await page.getByRole('list', { name: 'Steps' }).getByText('Put it into the cart').waitFor();
  const show = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes(`${id}/events`));
  await show(true);
  await ended;
  await person.errand.runs.approve(id);
  await person.errand.runs.wait(id);
  await show(false);
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByRole('list', { name: 'Steps' }).getByText('approved by Ada Lovelace').waitFor();
});

test('a page that failed to load is loaded by trying again', async () => {
  const page = await openPage(person, '/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.getByRole('link', { name: 'Blueprints' }).hover();
  await page.route('**/v1/blueprints*', (route) => route.abort());
  await page.getByRole('link', { name: 'Blueprints' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute('**/v1/blueprints*');
  await again.click();
  await page.getByRole('heading', { name: 'No Blueprints yet' }).waitFor();
});

test.each([
  ['/settings', '**/v1/me'],
  ['/settings', '**/api/auth/list-sessions'],
  ['/runbooks/new', '**/v1/runbooks/schema'],
  ['/blueprints/new', '**/v1/openapi.json'],
])('%s says when it could not read %s, and reads it again when asked', async (address, route) => {
  const page = await openPage(person, '/approvals');
  await page.getByRole('heading', { name: 'Approvals' }).waitFor();
  await page.route(route, (each) => each.fulfill({ status: 409, json: { detail: 'Not now' } }));
  await page.goto(address);
  const failure = page.getByRole('alert').filter({ hasText: 'Not now' });
  await failure.waitFor();
  await page.unroute(route);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await failure.waitFor({ state: 'detached' });
});

test('two windows see the same: what is decided in one is gone from the other', async () => {
  const id = await waitingRun('Two windows');
  const [first, second] = await Promise.all([
    openPage(person, `/runs/${id}`),
    openPage(person, '/approvals'),
  ]);
  await second.getByRole('link', { name: /Two windows/ }).waitFor();
  await first.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('link', { name: /Two windows/ }).waitFor({ state: 'detached' });
  await first.getByText('Completed', { exact: true }).waitFor();
});
