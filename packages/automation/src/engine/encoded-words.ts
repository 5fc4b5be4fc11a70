import { escaped, numbered, PERCENT } from './encodings.ts';

const CODE = '(3[0-9]|[46][1-9a-f]|[57][0-9a])';
const DECIMAL_CODE = '(4[89]|5[0-7]|6[5-9]|[78][0-9]|9[0789]|1[01][0-9]|12[0-2])';
/** A letter or digit of ASCII that stands there encoded, though nothing demands it. */
const ENCODED = [PERCENT + CODE, numbered(DECIMAL_CODE, CODE), escaped(`00${CODE}`)].join('|');
const ANY = new RegExp(ENCODED, 'i');
const EACH = new RegExp(ENCODED, 'gi');

type Codes = [link?: string, decimal?: string, html?: string, json?: string];

const charOf = (...[link, decimal, html, json]: Codes): string =>
  String.fromCharCode(
    decimal === undefined ? Number.parseInt(link ?? html ?? json ?? '', 16) : Number(decimal),
  );

interface Decoded {
  text: string;
  /** Of each encoded character: its place in `text`, and the length of all until there beyond that of the decoded ones. */
  places: number[];
  longer: number[];
}

const decode = (raw: string): Decoded => {
  const places: number[] = [];
  const longer: number[] = [];
  let more = 0;
  const plain = (
    match: string,
    ...[link, decimal, html, json, offset]: [...Required<Codes>, number]
  ): string => {
    places.push(offset - more);
    more += match.length - 1;
    longer.push(more);
    return charOf(link, decimal, html, json);
  };
  return { text: raw.replaceAll(EACH, plain), places, longer };
};

/** The way back from places in the decoded text, asked for in their order. */
const originalPlaces = ({ places, longer }: Decoded): ((place: number) => number) => {
  let passed = 0;
  return (place) => {
    while ((places[passed] ?? Infinity) < place) passed += 1;
    return place + (longer[passed - 1] ?? 0);
  };
};

/** What a pattern matches in the decoded text but did not match in the original, as places there. */
const foundOnlyDecoded = (decoded: Decoded, pattern: RegExp): { from: number; to: number }[] => {
  const originalPlace = originalPlaces(decoded);
  return Array.from(decoded.text.matchAll(pattern), ({ 0: match, index }) => ({
    from: originalPlace(index),
    to: originalPlace(index + match.length),
    length: match.length,
  })).filter(({ from, to, length }) => to - from > length);
};

/**
 * Replaces what the patterns match only once letters and digits are decoded; everything else stays as it is encoded.
 * Patterns that match every letter in each of its forms would be slow on every text.
 */
export const replaceEncoded = (raw: string, patterns: readonly RegExp[], replacement: string): string => {
  if (patterns.length === 0 || !ANY.test(raw)) return raw;
  const decoded = decode(raw);
  const found = patterns.flatMap((pattern) => foundOnlyDecoded(decoded, pattern));
  let shown = '';
  let end = 0;
  for (const { from, to } of found.sort((a, b) => a.from - b.from)) {
    if (from >= end) shown += raw.slice(end, from) + replacement;
    end = Math.max(end, to);
  }
  return shown + raw.slice(end);
};
