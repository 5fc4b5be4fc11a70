import { waitFor } from '@errand/test-kit';
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

test('a Runbook is written, validated, published, run, changed and compared', async () => {
  const { shopUrl } = sharedStack();
  const page = await openPage(person, '/runbooks');
  await page.getByRole('link', { name: 'New Runbook' }).click();
  await page.getByLabel('Title').fill('Read a heading');
  await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: /^open/ }).click();
  const url = page.getByLabel(/^URL/);
  await url.fill('{{ inputs.nothing }}');
  await page.getByText('1 problem').first().waitFor();
  await page.locator('[data-problem]').filter({ hasText: 'nothing' }).waitFor();
  await page.getByRole('button', { name: 'Add an input' }).click();
  await page.getByRole('list', { name: 'Inputs' }).getByText('input1', { exact: true }).click();
  await page.getByLabel(/^Name/).fill('site');
  await url.fill('{{ inputs.site }}');
  await page.getByText('no problems').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/runbooks\/[0-9a-f-]{36}/);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('published', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('site').fill(shopUrl);
  await dialog.getByRole('button', { name: 'Run' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.goBack();
  await page.getByLabel('Title').fill('Read the heading');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('version 2', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Revisions' }).click();
  const difference = await page.getByRole('region', { name: 'Difference' }).textContent();
  expect(difference).toContain('removed:   "title": "Read a heading"');
  expect(difference).toContain('added:   "title": "Read the heading"');
});

test('templates are offered while a field is typed in, look like chips, and are deleted as one', async () => {
  const runbook = await person.errand.runbooks.create(cartRunbook(sharedStack().shopUrl, 'Chips'));
  const page = await openPage(person, `/runbooks/${runbook.id}`);
  const card = page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: /^quantity/ });
  expect(await card.locator('code').textContent()).toBe('inputs.quantity');
  await card.click();
  const value = page.getByLabel(/^Value/);
  const chip = page.locator('[data-template]');
  await chip.filter({ hasText: '{{ inputs.quantity }}' }).waitFor();
  await value.press('End');
  await value.press('Backspace');
  expect(await value.inputValue()).toBe('');
  await value.pressSequentially('No. {{ st');
  const offers = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await offers.filter({ hasText: 'steps.open.output' }).waitFor();
  expect(await offers.count()).toBe(1);
  await value.press('Enter');
  expect(await value.inputValue()).toBe('No. {{ steps.open.output }}');
  await page.getByText('no problems').waitFor();
  await chip.filter({ hasText: '{{ steps.open.output }}' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('version 2', { exact: true }).waitFor();
  expect((await person.errand.runbooks.get(runbook.id)).steps[1]).toMatchObject({
    input: { value: 'No. {{ steps.open.output }}' },
  });
});

/** As a person who comes back to the window from another: the page reads again what is at `route`. */
async function comeBackTo(page: Page, route: string): Promise<void> {
  let isRead = false;
  const reading = page.waitForResponse(route).then(() => {
    isRead = true;
  });
  // What was read a moment ago is not read again.
  await waitFor('the page to read it again', async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    return isRead;
  });
  await reading;
}

test('nothing is lost when two people save a Blueprint at the same time', async () => {
  const { errand } = person;
  const { id } = await errand.blueprints.create({ name: 'Edited by two', goal: 'Look' });
  const page = await openPage(person, `/blueprints/${id}`);
  await page.getByLabel(/^Name/).fill('Edited by me');
  await errand.blueprints.update(id, { expectedVersion: 1, name: 'Edited by the other', goal: 'Look' });
  await comeBackTo(page, `**/v1/blueprints/${id}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this Blueprint').waitFor();
  expect(await page.getByLabel(/^Name/).inputValue()).toBe('Edited by me');
  await page.getByRole('button', { name: 'Take theirs and drop mine' }).click();
  await page.getByRole('heading', { name: 'Edited by the other' }).waitFor();
  expect(await page.getByLabel(/^Name/).inputValue()).toBe('Edited by the other');
  await page.getByText('not saved').waitFor({ state: 'detached' });
});

test('nothing is lost when two people save a Runbook at the same time', async () => {
  const runbook = await person.errand.runbooks.create(cartRunbook(sharedStack().shopUrl, 'Edited by two'));
  const page = await openPage(person, `/runbooks/${runbook.id}`);
  await page.getByLabel('Title').fill('Edited by me');
  const { title: _title, ...rest } = {
    title: runbook.title,
    steps: runbook.steps,
    parameters: runbook.parameters,
  };
  await person.errand.runbooks.update(runbook.id, {
    expectedVersion: 1,
    title: 'Edited by the other',
    ...rest,
  });
  await comeBackTo(page, `**/v1/runbooks/${runbook.id}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this Runbook').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Edited by me');
  await page.getByRole('button', { name: 'Save mine over theirs' }).click();
  await page.getByText('version 3', { exact: true }).waitFor();
  expect((await person.errand.runbooks.get(runbook.id)).title).toBe('Edited by me');
});

test('steps move by the keyboard, and the JSON beside them follows and leads', async () => {
  const runbook = await person.errand.runbooks.create(cartRunbook(sharedStack().shopUrl, 'Moved'));
  const page = await openPage(person, `/runbooks/${runbook.id}`);
  await page.getByRole('button', { name: 'Move quantity up' }).focus();
  await page.keyboard.press('Enter');
  const code = page.getByRole('textbox', { name: 'The Runbook as JSON' });
  expect(await code.textContent()).toMatch(/"id": "quantity".*"id": "open"/s);
  await code.click();
  await page.keyboard.press('ControlOrMeta+a');
  const { title, parameters, steps } = runbook;
  await page.keyboard.insertText(JSON.stringify({ title: `${title} again`, parameters, steps }));
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[maxlength="120"]')?.value === 'Moved again',
  );
  await page.getByRole('tab', { name: 'TypeScript' }).click();
  expect(await page.getByRole('textbox', { name: 'The Runbook as TypeScript' }).textContent()).toContain(
    "from '@errand/runbooks'",
  );
});

test('a dry run of a draft asks for its inputs and shows what each step would do and that nothing was changed', async () => {
  const whole = cartRunbook(sharedStack().shopUrl, 'Dry');
  // Nothing is put into the cart, so its total cannot be read.
  const runbook = await person.errand.runbooks.create({ ...whole, steps: whole.steps.slice(0, 3) });
  const page = await openPage(person, `/runbooks/${runbook.id}`);
  await page.getByRole('button', { name: 'Dry run' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^product/).fill('blue-teapot');
  await dialog.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Effects' }).click();
  await page.getByText('Nothing was changed on any site.').waitFor();
});

test('a Blueprint is written by its schema and run with its inputs', async () => {
  const { shopUrl } = sharedStack();
  const page = await openPage(person, '/blueprints');
  await page.getByRole('link', { name: 'New Blueprint' }).click();
  await page.getByLabel(/^Name/).fill('Find a price');
  await page.getByLabel(/^Goal/).fill(`Open ${shopUrl} and report the heading`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/blueprints\/[0-9a-f-]{36}/);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
});
