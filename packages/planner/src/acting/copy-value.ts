import { sameAs } from '../finding/choice.ts';
import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from '../task/page-driver.ts';
import type { Phrase } from '../grammar/clause.ts';
import { sectionOf } from '../finding/choose-in-section.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { fill } from './fill-field.ts';
import { put } from './put-value.ts';
import { read } from '../answering/read-answer.ts';

const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton']);

function fieldsUnder(view: PageView, { text }: Phrase): Candidate[] {
  return view.candidates.filter(
    (field) =>
      FIELDS.has(field.role) &&
      field.type !== 'password' &&
      field.inContent &&
      grade(text, sectionOf(view, field)) >= GRADES.equalWords,
  );
}

/** "The billing address" and "the delivery address" are headings of fields that are called alike. */
function pairsOf(view: PageView, from: Phrase, to: Phrase): { css: string; value: string }[] {
  const sources = fieldsUnder(view, from);
  return fieldsUnder(view, to).flatMap(({ css, name }) => {
    const source = sources.find((field) => field.name === name);
    return source === undefined ? [] : [{ css, value: source.value }];
  });
}

/** "The street of the billing address": what the field of that name under that heading holds. */
function heldUnder(view: PageView, phrase: Phrase): string | null {
  const own = [phrase, ...(phrase.apart ?? [])].flatMap(({ text, within }) =>
    within === null
      ? []
      : fieldsUnder(view, within).filter(({ name }) => grade(text, name) >= GRADES.equalWords),
  );
  const [one, ...others] = own;
  return one === undefined || others.length > 0 ? null : one.value;
}

/** Reads the value under one name and puts it into the field of another; of two sections, each field into its like. */
export async function copy(driver: PageDriver, from: Phrase, to: Phrase): Promise<unknown> {
  const pairs = await driver.waitForView((view) => pairsOf(view, from, to));
  if (pairs.length > 1) {
    for (const { css, value } of pairs)
      await fill(driver, await driver.waitForCandidate('field', (view) => sameAs(view, css)), value);
    return null;
  }
  const held = await driver.waitForView((view) => heldUnder(view, from));
  if (held !== null) return put(driver, to, held);
  const { value } = await read(driver, { what: 'labelled', label: from.text, of: from.within });
  if (typeof value !== 'string')
    throw new StepError('action_failed', `"${from.text}" is not text that can be copied.`);
  return put(driver, to, value);
}
