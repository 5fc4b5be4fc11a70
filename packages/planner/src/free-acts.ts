import { StepError } from '@errand/browser-runtime';
import { select } from './choosing.ts';
import type { FreeAct } from './clause.ts';
import { type ActMatch, matchFreeAct, openerOfFreeAct } from './match-free-act.ts';
import { doubtAbout } from './doubt.ts';
import { fill } from './filling.ts';
import { saveField } from './forms.ts';
import { ambiguous, type GroundedElement, nameCandidate, notFound } from './ground.ts';
import { MAX_OPENED } from './openers.ts';
import type { PageDriver } from './page-driver.ts';
import { setTick, TICKED } from './ticking.ts';
import type { Candidate, Hidden, PageView } from './view.ts';

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
export async function actFreely(driver: PageDriver, acts: readonly FreeAct[], opened = 0): Promise<unknown> {
  const way = await driver.waitForView((view) => wayOf(view, acts, opened));
  if ('opener' in way) {
    await driver.open(way.opener);
    return actFreely(driver, acts, opened + 1);
  }
  const { candidate, option, value, sender } = way.match;
  const found = await grounded(driver, candidate);
  if (option !== undefined) return select(driver, found, option);
  if (value === undefined) return press(driver, found);
  await fill(driver, found, value);
  return sender === undefined ? saveField(driver) : press(driver, await grounded(driver, sender));
}

async function grounded(driver: PageDriver, { css, ...candidate }: Candidate): Promise<GroundedElement> {
  const found = await driver.waitForCandidate(nameCandidate({ css, ...candidate }), (view) => {
    const one = view.candidates.find((other) => other.css === css);
    return one === undefined ? { none: [] } : { one };
  });
  const doubt = doubtAbout(found.candidate);
  if (doubt === null) return found;
  throw new StepError(
    'action_failed',
    `The ${nameCandidate(found.candidate)} is not used, because ${doubt}. Nothing was done to it.`,
    { noEffect: true },
  );
}

function press(driver: PageDriver, found: GroundedElement): Promise<unknown> {
  const { role, styled } = found.candidate;
  return TICKED.has(role) || styled !== null
    ? setTick(driver, found, 'check')
    : driver.step('browser.click', { target: found.target }, `Click the ${nameCandidate(found.candidate)}`);
}
