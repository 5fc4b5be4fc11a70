import { describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import { compilePattern, PatternError } from '../src/index.ts';
import { anyCodePoint } from './any-code-point.ts';

fc.configureGlobal({ seed: jest.getSeed() });

/** The matches of JavaScript's own engine. */
function natively(source: string, flags: string, text: string) {
  const match = new RegExp(source, flags).exec(text);
  return match && { captures: [...match].map((capture) => capture ?? null), groups: named(match.groups) };
}
function named(groups: Record<string, string | undefined> | undefined) {
  return groups === undefined
    ? null
    : Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, text ?? null]));
}

describe('a pattern finds what RegExp finds', () => {
  test.each([
    ['^[A-Z]{2}-\\d{4}$', '', ['AB-1234', 'AB-123', 'xAB-1234']],
    ['^[a-z0-9]+(-[a-z0-9]+)*$', '', ['a-b-c', 'a--b', '']],
    ['(?<year>\\d{4})-(?<month>\\d\\d)(-(?<day>\\d\\d))?', '', ['on 2024-05', '2024-05-06', 'none']],
    ['(a|ab)(c|bcd)(d*)', '', ['abcd', 'acd']],
    ['(z)((a+)?(b+)?(c))*', '', ['zaacbbbcac']],
    ['(?:(a)|(b))*', '', ['ab', 'ba', '']],
    ['x*?y+?', '', ['xxyy']],
    ['<.+?>', '', ['<a><b>']],
    ['a{2,3}?', '', ['aaaa']],
    ['a{0}b{1,}', '', ['abb']],
    ['^(?=.*\\d)(?=.*[A-Z]).{8,}$', '', ['passwordA1', 'password1', 'A1']],
    ['^(?!.*(foo|bar)).*$', '', ['a foo', 'clean']],
    ['(?=(a+))a*b', '', ['aaab']],
    ['\\bcat\\b', '', ['a cat.', 'concat']],
    ['\\Bcat', '', ['concat', 'cat']],
    ['^b$', 'm', ['a\nb\nc', 'ab']],
    ['a.c', 's', ['a\nc']],
    ['a.c', '', ['a\nc', 'a😀c']],
    ['straße', 'iu', ['STRAßE', 'x']],
    ['^\\p{Lu}\\p{L}*$', 'u', ['Ünder', 'ünder']],
    ['^.{3}$', 'u', ['a😀b', 'a😀']],
    ['[^\\]a-c]+', '', [']abxyz']],
    ['\\u{1F600}|\\x41|\\u0042|\\cJ|\\t', 'u', ['😀', 'A', 'B', '\n', '\t', 'z']],
    ['\\uD83D\\uDE00', 'u', ['😀']],
    ['(a*)*', '', ['b', 'aa']],
    ['(a*)+', '', ['b', 'aa']],
    ['', '', ['', 'a']],
    ['|a', '', ['a']],
    ['[\\w\\-.]+@[\\w\\-]+\\.\\w+', '', ['me@a-b.test']],
    ['^\\/a\\/b$', '', ['/a/b']],
  ])('/%s/%s', (source, flags, texts) => {
    const pattern = compilePattern(source, flags);
    for (const text of texts) {
      expect(pattern.match(text)).toEqual(natively(source, `${flags.replace('u', '')}u`, text));
      expect(pattern.test(text)).toBe(new RegExp(source, `${flags.replace('u', '')}u`).test(text));
    }
  });

  test('accepts the older grammar where only that is valid', () => {
    expect(compilePattern('^\\d\\-\\d\\_$').test('1-2_')).toBe(true);
    expect(compilePattern('^a{,2}$').test('a{,2}')).toBe(true);
  });

  test('matches like RegExp for every pattern and text', () => {
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, depthSize: 'medium' },
        fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\b', '^', '$', ''),
        fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => a + b),
        fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(?:${a}|${b})`),
        tie('tree').map((inner) => `(${inner})`),
        fc
          .tuple(tie('tree'), fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}'))
          .map(([inner, count]) => `(?:${inner})${count}`),
        fc.tuple(fc.constantFrom('?=', '?!'), tie('tree')).map(([look, inner]) => `(${look}${inner})`),
      ),
    }));
    const text = fc.stringMatching(/^[ab ]{0,8}$/);
    fc.assert(
      fc.property(tree, text, (source, candidate) => {
        const native = new RegExp(source, 'u').exec(candidate);
        const found = compilePattern(source).match(candidate);
        expect(found === null).toBe(native === null);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('no pattern takes long', () => {
  test.each([
    ['^(a+)+$', `${'a'.repeat(5_000)}!`],
    ['^(a|a)*$', `${'a'.repeat(5_000)}!`],
    ['^(a|aa)+$', `${'a'.repeat(5_000)}!`],
    ['^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$', 'a'.repeat(5_000)],
    ['(.*)(.*)(.*)(.*)(.*)x$', 'y'.repeat(10_000)],
    ['(?=(a*)*b)a', 'a'.repeat(2_000)],
    ['(?:a?){500}a{500}', 'a'.repeat(500)],
    ['\\s+$', `${' '.repeat(50_000)}x`],
  ])('/%s/', (source, text) => {
    const started = process.cpuUsage();
    try {
      compilePattern(source).test(text);
    } catch (error) {
      expect(error).toBeInstanceOf(PatternError);
    }
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
  });

  test('throws PatternError for a match that exceeds the work limit', () => {
    expect(() => compilePattern('(.*)*(.*)*(.*)*x').test('y'.repeat(1_000_000))).toThrow(PatternError);
  });
});

describe('invalid patterns are rejected', () => {
  test.each([
    ['(', ''],
    ['a**', ''],
    ['[b-a]', ''],
    ['(?<a>x)(?<a>y)', ''],
    ['(a)\\1', ''],
    ['(?<n>a)\\k<n>', ''],
    ['(?<=a)b', ''],
    ['(?<!a)b', ''],
    ['(?i:a)', ''],
    ['(?:(?:a{1000}){1000}){1000}', ''],
    ['(?:(?:(?:){1000}){1000}){1000}', ''],
    ['a{4294967295}', ''],
    ['a', 'g'],
    ['a', 'ii'],
    ['a', 'v'],
    ['\\-', 'u'],
    ['a'.repeat(2_001), ''],
  ])('%j %j', (source, flags) => {
    expect(() => compilePattern(source, flags)).toThrow(PatternError);
  });

  test('throws only PatternError', () => {
    const source = fc.oneof(
      fc.string({ unit: anyCodePoint }),
      fc.stringMatching(/^[()[\]{}*+?|\\^$.a1,:<>=!-]{0,20}$/),
    );
    fc.assert(
      fc.property(source, fc.string(), (candidate, text) => {
        try {
          compilePattern(candidate).match(text);
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
