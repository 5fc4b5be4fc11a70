import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds on the page; `rules` narrows what it looks for. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Not legacy, axe opens a page of its own for the report of each look, and reads its own source there once more.
  const axe = new AxeBuilder({ page }).exclude('iframe').setLegacyMode();
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

export const SIZE = { width: 1280, height: 900 };
const NARROW = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
];

/** What is wrong with the page that is open: in either theme, and in narrow windows. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const faults = await violationsOf(page);
  // Themes differ in nothing but colours.
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await violationsOf(page, ['color-contrast'])).map((each) => `dark: ${each}`));
  for (const size of NARROW) {
    await page.setViewportSize(size);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > size.width) faults.push(`${width} pixels wide in a window of ${size.width}`);
  }
  await page.setViewportSize(SIZE);
  return faults;
}
