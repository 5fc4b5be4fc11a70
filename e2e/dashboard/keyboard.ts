import { waitFor } from '@errand/test-kit';
import type { Locator, Page } from 'playwright-core';

/** More than any page has controls between two that a flow needs. */
const MAX_TABS = 60;

/** What has the focus, as a person would call it. Runs in the page. */
function nameOfFocused(): string {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (focused === null || focused === document.body) return 'nothing';
  const label = (focused as HTMLInputElement).labels?.[0]?.textContent;
  const name = focused.getAttribute('aria-label') ?? label ?? focused.textContent ?? '';
  return `${focused.tagName.toLowerCase()} “${name.trim().slice(0, 40)}”`;
}

/** Whether a control has the focus and shows it: by an outline of itself, or of what is around it where it is not seen. */
function focusOf(control: Element): 'none' | 'hidden' | 'shown' {
  const root = control.getRootNode() as Document | ShadowRoot;
  if (root.activeElement !== control || !control.ownerDocument.hasFocus()) return 'none';
  const isOutlined = (element: Element, part?: string): boolean =>
    element.checkVisibility({ opacityProperty: true }) &&
    getComputedStyle(element, part).outlineStyle !== 'none';
  if (isOutlined(control) || isOutlined(control, '::after')) return 'shown';
  for (let around = control.parentElement; around !== null; around = around.parentElement)
    if (isOutlined(around)) return 'shown';
  return 'hidden';
}

/** Tabs until `control` has the focus. Fails when the focus is not to be seen on it, and after too many tabs. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const passed: string[] = [];
  for (let tabs = 0; tabs <= MAX_TABS; tabs += 1) {
    if ((await control.evaluate(focusOf)) !== 'none') {
      await waitFor(`the focus on ${String(control)} to be seen`, async () => {
        return (await control.evaluate(focusOf)) === 'shown';
      });
      return;
    }
    await page.keyboard.press('Tab');
    passed.push(await page.evaluate(nameOfFocused));
  }
  throw new Error(
    `${String(control)} was not reached by ${MAX_TABS} tabs, which passed ${passed.join(', ')}`,
  );
}

/** Tabs to a control and presses a key on it. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Tabs to a field and types into it, in place of what it holds. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Waits until something on the page has the focus; what had it before must have vanished already. */
export async function expectFocus(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement !== document.body);
}
