const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** What a count is written as, as a part of a pattern: "3", "three". */
export const COUNT = `\\d{1,3}|${WORDS.join('|')}`;

/** The number that is written in digits or as a word up to ten; NaN for anything else. */
export function countOf(said: string): number {
  const at = WORDS.indexOf(said.trim().toLowerCase());
  return at < 0 ? Number(said) : at + 1;
}
