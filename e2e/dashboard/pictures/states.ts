import type { Page } from 'playwright-core';
import type { Person } from '../people.ts';
import { cartRunbook, publishAndRevise } from '../seed.ts';
import type { Shot } from './camera.ts';

type Definition = Parameters<Person['errand']['runbooks']['create']>[0];

function step(id: string, primitive: string, input: object, more: object = {}) {
  return { id, kind: 'primitive', primitive, input, ...more };
}

async function runOf({ errand }: Person, title: string, steps: readonly object[]): Promise<string> {
  const runbook = await errand.runbooks.create({
    schemaVersion: 3,
    title,
    status: 'published',
    parameters: [],
    steps,
  } as unknown as Definition);
  return (await errand.runbooks.run(runbook.id)).id;
}

/** A Run with a loop of 60 rows, and one that asks a person for values. */
async function startRuns(person: Person, shop: string): Promise<{ loop: string; asking: string }> {
  const { errand } = person;
  const rows = Array.from({ length: 60 }, (_, index) => index + 1);
  const loop = await runOf(person, 'Read 60 rows', [
    step('rows', 'data.set', { value: rows }),
    step('open', 'browser.navigate', { url: shop }),
    step('read', 'browser.extract', { target: 'h1', as: 'text' }, { forEach: '{{ steps.rows.output }}' }),
  ]);
  const schema = {
    type: 'object',
    required: ['quantity'],
    properties: {
      quantity: { type: 'integer', minimum: 1, maximum: 9, description: 'How many to order' },
      colour: { type: 'string', enum: ['blue', 'white'] },
      gift: { type: 'boolean', description: 'Wrap it' },
    },
  };
  const asking = await runOf(person, 'Order what a person says', [
    step('open', 'browser.navigate', { url: `${shop}/products/blue-teapot` }),
    step('ask', 'human.input', { message: 'Which teapot shall it be?', schema }),
  ]);
  await errand.runs.wait(loop);
  await errand.runs.wait(asking, { returnOn: ['waiting_for_approval'] });
  return { loop, asking };
}

function tab(name: string) {
  return (page: Page): Promise<void> => page.getByRole('tab', { name }).click();
}

/** Reads of the list of Runs are answered by `status` and `detail`, or never. */
async function withoutRuns(page: Page, status?: number, detail?: string): Promise<void> {
  await page.route(/\/v1\/runs\?/, (route) =>
    status === undefined
      ? undefined
      : route.fulfill({ status, ...(detail === undefined ? { body: '' } : { json: { detail } }) }),
  );
  await page.reload();
}

/** What the pages in states are about. */
export interface StatesSeed {
  readonly errand: Person['errand'];
  /** Ids of Runs. */
  readonly loop: string;
  readonly asking: string;
  readonly dryRun: string;
  /** The address of a published Runbook with a newer draft. */
  readonly runbook: string;
}

export async function seedStates(person: Person, shop: string): Promise<StatesSeed> {
  const { errand } = person;
  const { loop, asking } = await startRuns(person, shop);
  const draft = await publishAndRevise(errand, shop, (steps) => steps.slice(0, 3));
  const dryRun = await errand.runbooks.dryRun(draft.id, { inputs: { product: 'blue-teapot', quantity: 2 } });
  await errand.runs.wait(dryRun.id);
  await errand.runbooks.create(
    cartRunbook(shop, `A title as long as titles may be ${'without-an-end-'.repeat(5)}`),
  );
  await errand.runs.create({
    task: `Open https://example.com/${'a-very-long-address/'.repeat(20)} and report the heading`,
    executionTarget: 'local',
  });
  await errand.request('POST', '/v1/api-keys', { body: { name: 'Order import', scopes: ['runs:read'] } });
  return { errand, loop, asking, dryRun: dryRun.id, runbook: `/runbooks/${draft.id}` };
}

/** Pages in states that a person meets on the way: waiting, refused, asked, in the middle of something. */
export const STATES = {
  'runs-full': () => ({ at: '/runs' }),
  'runs-focus': () => ({
    at: '/runs',
    prepare: async (page) => {
      await page.getByRole('row').nth(2).hover();
      await page.getByRole('row').nth(1).getByRole('link').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
    },
  }),
  'runs-composer': () => ({ at: '/runs', prepare: (page) => page.getByText('Target, sites').click() }),
  'runs-loading': () => ({
    at: '/runs',
    isLoading: true,
    prepare: async (page) => {
      await withoutRuns(page);
      await page.getByText('Loading Runs').waitFor();
    },
  }),
  'runs-error': () => ({
    at: '/runs',
    prepare: async (page) => {
      await withoutRuns(page, 503);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  }),
  'runs-forbidden': () => ({
    at: '/runs',
    prepare: async (page) => {
      await withoutRuns(page, 403, 'This workspace withholds runs:read from its members.');
      await page.getByRole('heading', { name: 'Your role does not allow this' }).waitFor();
    },
  }),
  'runs-offline': () => ({
    at: '/runs',
    prepare: async (page) => {
      await page.getByLabel('What is to be done?').fill('Open the shop');
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  }),
  'signed-out': () => ({
    at: '/runs',
    prepare: async (page) => {
      await page.getByLabel('What is to be done?').fill('Open the shop');
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  }),
  palette: () => ({
    at: '/runs',
    prepare: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('option').first().waitFor();
    },
  }),
  more: () => ({
    at: '/runs',
    prepare: async (page) => {
      const more = page.getByRole('button', { name: 'More' });
      if (await more.isVisible()) await more.click();
    },
  }),
  'run-missing': () => ({ at: '/runs/00000000-0000-7000-8000-000000000000' }),
  'run-asking': ({ asking }) => ({ at: `/runs/${asking}` }),
  'run-loop': ({ loop }) => ({
    at: `/runs/${loop}?step=read%5B3%5D`,
    prepare: (page) => page.locator('[aria-current=step]').waitFor(),
  }),
  'run-events': ({ loop }) => ({ at: `/runs/${loop}`, prepare: tab('Events') }),
  'run-dry': ({ dryRun }) => ({
    at: `/runs/${dryRun}`,
    prepare: tab('Effects'),
  }),
  'run-files': ({ dryRun }) => ({
    at: `/runs/${dryRun}`,
    prepare: tab('Files'),
  }),
  'run-details': ({ dryRun }) => ({
    at: `/runs/${dryRun}`,
    prepare: tab('Details'),
  }),
  'run-cancel': ({ asking }) => ({
    at: `/runs/${asking}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  }),
  'runbooks-full': () => ({ at: '/runbooks' }),
  'runbook-step': ({ runbook }) => ({
    at: runbook,
    prepare: (page) => page.getByRole('button', { expanded: false, name: /Put it into/ }).click(),
  }),
  'runbook-problems': ({ runbook }) => ({
    at: runbook,
    prepare: async (page) => {
      await page.getByLabel('Title').fill('');
      await page.getByText('1 problem').waitFor();
    },
  }),
  'runbook-compare': ({ runbook }) => ({ at: runbook, prepare: tab('Revisions') }),
  'runbook-typescript': ({ runbook }) => ({ at: runbook, prepare: tab('TypeScript') }),
  'runbook-start': ({ runbook }) => ({
    at: `${runbook}?run=true`,
    prepare: (page) => page.getByRole('dialog').waitFor(),
  }),
  'blueprint-new': () => ({ at: '/blueprints/new' }),
  'api-keys-issued': () => ({
    at: '/api-keys?new=true',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Reports');
      await page.getByRole('button', { name: 'Create the key' }).click();
      await page.getByRole('dialog', { name: 'The key' }).waitFor();
    },
  }),
  'api-keys-revoke': () => ({
    at: '/api-keys',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Revoke' }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  }),
  'device-code': ({ errand }) => ({
    at: async () => {
      const { user_code: code } = await errand.request<{ user_code: string }>(
        'POST',
        '/api/auth/device/code',
        { body: { client_id: 'errand-desktop', scope: 'name=Studio%20laptop platform=linux%20x64' } },
      );
      return `/device?user_code=${code}`;
    },
  }),
} satisfies Record<string, (seed: StatesSeed) => Shot>;

export function statesOf(seed: StatesSeed): Record<string, Shot> {
  return Object.fromEntries(Object.entries(STATES).map(([name, shotOf]) => [name, shotOf(seed)]));
}
