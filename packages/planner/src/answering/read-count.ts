import type { Target } from '@errand/contracts/primitives';
import { readShownNumber } from '@errand/runbook-language';
import { isTextVisible, locate } from '@errand/step-engine';
import { type Answer, answer } from './answer.ts';
import { answerOn, stateOn } from './find-answer.ts';
import type { Phrase } from '../grammar/clause.ts';
import { spokenPhrase } from '../grammar/describe-clause.ts';
import { countOfEveryPage } from './across-pages.ts';
import { type Counted, countOf, countOnPage } from './counting.ts';
import { isThere, type Presence } from './presence.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import { goesOn } from '../finding/pager-controls.ts';
import { inquiryOf } from '../grammar/inquiry.ts';
import { sizeOf } from '../finding/grade-label.ts';
import { listLocator, type Place, roleLocator, textLocator } from '../locators/list-locator.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { escapePattern } from '../locators/value-locator.ts';
import { squeezed, keep, placesOf, placeOf, extractList } from './read-steps.ts';

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

/** Where the page says a number; null where it was counted. */
async function placeSaid(driver: PageDriver, from: Counted['from']): Promise<Target | null> {
  if ('fact' in from) return driver.durableLocator(from.fact);
  return 'note' in from ? driver.locateFor((page) => textLocator(page, from.note)) : null;
}

/** A number that the page itself says. */
async function readSaid(driver: PageDriver, name: string, { value, from }: Counted): Promise<Answer | null> {
  const target = await placeSaid(driver, from);
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

const COUNTED = 'counts a list over several pages, of which a Runbook would count only the last';

/** How many there are, by the length of a list, a number that the page says, or a count of what it shows. */
export async function readCount(driver: PageDriver, said: string, of: Phrase): Promise<Answer> {
  const name = `number of ${said}`;
  const inquiry = inquiryOf(driver.said);
  const all = await countOfEveryPage(driver, (view) => countOnPage(view, of));
  if (all !== null) return { ...answer(name, await keep(driver, `the ${name}`, all)), moment: COUNTED };
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

/** Whether the page shows such a thing. */
export async function readPresence(driver: PageDriver, of: Phrase): Promise<Answer> {
  const isSaid = of.where !== undefined && of.within !== null;
  const name = `${isSaid ? 'statement' : 'presence of'} ${spokenPhrase(of)}`;
  const said = `whether there is "${spokenPhrase(of)}"`;
  const inquiry = inquiryOf(driver.said);
  const { value, seen, places } = await driver.waitForView<Presence & { places: Place[] }>(
    (view) => {
      const found = isThere(view, of);
      // What one page of a list lacks may stand on the next.
      if (!found.value && of.within === null && goesOn(view)) throw notFound(`"${spokenPhrase(of)}"`, []);
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
