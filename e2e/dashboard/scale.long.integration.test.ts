import { query, waitFor } from '@errand/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { fillRuns, RUNS } from './many-runs.ts';
import { type Person, signUp } from './people.ts';
import { cartRunbook } from './seed.ts';

const STEPS = 500;
const LISTED = 200;
/** What fits into a window, and as much again above and below it. */
const MAX_ROWS = 60;

/** Two events for each step, after those that the Run has. The Run's row is locked first, as the runs service does it. */
function fillEvents(runId: string): string {
  return `
  WITH run AS (UPDATE runs SET last_seq = last_seq + ${STEPS * 2} WHERE id = '${runId}' RETURNING id, last_seq)
  INSERT INTO run_events (run_id, seq, at, type, step_id, message)
  SELECT id, last_seq - ${STEPS * 2} + n, now(), CASE WHEN n % 2 = 1 THEN 'step.started' ELSE 'step.completed' END,
         'many' || (n + 1) / 2, 'Step ' || (n + 1) / 2
  FROM run, generate_series(1, ${STEPS * 2}) AS n`;
}

const openPage = useBrowser();
let person: Person;
let database: string;
beforeAll(async () => {
  const { baseUrl, environments } = sharedStack();
  person = await signUp(baseUrl);
  database = String(environments.runs['ERRAND_DATABASE_URL']);
});

function elementsOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}

test('ten thousand Runs are scrolled through with no more of the page in memory than fifty', async () => {
  const { workspace } = await person.errand.me();
  await query(database, fillRuns(workspace.id));
  const page = await openPage(person, '/runs');
  await page.getByText('Task 1', { exact: true }).waitFor();
  const atTop = await elementsOf(page);
  await page.waitForFunction((last) => {
    scrollTo(0, document.documentElement.scrollHeight);
    return document.querySelector('[role=rowgroup]')?.textContent?.includes(last);
  }, `Task ${RUNS}`);
  expect(await page.getByRole('row').count()).toBeLessThan(MAX_ROWS);
  expect((await elementsOf(page)) / atTop).toBeLessThan(1.5);
});

test.each(['Runbooks', 'Blueprints'])(
  'only the visible of two hundred %s are in the document, and arrow keys move on',
  async (what) => {
    const { errand } = person;
    for (let begin = 1; begin <= LISTED; begin += 20)
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const title = `${what} ${begin + index}`;
          if (what === 'Runbooks') await errand.runbooks.create(cartRunbook('https://example.com', title));
          else await errand.blueprints.create({ name: title, goal: 'Look' });
        }),
      );
    const page = await openPage(person, `/${what.toLowerCase()}`);
    const table = page.getByRole('table', { name: what });
    await table.and(page.locator(`[aria-rowcount="${LISTED + 1}"]`)).waitFor();
    expect(await table.getByRole('row').count()).toBeLessThan(MAX_ROWS);
    await table.getByRole('link').first().focus();
    for (let row = 1; row < 40; row += 1) {
      await page.keyboard.press('ArrowDown');
      await page.waitForFunction(
        (at) => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') === at,
        String(row),
      );
    }
    expect(await table.getByRole('row').count()).toBeLessThan(MAX_ROWS);
  },
);

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}

test('a live Run of a thousand events keeps only the rows in the window, and follows what happens', async () => {
  const { shopUrl } = sharedStack();
  const runbook = await person.errand.runbooks.create({ ...cartRunbook(shopUrl), status: 'published' });
  const { id } = await person.errand.runbooks.run(runbook.id, { inputs: { product: 'blue-teapot' } });
  await person.errand.runs.wait(id, { returnOn: ['waiting_for_approval'] });
  await query(database, fillEvents(id));
  const page = await openPage(person, `/runs/${id}`);
  const steps = page.getByRole('list', { name: 'Steps' });
  await steps
    .locator(`[aria-setsize="${STEPS + 3}"]`)
    .first()
    .waitFor();
  expect(await steps.getByRole('listitem').count()).toBeLessThan(MAX_ROWS);
  await steps.getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-row') === '1');
  const height = await heightOf(page);
  await page.waitForFunction((last) => {
    scrollTo(0, document.documentElement.scrollHeight);
    return document.querySelector(`[aria-posinset="${last}"]`);
  }, STEPS + 3);
  expect(await heightOf(page)).toBe(height);
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByText(/^Events \d+ to \d+ of 1,?\d{3}$/).waitFor();
  expect(await page.getByRole('tabpanel').getByRole('row').count()).toBeLessThan(110);
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  await waitFor('the Run to end', async () => (await person.errand.runs.get(id)).status === 'completed');
});
