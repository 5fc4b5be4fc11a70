import type { Sign } from '../ledger.ts';
import { isTold } from './exchanges.ts';
import type { Seen } from './seen.ts';
import { toneAfter } from './shown-texts.ts';

/** What leads on, and what takes a thing of a list away: a page that does it shows it. */
const LEADS_ON = /^\W*(?:next|continue|proceed|go on|weiter|suivant|continuer|siguiente|continuar)\b/iu;
const TAKES_AWAY =
  /^\W*(?:delete|remove|discard|löschen|entfernen|supprimer|retirer|eliminar|quitar|borrar)\b/iu;

/** True for the name of a control that leads to the next of several steps. */
export function leadsOn(name: string): boolean {
  return LEADS_ON.test(name);
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
  return leadsOn(says) || (row !== null && TAKES_AWAY.test(says))
    ? { reason: 'nothing_changed', quote: `Nothing on the page changed after "${says}"` }
    : null;
}
