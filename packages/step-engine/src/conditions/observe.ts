import type { Page } from 'playwright-core';
import { plainTarget } from '../direct/plain-target.ts';
import { callDirectly } from '../direct/script.ts';

/** True if `text` is visible anywhere on the page, in any element or frame, in any case. */
export async function isTextVisible(page: Page, text: string): Promise<boolean> {
  for (const frame of page.frames())
    if ((await frame.getByText(text).filter({ visible: true }).count()) > 0) return true;
  return false;
}

/** How many of the elements that a selector finds can be seen. */
export async function countVisible(page: Page, selector: string): Promise<number> {
  const target = plainTarget({ css: selector });
  const seen = target === null ? null : await callDirectly(page, 'countVisible', target).catch(() => null);
  return seen ?? page.locator(selector).filter({ visible: true }).count();
}
