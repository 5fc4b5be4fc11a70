import { truncate } from '@errand/browser-runtime';
import { locate } from '@errand/step-engine';
import { type Answer, answer, valuePattern } from './answer.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Phrase } from '../grammar/clause.ts';
import { spokenPhrase } from '../grammar/describe-clause.ts';
import { chooseEach } from '../finding/choose-each.ts';
import { ambiguous, nameCandidate, requireSingle } from '../finding/require-single.ts';
import { resultsOf } from '../finding/groups.ts';
import { type FoundList, listLocator } from '../locators/list-locator.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { squeezed, keep, extractList } from './read-steps.ts';

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

/** What the results of the page are called. */
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

/** The options that a list offers. */
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

/** The address of the page. */
export async function readAddress(driver: PageDriver): Promise<Answer> {
  const url = await driver.waitForView((view) => view.url);
  return { ...answer('url', await keep(driver, 'the address', url)), by: 'address' };
}
