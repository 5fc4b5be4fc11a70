import type { PageDriver } from '../task/page-driver.ts';
import type { Choice } from '../finding/choice.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { grade, GRADES, normalised } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { SEARCHES } from './submit-form.ts';
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

/** Writes into the search field of the page and starts the search. */
export async function useSearch(driver: PageDriver, query: string): Promise<unknown> {
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
