import { addingAll } from './sites/adding-all.ts';
import { formerPrices } from './questions/former-prices.ts';
import { askingOfThings } from './questions/of-things-where.ts';
import { reckoning } from './questions/reckoning.ts';
import { firstOf } from './rule.ts';

/** Instructions about all things of a kind, about those that their values choose, and about what values were or come to. */
export const ofThings = firstOf(addingAll, formerPrices, reckoning, askingOfThings);
