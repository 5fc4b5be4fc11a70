/** Units of one kind of quantity, each with its size. */
const FAMILIES: readonly (readonly [written: RegExp, size: number])[][] = [
  [
    [/^(?:s|secs?|seconds?)$/iu, 1 / 60],
    [/^(?:m|mins?|minutes?)$/iu, 1],
    [/^(?:h|hrs?|hours?)$/iu, 60],
    [/^(?:d|days?)$/iu, 1440],
    [/^weeks?$/iu, 10_080],
  ],
  [
    [/^(?:g|grams?)$/iu, 1],
    [/^(?:kg|kilos?|kilograms?)$/iu, 1000],
  ],
  [
    [/^(?:mm|millimet(?:re|er)s?)$/iu, 0.1],
    [/^(?:cm|centimet(?:re|er)s?)$/iu, 1],
    [/^(?:m|met(?:re|er)s?)$/iu, 100],
    [/^(?:km|kilomet(?:re|er)s?)$/iu, 100_000],
  ],
  [
    [/^(?:ml|millilit(?:re|er)s?)$/iu, 1],
    [/^cl$/iu, 10],
    [/^(?:l|lit(?:re|er)s?)$/iu, 1000],
  ],
  [
    [/^(?:B|bytes?)$/iu, 1e-3],
    [/^KB$/iu, 1],
    [/^MB$/iu, 1000],
    [/^GB$/iu, 1e6],
    [/^TB$/iu, 1e9],
  ],
];
const PARTS = /(\d+(?:[.,]\d{1,2})?)\s*(\p{L}+)/gu;

function measuredIn(family: (typeof FAMILIES)[number], value: string): number | null {
  const rest = value
    .replaceAll(PARTS, '')
    .replaceAll(/\b(?:about|approx\.?|ca\.?|and)(?!\p{L})|[~,\s]/giu, '');
  const parts = [...value.matchAll(PARTS)].map(([, count = '', unit = '']) => {
    const [, size] = family.find(([written]) => written.test(unit)) ?? [];
    return size === undefined ? null : Number(count.replace(',', '.')) * size;
  });
  return rest !== '' || parts.length === 0 || parts.includes(null)
    ? null
    : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

/** The sizes of values in one unit, "45 min" and "1h 10m" in minutes; null where they are not all of one kind with units. */
export function measured(values: readonly string[]): number[] | null {
  for (const family of FAMILIES) {
    const sizes = values.map((value) => measuredIn(family, value));
    if (sizes.every((size) => size !== null)) return sizes;
  }
  return null;
}
