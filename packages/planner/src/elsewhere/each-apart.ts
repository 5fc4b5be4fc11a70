import { StepError } from '@errand/browser-runtime';
import type { Clause, Phrase } from '../grammar/clause.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { goesOn } from '../finding/pager-controls.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { PageView } from '../page/page-view.ts';

function placed(phrase: Phrase): Phrase[] {
  return [phrase, ...(phrase.apart ?? [])].filter(({ within }) => within?.parts !== undefined);
}

/** "Both", "the descaler and the filter", "a jug and a tray": these are several things, whatever a page calls them. */
const SEVERAL = /\bboth\b|\b(the|an?|my)\s[^,]+?(?:,|\sand)\s+(?:and\s+)?(?:the|an?|my)\s/iu;

/** Whether a list that goes on has only some of the things on this page, and nothing that is called by all of the words. */
function areApart(view: PageView, within: Phrase, said: string): boolean {
  const parts = within.parts ?? [];
  const titles = view.items.map(({ title }) => title);
  const isWhole = titles.some((title) => grade(within.text, title) >= GRADES.contains);
  const there = parts.filter((part) => 'one' in chooseItem(view, part));
  const isNamed = there.some(({ text }) => titles.some((title) => grade(text, title) >= GRADES.equalWords));
  return goesOn(view) && !isWhole && there.length < parts.length && (isNamed || SEVERAL.test(said));
}

/** What is done to one of several things. */
interface Part {
  readonly thing: Phrase;
  readonly clause: Clause;
}

/** "Add both A and B to the basket" where they stand on different pages: one instruction for each of them; null where they do not. */
export async function eachApart(driver: PageDriver, clause: Clause): Promise<readonly Part[] | null> {
  if (clause.kind === 'inturn')
    return clause.things.map(({ said, thing, acts }) => ({
      thing,
      clause: { kind: 'either', ways: [acts], source: said },
    }));
  if (clause.kind !== 'click') return null;
  const [{ within } = { within: null }] = placed(clause.target);
  const parts = within?.parts;
  if (within === null || parts === undefined || within.superlative !== undefined) return null;
  if (!(await driver.look((view) => areApart(view, within, clause.source)))) return null;
  return parts.map((part) => {
    const [first, ...apart] = placed(clause.target).map((way): Phrase => ({
      ...way,
      within: part,
      apart: [],
    }));
    const others = parts.filter((other) => other !== part);
    const source = others.reduce((said, { text }) => said.replace(text, ' '), clause.source);
    return { thing: part, clause: { ...clause, source, target: { ...(first ?? clause.target), apart } } };
  });
}

/**
 * Carries them out one after the other, each from the page that was open before. All but the first are looked for before, so that
 * nothing is done where one of them is missing.
 */
export async function inTurn(
  driver: PageDriver,
  parts: readonly Part[],
  work: (clause: Clause) => Promise<unknown>,
): Promise<void> {
  const { reach } = driver;
  const start = driver.page.url();
  const fromStart = async (clause: Clause) => {
    if (driver.page.url() !== start)
      await driver.step('browser.navigate', { url: start }, 'Go back to where the first one was looked for');
    driver.reach = reach;
    driver.isElsewhere = false;
    driver.about = '';
    await work(clause);
  };
  for (const { thing, clause } of parts.slice(1))
    await fromStart({ kind: 'find', target: thing, source: clause.source });
  for (const [at, { clause }] of parts.entries()) {
    try {
      await fromStart(clause);
    } catch (error) {
      if (!(error instanceof StepError) || at === 0) throw error;
      throw new StepError(
        error.code,
        `Done before it failed: ${at} of ${parts.length}. Then: ${error.message}`,
        {
          cause: error,
        },
      );
    }
  }
}
