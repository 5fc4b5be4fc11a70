import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { join, type Person, signUp } from './people.ts';
import { cartRunbook } from './seed.ts';

const CHANGES = '**/v1/runs/changes';
const LISTS = /\/v1\/runs\?/;

const openPage = useBrowser();
let person: Person;
let colleague: Person;
beforeAll(async () => {
  person = await signUp(sharedStack().baseUrl);
  colleague = await join(person, 'Grace Hopper');
});

/** Loads the page again and waits until it follows all Runs. */
async function follow(page: Page): Promise<void> {
  await Promise.all([page.waitForResponse(CHANGES), page.reload()]);
}

/** A Run that stays queued, because its owner has no machine. */
async function queuedRun(task: string): Promise<string> {
  return (await person.errand.runs.create({ task, executionTarget: 'local' })).id;
}

test('a Run appears in the windows of two people and changes there, although none of them can read a list again', async () => {
  const pages = await Promise.all([
    openPage(person, '/runs'),
    openPage(person, '/runs?target=local'),
    openPage(colleague, '/runs'),
  ]);
  await Promise.all(pages.map(follow));
  const id = await queuedRun('Wait for a machine');
  const rows = pages.map((page) => page.getByRole('row').filter({ hasText: 'Wait for a machine' }));
  await Promise.all(rows.map((row) => row.getByText('Queued').waitFor()));
  await Promise.all(pages.map((page) => page.route(LISTS, (route) => route.abort())));
  await person.errand.runs.cancel(id);
  await Promise.all(rows.map((row) => row.getByText('Cancelled').waitFor()));
});

test('a list of one status is read again when a Run enters or leaves it', async () => {
  const page = await openPage(person, '/runs?status=queued');
  await follow(page);
  const id = await queuedRun('Comes and goes');
  const row = page.getByRole('row').filter({ hasText: 'Comes and goes' });
  await row.waitFor();
  await person.errand.runs.cancel(id);
  await row.waitFor({ state: 'detached' });
});

test('how many Runs wait for approval is told on every page, and what they ask on that of approvals', async () => {
  const { errand } = person;
  const definition = cartRunbook(sharedStack().shopUrl, 'Told of approvals');
  const runbook = await errand.runbooks.create({ ...definition, status: 'published' });
  const [page, approvals] = await Promise.all([
    openPage(person, '/members'),
    openPage(colleague, '/approvals'),
  ]);
  await Promise.all([follow(page), follow(approvals)]);
  const { id } = await errand.runbooks.run(runbook.id, { inputs: { product: 'blue-teapot' } });
  const count = page.getByRole('link', { name: /Approvals.*1 waiting/ });
  await count.waitFor();
  await approvals.getByRole('form', { name: 'Approval' }).waitFor();
  await colleague.errand.runs.approve(id);
  await count.waitFor({ state: 'detached' });
  await approvals.getByText('Nothing waits for you').waitFor();
});

test('lists are polled while there is no stream, and told of again once there is one', async () => {
  const page = await openPage(person, '/members');
  let isCut = true;
  // Taken away later, a route can hide a request that is on its way.
  await page.route(CHANGES, (route) => (isCut ? route.abort() : route.continue()));
  await page.goto('/runs');
  const id = await queuedRun('Without a stream');
  const row = page.getByRole('row').filter({ hasText: 'Without a stream' });
  await row.getByText('Queued').waitFor();
  const streamed = page.waitForResponse(CHANGES);
  isCut = false;
  await streamed;
  await person.errand.runs.cancel(id);
  await row.getByText('Cancelled').waitFor();
});

test('a window holds one connection: for the Run that it shows until that ends, else for all Runs', async () => {
  const id = await queuedRun('The only connection');
  const page = await openPage(person, '/runs');
  await follow(page);
  const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v1/runs/changes'));
  const follows = page.waitForResponse(`**/v1/runs/${id}/events*`);
  await page.getByRole('link', { name: 'The only connection' }).click();
  await Promise.all([left, follows]);
  const [followed] = await Promise.all([page.waitForResponse(CHANGES), person.errand.runs.cancel(id)]);
  expect(followed.ok()).toBe(true);
});
