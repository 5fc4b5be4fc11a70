import { isAroundButton } from '../finding/openers.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { StepError } from '@errand/browser-runtime';
import { type Choice, sameAs } from '../finding/choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import { bestOf, grade, GRADES } from '../words/match-name.ts';
import { chooseItem } from '../finding/choose-item.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

/** What opens the row that is meant, where one control of it opens anything but a menu. */
function expanderOf(view: PageView, phrase: Phrase): Choice<Candidate> | null {
  const item = phrase.kind === null || phrase.kind === 'row' ? chooseItem(view, phrase) : null;
  if (item === null || !('one' in item)) return null;
  const own = view.candidates.filter(
    ({ items, expanded, opensMenu }) => items[0] === item.one && expanded !== null && !opensMenu,
  );
  const [one] = own;
  return one !== undefined && own.length === 1 ? { one } : null;
}

/** What opens or closes a section of the content. */
export function sectionsOf(view: PageView): readonly Candidate[] {
  return view.candidates.filter(
    (each) =>
      each.expanded !== null &&
      each.inContent &&
      !each.opensMenu &&
      !each.disabled &&
      !isAroundButton(view, each),
  );
}

async function discloseEvery(driver: PageDriver, kind: 'expand' | 'collapse'): Promise<void> {
  const all = await driver.waitForView(sectionsOf);
  if (all.length === 0) throw notFound('section that can be opened or closed', []);
  const isSo = ({ expanded }: Candidate) => expanded === (kind === 'expand');
  for (const section of all.filter((one) => !isSo(one))) {
    const { target } = await driver.waitForCandidate(nameCandidate(section), (view) =>
      sameAs(view, section.css),
    );
    await driver.step(
      'browser.click',
      { target },
      `${kind === 'expand' ? 'Expand' : 'Collapse'} the ${nameCandidate(section)}`,
    );
  }
  const left = await driver.look((view) => sectionsOf(view).find((one) => !isSo(one)));
  if (left !== undefined)
    throw new StepError(
      'action_failed',
      `The ${nameCandidate(left)} is ${kind === 'expand' ? 'shut' : 'open'} again after the others were pressed.`,
    );
}

/** Opens or closes a section unless it is already in that state. */
export async function disclose(
  driver: PageDriver,
  kind: 'expand' | 'collapse',
  phrase: Phrase,
): Promise<void> {
  if (phrase.every === true) return discloseEvery(driver, kind);
  // "In the Delivery section": what stands under a heading is shown already.
  const isShown = await driver.look(
    (view) =>
      kind === 'expand' &&
      phrase.kind === 'tab' &&
      'none' in chooseCandidate(view, phrase, 'click') &&
      view.candidates.some(
        ({ role, name, level, group, inContent }) =>
          inContent &&
          ((role === 'heading' && level > 1 && grade(phrase.text, name) >= GRADES.equalWords) ||
            grade(phrase.text, group) >= GRADES.equalWords),
      ),
  );
  if (isShown) return driver.note(`"${phrase.text}" is shown already.`, {});
  const { candidate, target } = await driver.waitForCandidate(
    `"${describePhrase(phrase)}"`,
    (view): Choice<Candidate> => {
      const able = view.candidates.filter(({ expanded }) => expanded !== null);
      const isUnnamed = phrase.kind === 'section' && phrase.text === '' && phrase.ordinal === null;
      const only = isUnnamed ? sectionsOf(view) : [];
      if (only[0] !== undefined && only.length === 1) return { one: only[0] };
      const own = bestOf(able, ({ name, text }) =>
        Math.max(grade(phrase.text, name), grade(phrase.text, text)),
      );
      const [one] = own;
      if (one !== undefined) return own.length === 1 ? { one } : { equals: own };
      const named = chooseCandidate(view, phrase, 'click');
      return 'one' in named ? named : (expanderOf(view, phrase) ?? named);
    },
  );
  const isSo = candidate.expanded === (kind === 'expand');
  if (isSo) return driver.note(`The ${nameCandidate(candidate)} is ${kind}ed already.`, {});
  await driver.step(
    'browser.click',
    { target },
    `${kind === 'expand' ? 'Expand' : 'Collapse'} the ${nameCandidate(candidate)}`,
  );
}
