import type { Case, Found } from './case.ts';
import { deedOfGiving } from './deeds.ts';
import { chosenInVain, heldOldValue } from './judge-document.ts';
import { isSameValue } from './read-back.ts';
import { isSaidTaken } from './shown-texts.ts';

/** The lists that an earlier step set, and that hold what they came with since this one gave another field its value. */
export function listsUnset({ seen, asks }: Case): Found[] {
  const { reading, done = [] } = seen;
  if (asks) return [];
  return (reading?.listsPutBack ?? [])
    .map(({ key, name }) => ({ name, deed: deedOfGiving(key) }))
    .filter(({ deed }) => done.includes(deed))
    .map(({ name, deed }) => ({
      sign: { reason: 'change_taken_back', quote: heldOldValue(name), answeredBy: [deed] },
      refuses: true,
    }));
}

/** The field that sent its form when it was set, and that holds its old value again. */
export function chosenAgain({ seen, asks }: Case): Found[] {
  const name = asks || isSaidTaken(seen) ? null : chosenInVain(seen);
  return name === null
    ? []
    : [{ sign: { reason: 'change_taken_back', quote: heldOldValue(name) }, refuses: true }];
}

/** The field that a key left or sent, and that the page gave another value than it was given. */
export function valueExchanged({ seen, primitive, key, wasSent }: Case): Found[] {
  const [was, now] = [seen.before.control, seen.reading?.control ?? null];
  if (primitive !== 'browser.press' || !/^(?:Tab|Enter)$/u.test(key ?? '') || !wasSent) return [];
  if (was === null || now === null || was.tag !== 'input' || was.value === '' || now.value === '') return [];
  // What was begun may be completed, or cut.
  const [one, other] = [was.value.toLowerCase(), now.value.toLowerCase()];
  if (isSameValue(was.value, now.value) || one.includes(other) || other.includes(one)) return [];
  const quote = `"${was.says}" holds ${now.value}, not ${was.value}`;
  return [{ sign: { reason: 'change_taken_back', quote }, refuses: true }];
}
