import type { Sign } from '../ledger.ts';
import type { Case, Found } from './case.ts';
import type { Seen } from './seen.ts';
import { isWorkOver } from './judge-unfinished.ts';
import { refusesQuietly } from './quiet-words.ts';
import { isUnsafe } from './traffic.ts';
import { isSaidTaken, shownErrors, toneAfter } from './shown-texts.ts';

/* What the page shows after an action: errors, fields that it calls invalid, and work that has not ended. */

/** What fields that were emptied say by their placeholders, where nothing says yes. */
function hintsOf(seen: Seen): { text: string; refuses: boolean }[] {
  const tone = toneAfter(seen.before);
  const says = seen.before.control?.says ?? '';
  const hints = (seen.reading?.hints ?? []).filter(
    (text) =>
      tone(text) === 'refusing' ||
      (tone(text) === 'neutral' && seen.exchanges.some(isUnsafe) && refusesQuietly(text, says)),
  );
  return isSaidTaken(seen) ? [] : hints.map((text) => ({ text, refuses: true }));
}

/** The errors that the page shows; without a request, one after a value was put into a control only warns. */
export function errorsShown({ seen, attempted, asks, wasSent, question }: Case): Found[] {
  return (
    [...shownErrors(seen, attempted), ...hintsOf(seen)]
      .map(({ text, refuses }) => ({ text, refuses: refuses && (asks || wasSent) }))
      // A dialog that asks may be an alert as well.
      .filter(({ text, refuses }) => refuses || question?.includes(text) !== true)
      .map(({ text, refuses }) => ({ sign: { reason: 'error_shown', quote: text }, refuses }))
  );
}

/** The fields that are invalid although no form was held back for them. */
export function invalidFields({ seen, asks, wasSent, failure }: Case): Found[] {
  const { before, reading } = seen;
  if (reading === null) return [];
  const marked = wasSent && !isSaidTaken(seen) ? reading.marked : [];
  const invalid = failure === null ? [...reading.invalid, ...marked] : [];
  const isOwnInvalid = !asks && reading.ownInvalid !== '' && reading.control?.value !== '';
  return [
    ...invalid.map(({ name, message }) => ({
      sign: { reason: 'field_invalid', quote: message === '' ? name : `${name}: ${message}` } as const,
      refuses: asks,
    })),
    ...(isOwnInvalid
      ? [
          {
            sign: {
              reason: 'field_invalid',
              quote: `${before.control?.says ?? 'The field'}: ${reading.ownInvalid}`,
            } as const,
            refuses: false,
          },
        ]
      : []),
  ];
}

/** What the page is still doing when its task is done. */
export function stillAtWork(seen: Seen): Sign | null {
  const { reading, isLast } = seen;
  if (isLast !== true || reading === null) return null;
  const turns = reading.turns && !isSaidTaken(seen) ? 'a sign turns that came with the action' : '';
  const atWork = reading.atWork || turns;
  return atWork === '' ? null : { reason: 'error_shown', quote: `The page is still at work: ${atWork}` };
}

/** What the page showed after the action and took back. */
export function takenBack(seen: Seen): Sign | null {
  const { reading } = seen;
  return reading?.takenBack == null || isWorkOver(seen)
    ? null
    : { reason: 'change_taken_back', quote: `The page showed "${reading.takenBack}" and took it back` };
}
