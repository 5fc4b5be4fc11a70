import type { Sign } from '../ledger.ts';
import { isTold } from './exchanges.ts';
import type { Seen } from './seen.ts';
import { isForDoing, isSaidTaken, toneAfter } from './shown-texts.ts';
import { isUnsafe } from './traffic.ts';
import { endsSomething, leadsOn } from './words.ts';

/** What takes a thing of a list away: a page that does it shows it. */
const TAKES_AWAY =
  /^\W*(?:delete|remove|discard|löschen|entfernen|supprimer|retirer|eliminar|quitar|borrar)\b/iu;

/** An answer that is nothing but `false`, to what does not switch anything off; null for none. */
export function saidFalse(seen: Seen): Sign | null {
  const { before, exchanges } = seen;
  const says = before.control?.says ?? '';
  const answer = exchanges.findLast((each) => isUnsafe(each));
  if (answer?.saysFalse !== true || !isForDoing(seen) || before.control?.checked != null) return null;
  if (endsSomething(says) || /\b(?:check|test|toggle|switch|un\p{L}+)\b/iu.test(says) || isSaidTaken(seen))
    return null;
  return { reason: 'http_error', quote: `${answer.method} ${answer.url.pathname} was answered with false` };
}

/** What speaks against an action that sent something, and after which the page stands there as it was. */
export function showsNothingOf(seen: Seen): Sign | null {
  const { before, reading, exchanges, downloads, tabs } = seen;
  if (reading === null || reading.leaves || downloads > 0 || tabs > 0) return null;
  if (!exchanges.some((each) => isTold(each) && !each.isDocument)) return null;
  const tone = toneAfter(before);
  if (reading.saidAgain !== '' && tone(reading.saidAgain) !== 'taken')
    return { reason: 'nothing_changed', quote: `The page says again what it said: ${reading.saidAgain}` };
  if (reading.changed && !reading.isRedrawn) return null;
  const error = reading.stillSays.find((text) => tone(text) === 'refusing');
  if (error !== undefined) return { reason: 'error_shown', quote: error };
  const { says = '', row = null } = before.control ?? {};
  return leadsOn(says) || ((row !== null || reading.isRedrawn) && TAKES_AWAY.test(says))
    ? { reason: 'nothing_changed', quote: `Nothing on the page changed after "${says}"` }
    : null;
}
