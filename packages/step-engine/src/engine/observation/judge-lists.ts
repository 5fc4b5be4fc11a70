import type { Case, Found } from './case.ts';
import type { Sign } from '../ledger.ts';
import { isSameText } from './judge-unmoved.ts';
import { numbersIn } from './read-back.ts';
import type { Seen } from './seen.ts';
import { isForDoing } from './shown-texts.ts';

/* What speaks against an action in the lists of a page: rows that were not sorted, and nothing that could be acted on. */

/** Names of one kind are told apart from degrees such as "High" and "Low", which have an order of their own. */
const MIN_NAMES = 4;

/** Whether values follow each other in one direction; null where their order cannot be known. */
function isOrdered(values: readonly string[]): boolean | null {
  const parts = values.map((value) => /^(\D*?)(-?\d[\d.,'\s]*\d|-?\d)(\D*)$/u.exec(value.trim()));
  const units = new Set(parts.map((part) => `${part?.[1]}|${part?.[3]}`));
  const areNumbers = parts.every((part) => part !== null) && units.size === 1;
  if (!areNumbers && values.some((value) => /\d/u.test(value))) return null;
  const numbers = parts.map((part) => numbersIn(part?.[2] ?? '')[0] ?? Number.NaN);
  if (areNumbers && numbers.some(Number.isNaN)) return null;
  if (new Set(values).size < (areNumbers ? 2 : MIN_NAMES)) return null;
  const steps = values
    .slice(1)
    .map((value, at) =>
      areNumbers
        ? (numbers[at + 1] ?? 0) - (numbers[at] ?? 0)
        : value.localeCompare(values[at] ?? '', undefined, { sensitivity: 'base' }),
    );
  return steps.every((step) => step <= 0) || steps.every((step) => step >= 0);
}

/** A head of a column was pressed, of which the rows stand as they stood, and in no order. */
export function leftUnsorted(seen: Seen): Sign | null {
  const { before, reading, after, tabs } = seen;
  const { column = null, says = '', type = '' } = before.control ?? {};
  if (column === null || tabs > 0 || type === 'checkbox' || isOrdered(column) !== false) return null;
  const now = reading?.control?.column ?? (reading?.isRedrawn === true ? column : null);
  const isSame =
    reading === null ? after !== null && isSameText(before, after) : column.join('\n') === now?.join('\n');
  // A head may as well open a menu.
  const isElse = reading !== null && (reading.newButtons.length > 0 || reading.moreFields.length > 0);
  if (!isSame || isElse || (reading !== null && reading.question !== before.question)) return null;
  return { reason: 'nothing_changed', quote: `The rows stand as they stood after "${says}"` };
}

/** What one does where nothing was found. */
const GOES_ON =
  /\b(?:search|find|clear|reset|remove|delete|close|dismiss|back|new|create|add|request|suggest|ask|contact|help|notify|remind|alert|filter|show|all|try|again|cookies?|accept|reject|menu|sign|log|next|previous|home|suchen|zurück|neu|anlegen|rechercher|effacer|retour|buscar|borrar|volver)\b/iu;

/** A button was pressed on a page that says that nothing was found. */
export function pressedOnNothing({ seen, asks }: Case): Found[] {
  const { nothingFound, control } = seen.before;
  if (!asks || nothingFound === '' || !isForDoing(seen) || GOES_ON.test(control?.says ?? '')) return [];
  return [{ sign: { reason: 'error_shown', quote: nothingFound }, refuses: false }];
}
