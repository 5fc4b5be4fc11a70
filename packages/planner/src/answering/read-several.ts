import { truncate } from '@errand/browser-runtime';
import { locate } from '@errand/step-engine';
import { type Answer, answer, valuePattern } from './answer.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { type Phrase, spokenPhrase } from '../grammar/clause.ts';
import { chooseEach } from '../finding/choose-fact.ts';
import { ambiguous, nameCandidate, requireSingle } from '../finding/require-single.ts';
import { resultsOf } from '../finding/groups.ts';
import { type FoundList, listLocator, type Place } from '../locators/list-locator.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { PageView } from '../page/page-view.ts';

export function squeezed(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** A value read from the view instead of extracted is still a step. */
export function keep(driver: PageDriver, name: string, value: unknown): Promise<unknown> {
  return driver.step('data.set', { value }, `Read ${name}`);
}

export function placesOf(view: PageView, items: readonly number[]): Place[] {
  return items.map((index) => {
    const css = view.items[index]?.css ?? '';
    return { css, itemCss: css };
  });
}

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

/** The same pattern for all entries that are more than their values; null when there is none. */
function sharedPattern(texts: readonly string[], values: readonly string[]): string | null {
  const patterns = new Set(texts.map((text, at) => valuePattern(text, values[at])));
  const [pattern] = patterns;
  return patterns.size === 1 && pattern !== undefined ? pattern : null;
}

async function readList(
  driver: PageDriver,
  name: string,
  values: readonly string[],
  list: FoundList | null,
): Promise<Answer> {
  const said = `the ${name}`;
  const kept = async () => answer(name, await keep(driver, said, values));
  if (list?.texts.length !== values.length) return kept();
  if (list.texts.every((text, at) => text === values[at]))
    return answer(name, await extractList(driver, list, said));
  const pattern = sharedPattern(list.texts, values);
  if (pattern === null) return kept();
  const texts = await extractList(driver, list, said);
  const found = texts.map((text) => new RegExp(pattern, 'u').exec(text)?.groups?.['value']);
  // The page may have changed since it was looked at.
  return found.every((value) => value !== undefined)
    ? { ...answer(name, found), pattern, by: 'each' }
    : kept();
}

/** "Price of each order". */
export async function readEach(driver: PageDriver, label: string, of: Phrase): Promise<Answer> {
  const things = spokenPhrase(of);
  const name = `${label} of ${things === '' ? 'each' : `each ${things}`}`;
  const { values, words } = await driver.waitForView((view) =>
    requireSingle(
      chooseEach(view, label, of),
      `"${name}"`,
      (each) => `${each.values.length} under ${label}, from "${truncate(each.values[0]?.value ?? '', 40)}"`,
    ),
  );
  const list = await driver.locateFor((page) => listLocator(page, values, [words]));
  return readList(
    driver,
    name,
    values.map(({ value }) => value),
    list,
  );
}

export async function readTitles(driver: PageDriver, said: string): Promise<Answer> {
  const items = await driver.waitForView((view) => {
    const found = resultsOf(view).flatMap((index) => view.items[index] ?? []);
    const lists = [...new Set(found.map(({ group }) => group))].map(
      (group) => view.groups[group]?.name ?? '',
    );
    if (lists.length > 1 && lists.filter((name) => name !== '').length > 1)
      throw ambiguous(`list of ${said}`, lists);
    return found;
  });
  const places = items.map(({ css, titleCss }) => ({ css: titleCss, itemCss: css }));
  const list = await driver.locateFor((page) => listLocator(page, places, []));
  const titles = items.map(({ title }) => title);
  return readList(driver, `list of ${said}`, titles, list);
}

export async function readOptions(driver: PageDriver, said: string, of: Phrase): Promise<Answer> {
  const name = `options of ${said}`;
  const field = await driver.waitForView((view) =>
    requireSingle(chooseCandidate(view, of, 'select'), `"${said}"`, nameCandidate),
  );
  if (field.options.length === 0) return answer(name, await keep(driver, `the ${name}`, field.options));
  const target = await driver.durableLocator(field);
  const texts = await driver.locateFor((page) =>
    locate(page, target)
      .locator('css=:scope > option')
      .allInnerTexts()
      .catch(() => []),
  );
  return readList(driver, name, field.options, { target, texts: texts.map(squeezed) });
}

export const NUMBER = String.raw`\d+(?:[.,]\d+)*`;

export async function readAddress(driver: PageDriver): Promise<Answer> {
  const url = await driver.waitForView((view) => view.url);
  return { ...answer('url', await keep(driver, 'the address', url)), by: 'address' };
}
