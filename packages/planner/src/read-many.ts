import type { Target } from '@errand/contracts/primitives';
import { truncate } from '@errand/browser-runtime';
import { readShownNumber } from '@errand/runbook-language';
import { isTextVisible, locate } from '@errand/step-engine';
import { type Answer, answer, valuePattern } from './answer.ts';
import { answerOn, stateOn } from './answering.ts';
import { chooseCandidate } from './choose.ts';
import { type Phrase, spokenPhrase } from './clause.ts';
import { type Counted, countOf, isThere, type Presence } from './counting.ts';
import { chooseEach } from './facts.ts';
import { ambiguous, nameCandidate, requireSingle } from './ground.ts';
import { inquiryOf } from './inquiry.ts';
import { resultsOf } from './groups.ts';
import { sizeOf } from './labels.ts';
import { type FoundList, listLocator, type Place, roleLocator, textLocator } from './list-locator.ts';
import type { PageDriver } from './page-driver.ts';
import { escapePattern } from './value-locator.ts';
import type { PageView } from './view.ts';

function squeezed(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** A value read from the view instead of extracted is still a step. */
function keep(driver: PageDriver, name: string, value: unknown): Promise<unknown> {
  return driver.step('data.set', { value }, `Read ${name}`);
}

function placesOf(view: PageView, items: readonly number[]): Place[] {
  return items.map((index) => {
    const css = view.items[index]?.css ?? '';
    return { css, itemCss: css };
  });
}

function placeOf({ css }: { css: string }): Place {
  return { css, itemCss: css };
}

/** The list step, and its output as a list of texts. */
async function extractList(driver: PageDriver, { target }: FoundList, name: string): Promise<string[]> {
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

const NUMBER = String.raw`\d+(?:[.,]\d+)*`;

/** Finds `value` in a text of the page whose other numbers may change. */
function numberPattern(text: string, value: number): string | null {
  const parts = squeezed(text).split(new RegExp(`(${NUMBER})`, 'u'));
  const isNumber = (index: number) => index % 2 === 1;
  const at = parts.findLastIndex((part, index) => isNumber(index) && readShownNumber(part) === value);
  if (at < 0) return null;
  const source = parts.map((part, index) => {
    if (!isNumber(index))
      return part
        .split(' ')
        .map(escapePattern)
        .join(String.raw`\s+`);
    return index === at ? `(?<value>${NUMBER})` : NUMBER;
  });
  return String.raw`^\s*${source.join('')}\s*$`;
}

/** A number that the page itself says. */
async function readSaid(driver: PageDriver, name: string, { value, from }: Counted): Promise<Answer | null> {
  const target =
    'fact' in from
      ? await driver.durableLocator(from.fact)
      : 'note' in from
        ? await driver.locateFor((page) => textLocator(page, from.note))
        : null;
  if (target === null) return null;
  const shown = await driver.locateFor((page) =>
    locate(page, target)
      .innerText()
      .catch(() => ''),
  );
  const pattern = numberPattern(shown, value);
  if (pattern === null) return null;
  const text = await driver.step('browser.extract', { target, as: 'text' }, `Read the ${name}`);
  const found = new RegExp(pattern, 'u').exec(String(text))?.groups?.['value'];
  const number = found === undefined ? null : readShownNumber(found);
  return number === null ? null : { ...answer(name, number), pattern, by: 'number' };
}

export async function readCount(driver: PageDriver, said: string, of: Phrase): Promise<Answer> {
  const name = `number of ${said}`;
  const inquiry = inquiryOf(driver.said);
  const { counted, places } = await driver.waitForView<{ counted: Counted; places: Place[] }>(
    (view) => {
      const found = countOf(view, of);
      const own = 'items' in found.from ? placesOf(view, found.from.items) : [];
      return { counted: found, places: own };
    },
    (view) => {
      const found = inquiry?.wanted === 'number' ? answerOn(view, inquiry) : null;
      const number = found === null ? null : sizeOf(found.value);
      return found === null || number === null
        ? null
        : { counted: { value: number, from: { fact: found.fact } }, places: [] };
    },
  );
  const { value, from } = counted;
  const list = await driver.locateFor(async (page) => {
    if ('items' in from) return listLocator(page, places, [from.words]);
    const [role, other] = 'roles' in from ? from.roles : [];
    if (!('candidates' in from) || role === undefined || other !== undefined) return null;
    return roleLocator(page, from.candidates.map(placeOf), role, of.text);
  });
  if (list !== null) {
    const texts = await extractList(driver, list, `the ${name}`);
    return { ...answer(name, texts.length), by: 'length' };
  }
  return (await readSaid(driver, name, counted)) ?? answer(name, await keep(driver, `the ${name}`, value));
}

/** What to assert so that the page shows again what was seen; null when there is no such check. */
async function checkOf(
  driver: PageDriver,
  seen: NonNullable<Presence['seen']>,
  places: readonly Place[],
): Promise<object | null> {
  if ('text' in seen) {
    const isFound = await driver.locateFor((page) => isTextVisible(page, seen.text));
    return isFound ? { text: seen.text } : null;
  }
  if ('candidate' in seen) {
    const { candidate } = seen;
    const { target } = await driver.waitForCandidate(nameCandidate(candidate), () => ({ one: candidate }));
    return typeof target === 'object' && 'css' in target ? null : { target, visible: true };
  }
  const list = await driver.locateFor((page) => listLocator(page, places, seen.words));
  return list === null ? null : { target: first(list.target), visible: true };
}

function first(target: Target): Target {
  return typeof target === 'string' ? target : { ...target, nth: 0 };
}

export async function readPresence(driver: PageDriver, of: Phrase): Promise<Answer> {
  const name = `presence of ${spokenPhrase(of)}`;
  const said = `whether there is "${spokenPhrase(of)}"`;
  const inquiry = inquiryOf(driver.said);
  const { value, seen, places } = await driver.waitForView<Presence & { places: Place[] }>(
    (view) => {
      const found = isThere(view, of);
      const items = found.seen !== null && 'items' in found.seen ? found.seen.items : [];
      return { ...found, places: placesOf(view, items) };
    },
    (view) => {
      const state = inquiry === null ? null : stateOn(view, inquiry);
      return state === null ? null : { value: state, seen: null, places: [] };
    },
  );
  const check = seen === null ? null : await checkOf(driver, seen, places);
  if (check === null) return answer(name, await keep(driver, said, value));
  await driver.step('browser.assert', check, `Read ${said}`);
  return { ...answer(name, true), by: 'check' };
}

export async function readAddress(driver: PageDriver): Promise<Answer> {
  const url = await driver.waitForView((view) => view.url);
  return { ...answer('url', await keep(driver, 'the address', url)), by: 'address' };
}
