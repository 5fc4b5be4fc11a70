import { StepError } from '@errand/browser-runtime';
import { select } from './choosing.ts';
import type { Deed } from './clause.ts';
import { type Doing, doingOf, openerOfDeed } from './deeds.ts';
import { doubtAbout } from './doubt.ts';
import { fill } from './filling.ts';
import { saveField } from './forms.ts';
import { ambiguous, type GroundedElement, nameCandidate, notFound } from './ground.ts';
import { MAX_OPENED } from './openers.ts';
import type { PageDriver } from './page-driver.ts';
import { setTick, TICKED } from './ticking.ts';
import type { Candidate, Hidden, PageView } from './view.ts';

/** The first of the deeds that just one thing on the page does. */
function wayOf(
  view: PageView,
  deeds: readonly Deed[],
  opened: number,
): { doing: Doing } | { opener: Hidden } {
  const choices = deeds.map((deed) => doingOf(view, deed));
  const found = choices.find((choice) => !('none' in choice));
  if (found !== undefined && 'one' in found) return { doing: found.one };
  if (found !== undefined && 'equals' in found)
    throw ambiguous(
      `"${deeds[0]?.said ?? ''}"`,
      found.equals.map(({ candidate }) => nameCandidate(candidate)),
    );
  const openers = opened < MAX_OPENED ? deeds.flatMap((deed) => openerOfDeed(view, deed) ?? []) : [];
  const [opener] = openers;
  if (opener !== undefined) return { opener };
  throw notFound(
    `one thing that does "${deeds[0]?.said ?? ''}"`,
    view.candidates
      .filter(({ role, inContent }) => inContent && ['button', 'link'].includes(role))
      .map(nameCandidate),
  );
}

/** Carries out what only the page could tell the meaning of. */
export async function actFreely(driver: PageDriver, deeds: readonly Deed[], opened = 0): Promise<unknown> {
  const way = await driver.waitForView((view) => wayOf(view, deeds, opened));
  if ('opener' in way) {
    await driver.open(way.opener);
    return actFreely(driver, deeds, opened + 1);
  }
  const { candidate, option, value, sender } = way.doing;
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
