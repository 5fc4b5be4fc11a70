import { AxeBuilder } from '@axe-core/playwright';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { GUEST_PAGES, pagesOf } from './pages.ts';
import { type Person, signUp } from './people.ts';
import { seed } from './seed.ts';

const openPage = useBrowser();
let person: Person;
let pages: Record<string, string>;
beforeAll(async () => {
  const { baseUrl, shopUrl } = sharedStack();
  person = await signUp(baseUrl);
  pages = pagesOf(await seed(person.errand, shopUrl));
});

async function isComplete(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.late, [aria-busy]').length === 0);
}

async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).exclude('iframe');
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

const SIZE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 740 };

/** What is wrong with the page that is open: in either theme, and in a window of 360 pixels. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const faults = await violationsOf(page);
  // Themes differ in nothing but colours.
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await violationsOf(page, ['color-contrast'])).map((each) => `dark: ${each}`));
  await page.setViewportSize(NARROW);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > NARROW.width) faults.push(`${width} pixels wide`);
  await page.setViewportSize(SIZE);
  return faults;
}

test('axe finds nothing on any page in either theme, and none is wider than 360 pixels', async () => {
  const found: Record<string, string[]> = {};
  const visit = async (page: Page, addresses: Record<string, string>) => {
    for (const [name, address] of Object.entries(addresses)) {
      await page.goto(address);
      await isComplete(page);
      const faults = await faultsOf(page);
      if (faults.length > 0) found[name] = faults;
    }
  };
  await visit(await openPage(null, '/sign-in'), GUEST_PAGES);
  await visit(await openPage(person, '/runs'), pages);
  expect(found).toEqual({});
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
  const page = await openPage(person, pages['run-waiting'] ?? '');
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
