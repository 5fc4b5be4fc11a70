import { StepError } from '@errand/browser-runtime';
import { chooseItem } from '../finding/choose-item.ts';
import { sameAs } from '../finding/choice.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import type { Instruction, Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { plain } from '../grammar/rules/named-phrases.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { drag } from './drag.ts';

const STEPS = {
  top: { once: /^(?:move )?(?:to (?:the )?)?(?:top|first)$|^⤒$/iu, by: /^(?:move )?(?:item )?up$|^[↑▲⬆]$/iu },
  bottom: {
    once: /^(?:move )?(?:to (?:the )?)?(?:bottom|end|last)$|^⤓$/iu,
    by: /^(?:move )?(?:item )?down$|^[↓▼⬇]$/iu,
  },
};

interface Place {
  /** The titles of the list, in its order. */
  titles: string[];
  at: number;
  controls: Candidate[];
}

function placeOf(view: PageView, thing: Phrase): Place | null {
  const choice = chooseItem(view, thing);
  const own = 'one' in choice ? view.items[choice.one] : undefined;
  if (own === undefined || !('one' in choice)) return null;
  const list = view.items.filter(
    ({ group, parents }) => group === own.group && parents[0] === own.parents[0],
  );
  return {
    titles: list.map(({ title }) => title),
    at: list.indexOf(own),
    controls: view.candidates.filter(({ items, disabled }) => items[0] === choice.one && !disabled),
  };
}

type Rank = Extract<Instruction, { kind: 'rank' }>;

/** The place in the list that is meant, counted from 0. */
function goalOf({ at, titles }: Place, to: Rank['to']): number {
  const last = titles.length - 1;
  if (to === 'top') return 0;
  if (to === 'bottom') return last;
  const goal = 'place' in to ? to.place - 1 : at + to.down;
  if (goal >= 0 && goal <= last) return goal;
  throw new StepError('element_not_found', `The list of "${titles[at]}" has ${titles.length} places.`);
}

/** Moves a thing to a place in its list: by the buttons that it has for that, else by dragging it there. */
export async function rank(driver: PageDriver, { thing, to }: Rank): Promise<unknown> {
  const place = (of: Phrase) =>
    driver.waitForView((view) => {
      const found = placeOf(view, of);
      if (found === null) throw notFound(`"${describePhrase(of)}"`, []);
      return found;
    });
  const from = await place(thing);
  const goal = goalOf(from, to);
  const way = STEPS[goal < from.at ? 'top' : 'bottom'];
  // "The first item" is another one once it was moved.
  const moved: Phrase = { ...plain(from.titles[from.at] ?? ''), quoted: true };
  for (let now = from, moves = 0; now.at !== goal; moves += 1) {
    const button = (typeof to === 'string' ? [way.once, way.by] : [way.by])
      .map((names) => now.controls.filter(({ name }) => names.test(name.trim())))
      .find(({ length }) => length === 1)?.[0];
    if (button === undefined && moves === 0) {
      await drag(driver, {
        kind: 'drag',
        from: moved,
        destination: { ...plain(from.titles[goal] ?? ''), quoted: true },
        side: goal < from.at ? 'before' : 'after',
      });
      if ((await place(moved)).at === goal) return null;
    }
    if (button === undefined || moves > from.titles.length)
      throw new StepError(
        'action_failed',
        `"${moved.text}" does not stand at place ${goal + 1} of its list.`,
      );
    const { target } = await driver.waitForCandidate(nameCandidate(button), (view) =>
      sameAs(view, button.css),
    );
    await driver.step('browser.click', { target }, `Click the ${nameCandidate(button)} of "${moved.text}"`);
    now = await place(moved);
  }
  return null;
}
