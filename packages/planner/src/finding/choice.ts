/** One element, several that fit equally well, or none. */
export type Choice<Entry> =
  | { one: Entry; nth?: number }
  | { equals: readonly Entry[] }
  | { none: readonly Entry[] };
