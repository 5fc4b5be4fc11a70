import type { Page } from 'playwright-core';

/** True if `text` is visible anywhere on the page, in any element or frame, in any case. */
export async function isTextVisible(page: Page, text: string): Promise<boolean> {
  for (const frame of page.frames())
    if ((await frame.getByText(text).filter({ visible: true }).count()) > 0) return true;
  return false;
}
