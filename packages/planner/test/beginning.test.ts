import { expect, test } from '@jest/globals';
import { beginningOf } from '../src/grammar/rules/beginning.ts';

test.each([
  [String.raw`mark\s+all\s+as\s+(\p{Ll}+)`, 'mark'],
  [String.raw`(?:please\s+)?(?:show|list)\s+(.+)`, String.raw`(?:please\s+)?(?:show|list)`],
  [String.raw`[(|\]]\s+x`, String.raw`[(|\]]`],
  [String.raw`\(\s+x`, String.raw`\(`],
])('the beginning of %s is %s', (source, beginning) => {
  expect(beginningOf(source)).toBe(beginning);
});

test.each([
  ['without white space', 'submit'],
  ['with several ways at once', String.raw`go\s+back|return`],
  ['that begins with white space', String.raw`\s*go`],
  ['that begins with a letter of any alphabet', String.raw`(\p{L}+)\s+it`],
])('a pattern %s has no beginning', (_which, source) => {
  expect(beginningOf(source)).toBeNull();
});
