import { beforeAll, describe, expect, test } from '@jest/globals';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { type Person, signUp } from './people.ts';
import { cartRunbook } from './seed.ts';

const openPage = useBrowser();
let person: Person;
beforeAll(async () => {
  person = await signUp(sharedStack().baseUrl);
});

/** A Run of a published Runbook that waits for approval. */
async function waitingRun(title: string): Promise<string> {
  const { errand } = person;
  const runbook = await errand.runbooks.create({
    ...cartRunbook(sharedStack().shopUrl, title),
    status: 'published',
  });
  const { id } = await errand.runbooks.run(runbook.id, { inputs: { product: 'blue-teapot', quantity: 2 } });
  await errand.runs.wait(id, { returnOn: ['waiting_for_approval'] });
  return id;
}

describe('accounts', () => {
  test('a wrong password says so and keeps the address', async () => {
    const page = await openPage(null, '/sign-in');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/invalid/i);
    expect(await page.getByLabel('E-mail').inputValue()).toBe(person.email);
  });

  test('a shared link leads through sign-in to its page, and never to another site', async () => {
    const page = await openPage(null, '/members');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await page.goto('/sign-in?next=//evil.example/');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    expect(new URL(page.url()).origin).toBe(sharedStack().baseUrl);
  });

  test('a session that ends in the middle of a form keeps what was typed', async () => {
    const page = await openPage(person, '/runs');
    await page.getByLabel('What is to be done?').fill('Open a page that I describe at length');
    await page.context().clearCookies();
    const dialog = page.getByRole('dialog', { name: 'You are signed out' });
    await dialog.waitFor();
    await dialog.getByLabel('Password').fill(person.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('What is to be done?').inputValue()).toBe(
      'Open a page that I describe at length',
    );
  });
});

describe('approvals', () => {
  test('shows what exactly will be done, and the Run goes on when it is approved', async () => {
    const id = await waitingRun('Approve in the dashboard');
    const page = await openPage(person, `/runs/${id}`);
    const card = page.getByRole('form', { name: 'Approval' });
    await card.getByText(`Clicks the button “Add to cart” on ${sharedStack().shopUrl}.`).waitFor();
    await card.getByRole('img', { name: /A frame marks where the step acts/ }).waitFor();
    await card.getByRole('definition').getByText('Ada Lovelace', { exact: true }).waitFor();
    await card.getByLabel('Comment').fill('Looks right');
    await card.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByText('approved by Ada Lovelace').waitFor();
    const { outputs } = await person.errand.runs.details(id);
    expect(outputs['total']).toBe('£69.00');
  });

  test('approvals appear on their page by themselves, and vanish when rejected', async () => {
    const page = await openPage(person, '/approvals');
    await page.getByText('Nothing waits for you').waitFor();
    const id = await waitingRun('Reject in the dashboard');
    const card = page.getByRole('form', { name: 'Approval' });
    await card.getByRole('img', { name: /A frame marks where the step acts/ }).waitFor();
    await card.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Nothing waits for you').waitFor();
    expect(await person.errand.runs.wait(id)).toMatchObject({
      status: 'failed',
      error_code: 'approval_rejected',
    });
  });

  test('an approval of human.input asks with the form of its schema', async () => {
    const definition = {
      schemaVersion: 3,
      title: 'Ask a person',
      status: 'published',
      parameters: [],
      steps: [
        {
          id: 'ask',
          kind: 'primitive',
          primitive: 'human.input',
          input: {
            message: 'How many, and which colour?',
            schema: {
              type: 'object',
              properties: {
                count: { type: 'integer', minimum: 1 },
                colour: { type: 'string', enum: ['Blue', 'Moss'] },
              },
              required: ['count', 'colour'],
            },
          },
        },
      ],
    } as unknown as Parameters<typeof person.errand.runbooks.create>[0];
    const runbook = await person.errand.runbooks.create(definition);
    const { id } = await person.errand.runbooks.run(runbook.id);
    const page = await openPage(person, `/runs/${id}`);
    const card = page.getByRole('form', { name: 'Approval' });
    await card.getByLabel(/^Count/).fill('3');
    await card.getByLabel(/^Colour/).selectOption('Moss');
    await card.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    expect((await person.errand.runs.details(id)).outputs['ask']).toEqual({ count: 3, colour: 'Moss' });
  });
});

describe('Runs', () => {
  test('Runs are listed as they happen, and filtered by an address that can be shared', async () => {
    const page = await openPage(person, '/runs');
    const { id } = await person.errand.runs.create({ task: 'Wait for a device', executionTarget: 'local' });
    const row = page.getByRole('row').filter({ hasText: 'Wait for a device' });
    await row.getByText('Queued').waitFor();
    await page.getByLabel('Target').selectOption('local');
    await page.waitForURL(/target=local/);
    await row.getByRole('link').click();
    await page.getByText('Why is it queued?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the Run' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect((await person.errand.runs.get(id)).status).toBe('cancelled');
  });

  test('a Run shows where each step acted, on the page before it or after it', async () => {
    const { shopUrl } = sharedStack();
    const { id } = await person.errand.runs.createAndWait({
      task: `Open ${shopUrl}/products/blue-teapot, set Quantity to 2, click "Add to cart", and report the total.`,
    });
    const page = await openPage(person, `/runs/${id}`);
    const steps = page.getByRole('list', { name: 'Steps' });
    const marked = page.getByRole('img', { name: /A frame marks where the step acts/ });
    await steps.getByRole('button', { name: /Quantity/ }).click();
    await page.getByRole('img', { name: /^The page after: .*Quantity.* A frame marks/ }).waitFor();
    await steps.getByRole('button', { name: /Add to cart/ }).click();
    await page.getByRole('img', { name: /^The page before: .*Add to cart.* A frame marks/ }).waitFor();
    await page.getByRole('button', { name: 'After it' }).click();
    await page.getByRole('img', { name: /^The page after: .*Add to cart/ }).waitFor();
    expect(await marked.count()).toBe(0);
  });

  test('a failed Run says why and what to do, and can be run again or become a Runbook', async () => {
    const { shopUrl } = sharedStack();
    const page = await openPage(person, '/runs');
    await page.getByLabel('What is to be done?').fill(`Open ${shopUrl} and click "Buy a castle"`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('correct the target').waitFor();
    const failed = page.url();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL((url) => url.href !== failed);
    const done = await person.errand.runs.createAndWait({ task: `Open ${shopUrl} and report the heading` });
    await page.goto(`/runs/${done.id}`);
    await page.getByRole('button', { name: 'Make a Runbook of it' }).click();
    await page.waitForURL(/\/runbooks\/[0-9a-f-]{36}/);
    await page.getByText('no problems').waitFor();
  });
});

describe('API keys', () => {
  test('an API key is shown once, rotated, and stops working when it is revoked', async () => {
    const { baseUrl } = sharedStack();
    const page = await openPage(person, '/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Nightly import');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const shown = page.getByTestId('issued-key');
    const key = (await shown.textContent())?.match(/erk_\w+/)?.[0] ?? '';
    const use = async (each: string) => {
      const response = await fetch(`${baseUrl}/v1/runs?limit=1`, {
        headers: { authorization: `Bearer ${each}` },
      });
      return response.status;
    };
    expect(await use(key)).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(key);
    const row = page.getByRole('row').filter({ hasText: 'Nightly import' });
    await row.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click();
    const second = (await shown.textContent())?.match(/erk_\w+/)?.[0] ?? '';
    expect([second === key, await use(second)]).toEqual([false, 200]);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('revoked').waitFor();
    expect([await use(key), await use(second)]).toEqual([401, 401]);
  });
});

describe('members', () => {
  test('a member is invited by a link, joins, and is removed', async () => {
    const guest = await signUp(sharedStack().baseUrl, 'Grace Hopper');
    const page = await openPage(person, '/members');
    await page.getByRole('form', { name: 'Invite' }).getByLabel('E-mail').fill(guest.email);
    await page.getByRole('button', { name: 'Invite' }).click();
    const row = page.getByRole('row').filter({ hasText: guest.email });
    const copy = (await row.getByRole('button', { name: /Copy the link/ }).textContent()) ?? '';
    const [link = ''] = /http\S+invitation\/[\w-]{36}/.exec(copy) ?? [];
    const theirs = await openPage(guest, new URL(link).pathname);
    await theirs.getByRole('button', { name: 'Join' }).click();
    await theirs.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await page.reload();
    await page
      .getByRole('row')
      .filter({ hasText: guest.email })
      .getByRole('button', { name: 'Remove' })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row').filter({ hasText: guest.email }).waitFor({ state: 'detached' });
  });
});
