import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { faultsOf } from './page-faults.ts';
import { GUEST_PAGES, PAGE_NAMES, pagesOf } from './pages.ts';
import { type Person, signUp } from './people.ts';
import type { Shot } from './pictures/camera.ts';
import { STATES, type StatesSeed, seedStates } from './pictures/states.ts';
import { seed } from './seed.ts';

const openPage = useBrowser();
let person: Person;
let pages: ReturnType<typeof pagesOf>;
/** A Run that waits for approval. */
let waiting: string;
let katherine: Person;
let states: StatesSeed;
/** What fits the path of a route in the OpenAPI document, or of the document itself. */
let documented: RegExp[];
beforeAll(async () => {
  const { baseUrl, shopUrl } = sharedStack();
  person = await signUp(baseUrl);
  const seeded = await seed(person.errand, shopUrl);
  ({ waiting } = seeded);
  pages = pagesOf(seeded);
  katherine = await signUp(baseUrl, 'Katherine Johnson');
  states = await seedStates(katherine, shopUrl);
  const itself = '/v1/openapi.json';
  const { paths } = await person.errand.request<{ paths: object }>('GET', itself);
  documented = [itself, ...Object.keys(paths)].map(
    (each) => new RegExp(`^${each.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  );
});

async function isComplete(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.late, [aria-busy]').length === 0);
}

/** Routes that the page has read and the OpenAPI document does not have. */
async function undocumentedOf(page: Page): Promise<string[]> {
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return asked
    .map((address) => new URL(address).pathname)
    .filter((path) => /^\/(v1|api)\//.test(path) && !documented.some((route) => route.test(path)));
}

describe('axe finds nothing in either theme, no page is wider than a window of 360 or 768 pixels, and each reads only routes of the OpenAPI document:', () => {
  /** One tab for each visitor, so that the dashboard is not fetched and compiled anew for each look. */
  const tabs = new Map<Person | null, Page>();
  beforeAll(async () => {
    for (const visitor of [null, person, katherine]) tabs.set(visitor, await openPage(visitor, '/sign-in'));
  });
  /** Leads the visitor's tab to the address as if it were new. */
  const openAfresh = async (visitor: Person | null, address: string): Promise<Page> => {
    const page = tabs.get(visitor) as Page;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
    if (visitor !== null) await page.context().addCookies(visitor.cookies);
    await page.goto(address);
    return page;
  };
  const check = async (visitor: Person | null, { at, prepare, isLoading = false }: Shot): Promise<void> => {
    const page = await openAfresh(visitor, typeof at === 'string' ? at : await at());
    await isComplete(page);
    await prepare?.(page);
    if (!isLoading) await isComplete(page);
    expect(await faultsOf(page)).toEqual([]);
    expect(await undocumentedOf(page)).toEqual([]);
  };
  test.each(Object.entries(GUEST_PAGES))('%s', (_name, at) => check(null, { at }));
  test.each(PAGE_NAMES)('%s', (name) => check(person, { at: pages[name] }));
  test.each(Object.entries(STATES))('%s', (_name, shotOf) => check(katherine, shotOf(states)));
});

describe('by keyboard alone', () => {
  test('a Run is found by the palette, and its steps are walked through', async () => {
    const page = await openPage(person, '/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('Buy a castle');
    await page
      .getByRole('option', { name: /Buy a castle/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\//);
    const steps = page.getByRole('list', { name: 'Steps' });
    await steps.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/step=/);
    await page.keyboard.press('ArrowDown');
    expect(await steps.locator('[aria-current=step]').count()).toBe(1);
  });

  test('a step is approved', async () => {
    const { id } = await person.errand.runs.rerun(waiting, { inputs: {} });
    await person.errand.runs.wait(id, { returnOn: ['waiting_for_approval'] });
    const page = await openPage(person, `/runs/${id}`);
    const card = page.getByRole('form', { name: 'Approval' });
    await card.getByLabel('Comment').focus();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Approve');
    await page.keyboard.press('Enter');
    await page.getByText('Completed', { exact: true }).waitFor();
  });

  test('letters lead to pages and to a new Run, which Ctrl and Enter starts', async () => {
    const page = await openPage(person, '/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.keyboard.press('n');
    await page.waitForFunction(() => document.activeElement?.id === 'new-task');
    await page.keyboard.type('Wait for a device');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  });

  test('the focus stays in a dialog and returns to what opened it', async () => {
    const page = await openPage(person, '/api-keys');
    const opener = page.getByRole('button', { name: 'Revoke' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      await page.waitForFunction(() => document.activeElement?.closest('[role=alertdialog]'));
    }
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Revoke');
  });
});

test('screen readers hear the parts of a Run and of an approval', async () => {
  const page = await openPage(person, pages['run-waiting']);
  const card = page.getByRole('form', { name: 'Approval' });
  await card.waitFor();
  const approval = await card.ariaSnapshot();
  for (const line of [
    'heading "Put it into the cart"',
    'textbox "Comment"',
    'button "Approve"',
    'button "Reject"',
  ])
    expect(approval).toContain(line);
  const whole = await page.locator('body').ariaSnapshot();
  for (const line of [
    'navigation "Main"',
    'main',
    'heading "Add to cart" [level=1]',
    'list "Steps"',
    'tablist "Findings"',
  ])
    expect(whole).toContain(line);
});
