import type { Case, Found } from './case.ts';
import { deedOfGiving } from './deeds.ts';
import { chosenInVain, heldOldValue } from './judge-document.ts';
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
