import { StepError } from '@errand/browser-runtime';
import type { Phrase } from '../grammar/clause.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { isCalled, normalised } from '../words/match-name.ts';
import { clickCandidate } from './click-candidate.ts';
import { tickEach } from './tick.ts';

type Way = 'there' | 'back';

/** What moves that which is ticked from one of two lists to the other. */
const MOVERS: Readonly<Record<Way, RegExp>> = {
  there:
    /^(?:(?:move|add|transfer)(?: (?:selected|items?|to))?(?: (?:right|target|selected|chosen))?|>|›|→)$/iu,
  back: /^(?:(?:move|remove|transfer)(?: (?:selected|items?|to))?(?: (?:left|source|available))?|<|‹|←)$/iu,
};

function moverOf({ candidates }: PageView, way: Way): Candidate | null {
  const fitting = candidates.filter(
    ({ role, name, items, inContent }) =>
      role === 'button' && inContent && items.length === 0 && MOVERS[way].test(name.trim()),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The boxes of what is to be moved; null where the page has no two lists with buttons between them, which wait for something ticked. */
function boxesOf(view: PageView, names: readonly string[]): readonly Candidate[] | null {
  const movers = [moverOf(view, 'there'), moverOf(view, 'back')];
  if (movers.some((mover) => mover?.disabled !== true)) return null;
  const boxes = names.flatMap((name) =>
    view.candidates.filter(
      ({ role, name: own, disabled }) => role === 'checkbox' && !disabled && isCalled(own, name),
    ),
  );
  return boxes.length === names.length ? boxes : null;
}

/**
 * Moves entries by ticking them and pressing the button between the two lists.
 * @param to the way they are to go, or the heading of the list where they are to stand
 * @returns false, with nothing done, where the page has no two such lists with all of them
 */
export async function moveBetweenLists(
  driver: PageDriver,
  things: readonly Phrase[],
  to: Way | Phrase,
): Promise<boolean> {
  const names = things.map(({ text }) => text);
  const boxes = await driver.waitForView((view) => boxesOf(view, names));
  if (boxes === null || names.length === 0) return false;
  await tickEach(driver, boxes, 'check');
  const mover = await driver.waitForView((view) => {
    const ready = (['there', 'back'] as const).flatMap((way) => {
      const one = moverOf(view, way);
      return one === null || one.disabled ? [] : [{ way, one }];
    });
    const [only] = ready;
    return ready.length === 1 && (typeof to !== 'string' || only?.way === to) ? only?.one : undefined;
  });
  if (mover === undefined) {
    await tickEach(driver, boxes, 'uncheck');
    throw new StepError('action_failed', `"${names.join('", "')}" cannot be moved from where it stands.`);
  }
  await clickCandidate(driver, mover);
  if (typeof to !== 'string') await requireUnder(driver, names, to.text);
  return true;
}

async function requireUnder(driver: PageDriver, names: readonly string[], heading: string): Promise<void> {
  const isThere = await driver.waitForView(({ text }) => {
    const [shown, head] = [normalised(text), normalised(heading)];
    const at = shown.lastIndexOf(head);
    return at >= 0 && names.every((name) => shown.lastIndexOf(normalised(name)) > at);
  });
  if (!isThere)
    throw new StepError('action_failed', `"${names.join('", "')}" does not stand under "${heading}".`);
}

function namedMove({ text, within }: Phrase): { things: readonly Phrase[]; way: Way } | null {
  const [verb = ''] = /^(?:add|remove)\b/iu.exec(text) ?? [];
  if (verb === '' || within === null) return null;
  return { things: within.parts ?? [within], way: verb.toLowerCase() === 'add' ? 'there' : 'back' };
}

/** Whether the page has two lists between which what is named can be moved. */
export function canMove(view: PageView, phrase: Phrase): boolean {
  const move = namedMove(phrase);
  return (
    move !== null &&
    boxesOf(
      view,
      move.things.map(({ text }) => text),
    ) !== null
  );
}

/** "Add Ann to the project": from the list of all to the list of those that are in it. */
export async function moveNamed(driver: PageDriver, phrase: Phrase): Promise<boolean> {
  const move = namedMove(phrase);
  return move !== null && moveBetweenLists(driver, move.things, move.way);
}
