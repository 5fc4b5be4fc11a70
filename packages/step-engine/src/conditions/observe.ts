import type { Page } from 'playwright-core';

/** True when a person sees `text` somewhere on the page, in whatever element or frame, without regard to case. */
export async function isTextVisible(page: Page, text: string): Promise<boolean> {
  for (const frame of page.frames())
    if ((await frame.getByText(text).filter({ visible: true }).count()) > 0) return true;
  return false;
}
