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

async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

test.each(['light', 'dark'] as const)('axe finds nothing on any page in %s', async (colorScheme) => {
  const found: Record<string, string[]> = {};
  const visit = async (page: Page, addresses: Record<string, string>) => {
    for (const [name, address] of Object.entries(addresses)) {
      await page.goto(address);
      await isComplete(page);
      const violations = await violationsOf(page);
      if (violations.length > 0) found[name] = violations;
    }
  };
  await visit(await openPage(null, '/sign-in', { colorScheme }), GUEST_PAGES);
  await visit(await openPage(person, '/runs', { colorScheme }), pages);
  expect(found).toEqual({});
});

test('no page is wider than a window of 360 pixels', async () => {
  const page = await openPage(person, '/runs', { viewport: { width: 360, height: 740 } });
  const wide: string[] = [];
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    await isComplete(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 360) wide.push(`${name}: ${width}`);
  }
  expect(wide).toEqual([]);
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
