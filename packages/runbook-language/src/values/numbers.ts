const TOKEN =
  /(?<sign>[-−]\s?)?(?:\p{Sc}\s?)?(?<digits>\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*)/gu;
/** Words and letters after a number that multiply it. */
const MAGNITUDE =
  /^\s?(?:[kKMBG]|bn|Mio|Mrd|Tsd|thousand|million|billion|trillion|Million(?:en)?|Milliarden?)\b/u;
const CURRENCY_CODE = /(?<![\p{L}\p{N}])[A-Z]{3}$/u;

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Part of a word such as `A12`, of a range or of a scientific notation. */
function isPartOfWord(text: string, from: number, to: number): boolean {
  const before = text.slice(0, from);
  const code = CURRENCY_CODE.exec(before)?.[0];
  if (/[\p{L}\p{N}]$/u.test(before) && !(code !== undefined && currencies.has(code))) return true;
  return /^[eE][-+]?\d/.test(text.slice(to));
}

function separatorsOf(language: string): { group: string; decimal: string } | null {
  try {
    if (language === '' || Intl.NumberFormat.supportedLocalesOf(language).length === 0) return null;
    const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(1_234_567.5);
    const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    return { group: find('group'), decimal: find('decimal') };
  } catch {
    return null;
  }
}

const GROUPS = /^\d{1,3}(?:\D\d{3})+$/;

/** Reads digits with points and commas. Null: more than one reading, or none. */
function readDigits(digits: string, language: string): number | null {
  const text = digits.replaceAll(/[ \u00a0\u202f'’]/g, '');
  const separators = text.match(/[.,]/g) ?? [];
  const [first = ''] = separators;
  const last = separators.at(-1) ?? '';
  const asDecimal = () => Number(text.replace(last, '.'));
  if (separators.length === 0) return Number(text);
  if (first !== last) {
    const at = text.lastIndexOf(last);
    const whole = text.slice(0, at);
    const isGrouped = GROUPS.test(whole) && !whole.includes(last);
    return isGrouped ? Number(`${whole.replaceAll(first, '')}.${text.slice(at + 1)}`) : null;
  }
  if (separators.length > 1) return GROUPS.test(text) ? Number(text.replaceAll(first, '')) : null;
  const isAmbiguous = GROUPS.test(text) && !text.startsWith('0') && text === digits;
  if (!isAmbiguous) return asDecimal();
  const known = separatorsOf(language);
  if (known?.decimal === first) return asDecimal();
  return known?.group === first ? Number(text.replace(first, '')) : null;
}

/**
 * Reads the one number that a text shows, such as `1.299,00 €`. Null when it shows none or several, or when the number has
 * more than one reading, as `1,234` has without a language.
 * @param language BCP 47 tag of the page; empty when it has none
 */
export function readShownNumber(text: string, language = ''): number | null {
  const [found, ...others] = text.matchAll(TOKEN);
  if (found?.groups === undefined || others.length > 0) return null;
  const { digits = '', sign = '' } = found.groups;
  const to = found.index + found[0].length;
  const isSigned = sign !== '' && !/[\p{L}\p{N}]$/u.test(text.slice(0, found.index));
  const from = isSigned ? found.index : found.index + sign.length;
  if (isPartOfWord(text, from, to) || MAGNITUDE.test(text.slice(to))) return null;
  const number = readDigits(digits, language);
  if (number === null) return null;
  return isSigned ? -number : number;
}
