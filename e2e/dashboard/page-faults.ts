import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on the page, but not in its frames; `rules` narrows what it looks for. */
export async function violationsOf(page: Page, rules: string[] = []): Promise<string[]> {
  // Its own builder for Playwright reads the source of axe four times for two looks, and fetches all that is in order, too.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(
      { exclude: ['iframe'] },
      {
        iframes: false,
        resultTypes: ['violations'],
        ...(values.length > 0 && { runOnly: { type: 'rule', values } }),
      },
    );
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, rules);
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
