import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Choice } from '../finding/choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { bestOf, grade, GRADES } from '../words/match-name.ts';
import type { Candidate } from '../page/page-view.ts';

/** Opens or closes a section unless it is already in that state. */
export async function disclose(
  driver: PageDriver,
  kind: 'expand' | 'collapse',
  phrase: Phrase,
): Promise<void> {
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
      const own = bestOf(able, ({ name, text }) =>
        Math.max(grade(phrase.text, name), grade(phrase.text, text)),
      );
      const [one] = own;
      if (one === undefined) return chooseCandidate(view, phrase, 'click');
      return own.length === 1 ? { one } : { equals: own };
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
