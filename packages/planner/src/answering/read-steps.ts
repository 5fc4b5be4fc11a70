import type { FoundList, Place } from '../locators/list-locator.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { PageView } from '../page/page-view.ts';
import type { Target } from '@errand/contracts/primitives';

/** Runs of white space as one space. */
export function squeezed(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** A value read from the view instead of extracted is still a step. */
export function keep(driver: PageDriver, name: string, value: unknown): Promise<unknown> {
  return driver.step('data.set', { value }, `Read ${name}`);
}

/** Where items of the view stand. */
export function placesOf(view: PageView, items: readonly number[]): Place[] {
  return items.map((index) => {
    const css = view.items[index]?.css ?? '';
    return { css, itemCss: css };
  });
}

/** Where an element stands that is its own item. */
export function placeOf({ css }: { css: string }): Place {
  return { css, itemCss: css };
}

/** The list step, and its output as a list of texts. */
export async function extractList(
  driver: PageDriver,
  { target }: FoundList,
  name: string,
): Promise<string[]> {
  const texts = await driver.step('browser.extract', { target, as: 'list' }, `Read ${name}`);
  return Array.isArray(texts) ? texts.map(String) : [];
}

/** Reads an element as text, a table or a list. */
export function extract(driver: PageDriver, target: Target | null, as: string, name: string) {
  return driver.step('browser.extract', { ...(target === null ? {} : { target }), as }, `Read ${name}`);
}
