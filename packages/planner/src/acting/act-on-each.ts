import { StepError } from '@errand/browser-runtime';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Choice } from '../finding/choice.ts';
import type { Instruction, Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import { contentItems, innermost } from '../finding/groups.ts';
import { isPageAbout } from '../finding/page-about.ts';
import { hasAll, meantByCell, meantOf } from '../finding/items-where.ts';
import { attributeWords, grade, GRADES } from '../words/match-name.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const MAX_THINGS = 50;

/** What "everything in the cart" means, on the page of the cart: all that can be taken out of it. */
function contentsOf(view: PageView, place: Phrase, verb: string): readonly number[] {
  return isPageAbout(view, place.text)
    ? innermost(contentItems(view), view).filter((item) => 'one' in controlOf(view, item, verb))
    : [];
}

function thingsOf(view: PageView, of: Phrase, verb: string): readonly number[] {
  return of.within === null
    ? ((meantOf(view, of) ?? meantByCell(view, of.text))?.items ?? [])
    : contentsOf(view, of.within, verb);
}

/** The only control of that name of a thing. */
function controlOf(view: PageView, item: number, verb: string): Choice<Candidate> {
  const own = view.candidates.filter(
    ({ role, name, attributes, items, disabled, isFile }) =>
      ['button', 'link', 'generic'].includes(role) &&
      items[0] === item &&
      !disabled &&
      (grade(verb, name) >= GRADES.contains ||
        (isFile && verb === 'Download') ||
        (name === '' &&
          attributes.some((attribute) => grade(verb, attributeWords(attribute)) >= GRADES.equalWords))),
  );
  const [one] = own;
  if (one === undefined) return { none: [] };
  return own.length === 1 ? { one } : { equals: own };
}

/** "Accept all cookies" is the control that does it to all, where there is one. */
function ofAll(view: PageView, verb: string, { text, within }: Phrase): Candidate | null {
  const emptying = within === null ? [] : [`Empty ${within.text}`, `Clear ${within.text}`];
  // On another page "Remove all" takes out other things.
  const isHere = within === null || isPageAbout(view, within.text);
  const found = [...emptying, ...(isHere ? [`${verb} all ${text}`, `${verb} all`] : [])]
    .map((name) =>
      chooseCandidate(view, { text: name, kind: 'control', ordinal: null, within: null }, 'click'),
    )
    .find((choice) => 'one' in choice);
  if (found === undefined || !('one' in found)) return null;
  return /\ball\b/iu.test(found.one.name) || within !== null ? found.one : null;
}

/**
 * Uses the control `verb` of each thing that is meant. Which these are must be plain before the first is touched.
 * @throws {StepError} when the page does not say which they are, one of them has no such control, or they change otherwise
 *   than by what is done to them
 */
export async function actOnEach(
  driver: PageDriver,
  { verb, of, exactly }: Extract<Instruction, { kind: 'each' }>,
): Promise<null> {
  const things = describePhrase(of);
  const isAdding = /^add to\b/iu.test(verb);
  const start = driver.page.url();
  const begun = await driver.waitForView((view): { all: Candidate } | { count: number } => {
    const all = exactly === null && of.where === undefined && !isAdding ? ofAll(view, verb, of) : null;
    if (all !== null) return { all };
    const items = thingsOf(view, of, verb);
    // More of them may stand elsewhere than where they are added from.
    const isAll = !isAdding || hasAll(view, items);
    const isWhole = items.every((item) => 'one' in controlOf(view, item, verb));
    if (items.length === 0 || items.length > MAX_THINGS || !isWhole || !isAll)
      throw notFound(`"${verb}" for each of its ${things}`, []);
    if (exactly !== null && items.length !== exactly)
      throw new StepError(
        'element_ambiguous',
        `The page has ${items.length} ${things}, not ${exactly}. Say which ones.`,
      );
    return { count: items.length };
  });
  const press = async (choice: (view: PageView) => Choice<Candidate>) => {
    const { candidate, target } = await driver.waitForCandidate(`"${verb}" of ${things}`, choice);
    const isFile = verb === 'Download';
    await driver.step(
      isFile ? 'browser.download' : 'browser.click',
      { target },
      `${isFile ? 'Download' : 'Click'} the ${nameCandidate(candidate)}`,
    );
  };
  if ('all' in begun) {
    await press(() => ({ one: begun.all }));
    return null;
  }
  for (let done = 0; done < begun.count; done += 1) {
    // What is put into the cart may lead there, away from the next one.
    if (isAdding && driver.page.url() !== start)
      await driver.step('browser.navigate', { url: start }, 'Go back to where the next one is');
    await press((view) => {
      const items = thingsOf(view, of, verb);
      // An action on an item may remove it from the list.
      const at = items.length === begun.count ? done : 0;
      const item = items[at];
      if (item === undefined || (at === 0 && items.length !== begun.count - done))
        throw new StepError('action_failed', `The ${things} changed after ${done} of ${begun.count}.`);
      return controlOf(view, item, verb);
    });
  }
  return null;
}
