import { StepError } from '@errand/browser-runtime';
import { type Choice, sameAs } from '../finding/choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { everyMeant } from '../finding/every-meant.ts';
import type { LocatedElement } from '../locators/element-locator.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import { asPlaceholder } from './written-date.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Candidate } from '../page/page-view.ts';

const MAX_SLIDES = 200;

/** A slider that does not say where it stands cannot be set. */
function numberIn(value: string): number {
  return value === '' ? Number.NaN : Number(value);
}

/** A slider that is only styled is moved by its keys. */
async function slide(
  driver: PageDriver,
  { candidate, target }: LocatedElement,
  value: string,
): Promise<unknown> {
  const valueOf = () =>
    driver.waitForView((view) =>
      numberIn(view.candidates.find(({ css }) => css === candidate.css)?.value ?? ''),
    );
  const wanted = Number(value);
  for (let moves = 0; moves < MAX_SLIDES; moves += 1) {
    const now = await valueOf();
    if (now === wanted) return null;
    if (Number.isNaN(now) || Number.isNaN(wanted)) break;
    const key = now < wanted ? 'ArrowRight' : 'ArrowLeft';
    await driver.step('browser.press', { target, key }, `Move the ${nameCandidate(candidate)} to ${value}`);
    const then = await valueOf();
    if (Math.abs(then - wanted) >= Math.abs(now - wanted)) break;
  }
  throw new StepError('action_failed', `The ${nameCandidate(candidate)} does not take the value ${value}.`);
}

/** "12.5 kg" in a field for numbers that is called "Weight (kg)". */
function withoutUnit(said: string, { type, name }: Candidate): string {
  const [, number = '', unit = ''] = /^(\d[\d.,]*)\s*(\p{L}+|%)$/u.exec(said.trim()) ?? [];
  const isNamed = name.split(/[^\p{L}%]+/u).some((word) => word.toLowerCase() === unit.toLowerCase());
  return ['number', 'range'].includes(type) && unit !== '' && isNamed ? number : said;
}

/** Puts a text into a field, and records the value that a date or number field made of it. */
export async function fill(driver: PageDriver, found: LocatedElement, said: string): Promise<unknown> {
  const { candidate, target } = found;
  const value =
    candidate.type === 'text' ? asPlaceholder(said, candidate.placeholder) : withoutUnit(said, candidate);
  driver.lastField = candidate.css;
  if (candidate.role === 'slider' && candidate.type !== 'range') return slide(driver, found, value);
  await driver.step(
    'browser.fill',
    { target, value },
    `Fill the ${nameCandidate(candidate)} with ${JSON.stringify(value)}`,
  );
  if (!TYPED_CONTROLS.has(candidate.type)) return null;
  const typed = await driver.waitForView(
    (view) => view.candidates.find(({ css }) => css === candidate.css)?.value ?? '',
  );
  if (typed !== '') driver.note(`The ${nameCandidate(candidate)} holds ${JSON.stringify(typed)}.`, { typed });
  return null;
}

/** Controls that hold another text than the one that was written: "20/11/2026" is 2026-11-20. */
const TYPED_CONTROLS = new Set(['date', 'number', 'range']);

/** Every field or box of the form in the page's content that is meant, in its order. */
export async function everyOf(driver: PageDriver, phrase: Phrase): Promise<readonly Candidate[]> {
  return driver.waitForView((view) => {
    const every = everyMeant(view, phrase);
    if (every.length === 0) throw notFound(describePhrase(phrase), []);
    return every;
  });
}

/** The same text into every field that the phrase means. */
export async function fillEvery(driver: PageDriver, phrase: Phrase, value: string): Promise<void> {
  for (const { css } of await everyOf(driver, phrase))
    await fill(driver, await driver.waitForCandidate('field', (view) => sameAs(view, css)), value);
}

/** Types into the field that has the focus, else into the only field of the page. */
export async function typeWhereTheFocusIs(driver: PageDriver, value: string): Promise<unknown> {
  const found = await driver.waitForCandidate('field that has the focus', (view): Choice<Candidate> => {
    const fields = view.candidates.filter(
      ({ role, options }) =>
        ['textbox', 'searchbox', 'spinbutton', 'combobox'].includes(role) && options.length === 0,
    );
    const focused = fields.find((field) => field.focused);
    const [only] = fields;
    if (focused !== undefined) return { one: focused };
    const used = view.candidates.find(({ css }) => css === driver.lastField);
    const own = fields.filter(({ form }) => form >= 0 && form === used?.form);
    if (own.length === 1 && own[0] !== undefined) return { one: own[0] };
    // A text is written where there is room for one.
    const roomy = fields.filter(({ type, inContent }) => type === 'textarea' && inContent);
    if (/^write\b/iu.test(driver.said) && roomy.length === 1 && roomy[0] !== undefined)
      return { one: roomy[0] };
    if (only === undefined) return { none: [] };
    return fields.length === 1 ? { one: only } : { equals: fields };
  });
  return fill(driver, found, value);
}
