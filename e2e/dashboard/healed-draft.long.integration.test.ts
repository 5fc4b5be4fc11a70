import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnStack, startOwnStack } from '../launcher/own-stack.ts';
import { useBrowser } from './browser.ts';
import { type RenamedButton, healedRun, startRenamedButton } from './healed-run.ts';
import { faultsOf } from './page-faults.ts';
import { type Person, signUp } from './people.ts';

const openPage = useBrowser();
let site: RenamedButton;
let own: OwnStack;
let person: Person;
beforeAll(async () => {
  site = await startRenamedButton();
  // The shared stack has no model.
  own = await startOwnStack(site.environment);
  person = await signUp(own.stack.baseUrl);
});
afterAll(() => own?.stop());
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

/** Opens the comparison from the page of a Run of a Runbook on a page whose button was renamed. */
async function openHealedRun(title: string) {
  const { run, runbook } = await healedRun(person.errand, site.url, title);
  const page = await openPage(person, `/runs/${run.id}`, { baseURL: own.stack.baseUrl });
  await page.getByText('The step “keep” was healed').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Compare with the Runbook' }).click();
  await page.getByRole('heading', { name: `Healed draft of “${title}”` }).waitFor();
  return { page, runbook };
}

test('a healed draft is compared with what the Run was given, and published over its Runbook', async () => {
  const { page, runbook } = await openHealedRun('Keep the tea');
  const step = page.getByRole('list', { name: 'Healed steps' }).getByRole('listitem');
  await step.getByText('the button “Keep”').waitFor();
  await step.getByText('the button “Keep it”').waitFor();
  await step.getByRole('img', { name: /A frame marks where the step acts/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const difference = await page.getByRole('region', { name: 'Difference' }).textContent();
  expect(difference).toContain('removed:           "name": "Keep"');
  expect(difference).toContain('added:           "name": "Keep it"');
  await page.getByRole('button', { name: 'Publish as version 2' }).click();
  await page.getByRole('heading', { name: 'Keep the tea', exact: true, level: 1 }).waitFor();
  const now = await person.errand.runbooks.get(runbook.id);
  expect(now).toMatchObject({ status: 'published', version: 2 });
  expect(now.steps[1]).toMatchObject({ input: { target: { name: 'Keep it' } } });
  const { data } = await person.errand.runbooks.list();
  expect(data.map(({ title }) => title)).toEqual(['Keep the tea']);
});

test('a healed draft that is dismissed leaves the Runbook as it was, and can be proposed again', async () => {
  const { page, runbook } = await openHealedRun('Keep it as it was');
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss the draft' }).click();
  await page.getByRole('button', { name: 'Compare with the Runbook' }).waitFor();
  const all = await person.errand.runbooks.list({ title: 'Keep it as it was (2)' });
  expect(all.data).toEqual([]);
  expect((await person.errand.runbooks.get(runbook.id)).version).toBe(1);
  await page.getByRole('button', { name: 'Compare with the Runbook' }).click();
  await page.getByRole('heading', { name: /^Healed draft/ }).waitFor();
});
