import { normalised } from '../words/match-name.ts';
import type { PageView } from '../page/page-view.ts';

/** What pages call the number or the state of what they have of a thing. */
export const STOCK_LABELS = ['in stock', 'stock', 'availability', 'available', 'on hand'];
const IN_STOCK = /^(?:in stock|available)$/u;
const OUT_OF_STOCK = /^(?:out of stock|sold out|unavailable|not available|not in stock)$/u;
const NONE_LEFT = /^(?:0|no|none|out of stock|sold out|unavailable|not available|not in stock)\b/iu;
const SOME_LEFT = /^(?:[1-9]\d*|yes|in stock|available|low stock|only \d+|few)\b/iu;

/** Whether a state says that there is some left, or none; null for any other state. */
export function meansStock(state: string): boolean | null {
  const said = normalised(state);
  if (IN_STOCK.test(said)) return true;
  return OUT_OF_STOCK.test(said) ? false : null;
}

/** Whether there is some left by what stands under such a label: "12", "sold out"; null when it does not say. */
export function hasStock(value: string): boolean | null {
  if (NONE_LEFT.test(value)) return false;
  return SOME_LEFT.test(value) ? true : null;
}

/** The same of a row or card, by its own "Stock"; null when it has no such label. */
export function isStocked({ facts }: PageView, index: number): boolean | null {
  const own = facts.find(
    ({ items, label, source }) =>
      items[0] === index && source === 'shown' && STOCK_LABELS.includes(normalised(label)),
  );
  return own === undefined ? null : hasStock(normalised(own.value));
}
