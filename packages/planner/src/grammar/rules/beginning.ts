/** A group, a set of characters, an escape or one character. */
const PART = /\\.|\[(?:\\.|[^\]\\])*\]|[^]/gsu;
const UNICODE_CLASS = /\\p/iu;

/**
 * The part of a pattern before its first white space: text without it does not match the pattern either. Null when there
 * is none that is cheaper to compile, which letters of all alphabets make slow.
 */
export function beginningOf(source: string): string | null {
  let depth = 0;
  let end: number | null = null;
  for (const { 0: part, index } of source.matchAll(PART)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (depth > 0) continue;
    else if (part === '|') return null;
    else if (part === String.raw`\s`) end ??= index;
  }
  const beginning = source.slice(0, end ?? 0);
  return beginning === '' || UNICODE_CLASS.test(beginning) ? null : beginning;
}
