import { isSelector } from '@errand/step-engine';
import { namedBlock } from '../finding/choose-block.ts';
import type { Choice } from '../finding/choice.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { chooseEach, type EachValues } from '../finding/choose-each.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import { TEXT_FIELDS } from '../finding/every-meant.ts';
import { isCalled, grade, GRADES } from '../words/match-name.ts';
import { nameCandidate, notFound, requireSingle } from '../finding/require-single.ts';
import type { Phrase } from '../grammar/clause.ts';
import type { Candidate, Fact, Hidden, PageView } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { type Answer, answer } from './answer.ts';
import { readEach } from './read-several.ts';
import { extract } from './read-steps.ts';

/** A block of the page by its name, as text, table or list. */
export async function readBlock(
  driver: PageDriver,
  as: 'text' | 'table' | 'list',
  name: string,
  choice: (view: PageView) => Choice<Candidate>,
): Promise<Answer> {
  const candidate = await driver.waitForView((view) =>
    requireSingle(choice(view), `"${name}"`, nameCandidate),
  );
  return answer(name, await extract(driver, await driver.durableLocator(candidate), as, name));
}

/** "#total" and ".note p", but not "summary", which is a word before it is a tag. */
function isPlainlySelector(text: string): boolean {
  return isSelector(text) && !/^\w+$/u.test(text);
}

/** The paragraph at that place of what the page is about, counted from 1. */
async function readParagraph(driver: PageDriver, place: number | 'last', name: string): Promise<Answer> {
  const { css, count } = await driver.locateFor(async (page) => {
    const main = await page.locator('main p:visible').count();
    return main > 0
      ? { css: 'main p:visible', count: main }
      : { css: 'p:visible', count: await page.locator('p:visible').count() };
  });
  const nth = place === 'last' ? count : place;
  if (nth < 1 || nth > count) throw notFound(name, []);
  return answer(name, await extract(driver, { css: `:nth-match(${css}, ${nth})` }, 'text', name));
}

/** The text of a named element, of what the markup calls so, or of what a selector finds. */
export async function readText(driver: PageDriver, of: Phrase, name: string): Promise<Answer> {
  if (of.kind === 'paragraph' && of.text === '' && of.ordinal !== null)
    return readParagraph(driver, of.ordinal, name);
  const found = await driver.waitForView((view): Candidate | Fact | null => {
    const isName = view.candidates.some((candidate) => isCalled(candidate.name, of.text));
    if (!isName && isPlainlySelector(of.text)) return null;
    const block = chooseCandidate(view, of, 'read');
    const fact = 'none' in block && of.text !== '' ? chooseFact(view, of.text, null) : block;
    return 'one' in fact ? fact.one : requireSingle(block, `"${name}"`, nameCandidate);
  });
  // The text of a field is what is written in it.
  const as = found !== null && 'role' in found && TEXT_FIELDS.has(found.role) ? 'value' : 'text';
  return answer(
    name,
    await extract(driver, found === null ? of.text : await driver.durableLocator(found), as, name),
  );
}

/** Whether the things have a title beside what else stands on them. */
function isOfCards(view: PageView, { values }: EachValues): boolean {
  return values.every(({ css, itemCss, value }) =>
    view.items.some((item) => item.css === itemCss && css !== itemCss && item.text !== value),
  );
}

/** The only section of that name that is shut, where nothing that shows is called so. */
function sectionShut(view: PageView, of: Phrase): Hidden | null {
  if (
    of.text === '' ||
    !('none' in namedBlock(view, 'list', of)) ||
    !('none' in chooseEach(view, 'name', of))
  )
    return null;
  const shut = view.candidates.filter(
    ({ expanded, inContent, disabled, name }) =>
      expanded === false && inContent && !disabled && grade(of.text, name) >= GRADES.equalWords,
  );
  const [one] = shut;
  return one === undefined || shut.length > 1
    ? null
    : {
        role: one.role,
        name: '',
        opener: one.css,
        openerName: one.name,
        byPointing: false,
        items: one.items,
      };
}

/** The entries of a list by its name; of a table or of cards, what each is called. */
export async function readList(driver: PageDriver, said: string, of: Phrase): Promise<Answer> {
  const shut = await driver.look((view) => sectionShut(view, of));
  if (shut !== null) await driver.open(shut);
  const isList = await driver.waitForView((view) => {
    const block = namedBlock(view, 'list', of);
    const named = chooseEach(view, 'name', of);
    if ('none' in block && 'none' in named) requireSingle(block, `"list of ${said}"`, nameCandidate);
    // The names of cards, not all that stands on them.
    return !('none' in block || ('one' in named && isOfCards(view, named.one)));
  });
  if (isList) return readBlock(driver, 'list', `list of ${said}`, (view) => namedBlock(view, 'list', of));
  const each = await readEach(driver, 'name', of);
  return { ...each, ...answer(`list of ${said}`, each.value) };
}
