/** Units of values, each by the ways to write it. */
const UNITS: readonly (readonly [unit: string, written: RegExp])[] = [
  ['£', /£|\b(?:gbp|quid)\b|\bpounds?\b/iu],
  ['€', /€|\b(?:eur|euros?)\b/iu],
  ['$', /\$|\b(?:usd|dollars?|bucks)\b/iu],
  ['¥', /¥|\b(?:jpy|yen)\b/iu],
  ['CHF', /\b(?:chf|francs?)\b/iu],
  ['%', /%|\bper\s?cent\b/iu],
  ['kg', /(?<!\p{L})(?:kg|kilos?|kilograms?)\b/iu],
  ['g', /(?<!\p{L})(?:g|grams?)\b/iu],
  ['lb', /(?<!\p{L})lbs?\b/iu],
  ['ml', /(?<!\p{L})(?:ml|millilit(?:re|er)s?)\b/iu],
  ['l', /(?<!\p{L})(?:l|lit(?:re|er)s?)\b/iu],
  ['mm', /(?<!\p{L})mm\b/iu],
  ['cm', /(?<!\p{L})cm\b/iu],
  ['m', /(?<!\p{L})(?:m|met(?:re|er)s?)\b/iu],
  ['minute', /(?<!\p{L})(?:mins?|minutes?)\b/iu],
  ['hour', /(?<!\p{L})(?:h|hrs?|hours?)\b/iu],
  ['day', /\bdays?\b/iu],
  ['week', /\bweeks?\b/iu],
  ['month', /\bmonths?\b/iu],
  ['year', /\byears?\b/iu],
];
const CURRENCIES = new Set(['£', '€', '$', '¥', 'CHF']);

/** The unit of a written value; '' when it has none. */
export function unitOf(value: string): string {
  return UNITS.find(([, written]) => written.test(value))?.[0] ?? '';
}

/** Whether a value is an amount of money. */
export function isMoney(value: string): boolean {
  return CURRENCIES.has(unitOf(value));
}
