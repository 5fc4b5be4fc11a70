import { sameAs } from '../finding/choice.ts';
import { chooseFrom, select } from './choose-option.ts';
import { plain } from '../grammar/rules/named-phrases.ts';
import type { FreeAct } from '../grammar/clause.ts';
import { type ActMatch, matchFreeAct, openerOfFreeAct } from '../finding/match-free-act.ts';
import { requireTelling } from '../finding/doubtful-name.ts';
import { fill } from './fill-field.ts';
import { saveField } from './submit-form.ts';
import type { LocatedElement } from '../locators/element-locator.ts';
import { ambiguous, nameCandidate, notFound } from '../finding/require-single.ts';
import { MAX_OPENED } from '../finding/openers.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { setTick, TICKED } from './tick.ts';
import type { Candidate, Hidden, PageView } from '../page/page-view.ts';

/** The first of the acts that exactly one control on the page carries out. */
function wayOf(
  view: PageView,
  acts: readonly FreeAct[],
  opened: number,
): { match: ActMatch } | { opener: Hidden } {
  const choices = acts.map((act) => matchFreeAct(view, act));
  const found = choices.find((choice) => !('none' in choice));
  if (found !== undefined && 'one' in found) return { match: found.one };
  if (found !== undefined && 'equals' in found)
    throw ambiguous(
      `"${acts[0]?.said ?? ''}"`,
      found.equals.map(({ candidate }) => nameCandidate(candidate)),
    );
  const openers = opened < MAX_OPENED ? acts.flatMap((act) => openerOfFreeAct(view, act) ?? []) : [];
  const [opener] = openers;
  if (opener !== undefined) return { opener };
  throw notFound(
    `one thing that does "${acts[0]?.said ?? ''}"`,
    view.candidates
      .filter(({ role, inContent }) => inContent && ['button', 'link'].includes(role))
      .map(nameCandidate),
  );
}

/** Carries out an instruction whose meaning only the page could decide. */
export async function actFreely(
  driver: PageDriver,
  acts: readonly FreeAct[],
  isSavedLater = false,
  opened = 0,
): Promise<unknown> {
  const way = await driver.waitForView((view) => wayOf(view, acts, opened));
  if ('opener' in way) {
    await driver.open(way.opener);
    return actFreely(driver, acts, isSavedLater, opened + 1);
  }
  const { candidate, option, value, sender } = way.match;
  const found = await grounded(driver, candidate);
  if (option !== undefined) return select(driver, found, option);
  if (value === undefined) return press(driver, found, acts[0]?.said);
  // A list that is only styled takes no text.
  if (found.candidate.role === 'combobox')
    await chooseFrom(driver, { ...plain(candidate.name), quoted: true }, value);
  else await fill(driver, found, value);
  if (isSavedLater) return null;
  return sender === undefined ? saveField(driver) : press(driver, await grounded(driver, sender));
}

async function grounded(driver: PageDriver, { css, ...candidate }: Candidate): Promise<LocatedElement> {
  const found = await driver.waitForCandidate(nameCandidate({ css, ...candidate }), (view) =>
    sameAs(view, css),
  );
  requireTelling(found.candidate);
  return found;
}

/** "Order emails off" switches off what is called so. */
function press(driver: PageDriver, found: LocatedElement, said = ''): Promise<unknown> {
  const { role, styled } = found.candidate;
  return TICKED.has(role) || styled !== null
    ? setTick(driver, found, /\soff$/iu.test(said) ? 'uncheck' : 'check')
    : driver.step('browser.click', { target: found.target }, `Click the ${nameCandidate(found.candidate)}`);
}
