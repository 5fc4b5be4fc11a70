import type { PageDriver } from '../task/page-driver.ts';
import { type Choice, sameAs } from '../finding/choice.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { called } from '../grammar/rules/named-phrases.ts';
import { type SearchPart, searchParts } from '../grammar/search-parts.ts';
import { fill } from './fill-field.ts';
import { nameCandidate, requireSingle } from '../finding/require-single.ts';
import { grade, GRADES, normalised } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { SEARCHES, submitForm } from './submit-form.ts';
import { onlyOne, textFields, pressSubmit } from './form-parts.ts';

function searchField(view: PageView): Choice<Candidate> {
  const fields = textFields(view);
  const declared = fields.filter(({ role, type }) => role === 'searchbox' || type === 'search');
  if (declared.length > 0) return onlyOne(declared);
  return onlyOne(
    fields.filter(({ name, placeholder, attributes }) =>
      [name, placeholder, ...attributes].some(
        (text) => grade('search', text) >= GRADES.contains || text === 'q',
      ),
    ),
    fields,
  );
}

/** A list that became shorter as something was typed was searched already, unless it is one of suggestions. */
function offersNothing({ candidates }: PageView): boolean {
  return candidates.every(
    ({ role, expanded }) => role !== 'option' && (role !== 'combobox' || expanded !== true),
  );
}

/** The fields of a search that has one for each part of what is asked for, and none for all of it; null where it has one. */
function fieldsOfParts(
  view: PageView,
  parts: readonly SearchPart[],
): (SearchPart & { css: string })[] | null {
  const whole = searchField(view);
  if ('one' in whole) return null;
  const found = parts.flatMap((part) => {
    const field = chooseCandidate(view, called(part.labels), 'fill');
    return 'one' in field ? [{ ...part, css: field.one.css }] : [];
  });
  if (new Set(found.map(({ css }) => css)).size < parts.length)
    requireSingle(whole, 'search field', nameCandidate);
  return found;
}

/** Writes into the search field of the page, or each part into a field of its own, and starts the search. */
export async function useSearch(driver: PageDriver, query: string): Promise<unknown> {
  const parts = searchParts(query);
  const fields = parts === null ? null : await driver.waitForView((view) => fieldsOfParts(view, parts));
  if (fields !== null) {
    for (const { css, value } of fields)
      await fill(driver, await driver.waitForCandidate('field', (view) => sameAs(view, css)), value);
    return submitForm(driver);
  }
  const { candidate, target } = await driver.waitForCandidate('search field', searchField);
  const shown = await driver.look(({ items }) => items.length);
  await driver.step(
    'browser.fill',
    { target, value: query },
    `Fill the ${nameCandidate(candidate)} with ${JSON.stringify(query)}`,
  );
  // Outside a form the key may do nothing; the button next to the field searches then.
  const button = await driver.waitForView((view) => {
    const at = view.candidates.findIndex(({ css }) => css === candidate.css);
    const next = view.candidates[at + 1];
    return candidate.form < 0 &&
      next?.role === 'button' &&
      !next.disabled &&
      SEARCHES.test(normalised(next.name))
      ? next
      : null;
  });
  if (button !== null) return pressSubmit(driver, 'button to search', () => ({ one: button }));
  const listed = await driver.look(({ items }) => items.length);
  if (candidate.form < 0 && listed !== shown && (await driver.look(offersNothing))) return null;
  return driver.step('browser.press', { key: 'Enter', target }, 'Press Enter');
}
