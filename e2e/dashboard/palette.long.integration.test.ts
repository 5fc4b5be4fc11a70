import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { type Person, signUp } from './people.ts';
import { cartRunbook } from './seed.ts';

const openPage = useBrowser();
let person: Person;
beforeAll(async () => {
  person = await signUp(sharedStack().baseUrl);
});

/** Chooses a command by keyboard alone. */
async function choose(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.type(name);
  await page.getByRole('option', { name, exact: true, selected: true }).waitFor();
  await page.keyboard.press('Enter');
}

test('the palette runs a Runbook and a Blueprint with the inputs that it asks for', async () => {
  const { shopUrl } = sharedStack();
  const { errand } = person;
  await errand.runbooks.create({ ...cartRunbook(shopUrl), status: 'published' });
  await errand.blueprints.create({
    name: 'Find a price',
    goal: `Open ${shopUrl}, search for "{{ inputs.product }}", click the first result and report the price.`,
    parameters: [{ name: 'product', type: 'string', required: true }],
  });
  const page = await openPage(person, '/settings');
  for (const [command, product, ends] of [
    ['Run Runbook “Add to cart”', 'blue-teapot', 'Needs approval'],
    ['Run Blueprint “Find a price”', 'teapot', 'Completed'],
  ] as const) {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await choose(page, command);
    const dialog = page.getByRole('dialog', { name: command.replace(/ (?:Runbook|Blueprint)/, '') });
    await dialog.getByLabel(/^product/).fill(product);
    expect(new URL(page.url()).search).toBe('');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
    await page.getByText(ends, { exact: true }).first().waitFor();
  }
});

test('the palette cancels a Run after it asked, and keeps it when the answer is no', async () => {
  const { errand } = person;
  const task = 'Wait for a device of the palette';
  const { id } = await errand.runs.create({ task, executionTarget: 'local' });
  const page = await openPage(person, '/members');
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
  const dialog = page.getByRole('alertdialog', { name: `Cancel “${task}”?` });
  await choose(page, `Cancel “${task}”`);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await errand.runs.get(id)).status).toBe('queued');
  await choose(page, `Cancel “${task}”`);
  await dialog.getByRole('button', { name: 'Cancel the Run' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await errand.runs.get(id)).status).toBe('cancelled');
});
