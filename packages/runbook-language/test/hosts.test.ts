import { describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import { intersectScopes, isHostAllowed, parseHostPattern } from '../src/index.ts';
import { anyCodePoint } from './any-code-point.ts';

fc.configureGlobal({ seed: jest.getSeed() });

describe('a pattern', () => {
  test.each([
    ['example.com', 'https://example.com/a', true],
    ['example.com', 'http://example.com:8080/', true],
    ['EXAMPLE.com', 'https://example.COM/', true],
    ['example.com', 'https://www.example.com/', false],
    ['example.com', 'https://notexample.com/', false],
    ['example.com', 'https://example.com.evil.test/', false],
    ['example.com', 'https://example.com@evil.test/', false],
    ['*.example.com', 'https://a.example.com/', true],
    ['*.example.com', 'https://a.b.example.com:444/', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://notexample.com/', false],
    ['localhost:8080', 'http://localhost:8080/', true],
    ['localhost:8080', 'http://localhost:8081/', false],
    ['localhost:8080', 'http://localhost/', false],
    ['example.com:443', 'https://example.com/', true],
    ['example.com:443', 'http://example.com/', false],
    ['example.com:80', 'http://example.com/', true],
    ['example.com:443', 'wss://example.com/socket', true],
    ['*.example.com:8443', 'https://a.example.com:8443/', true],
    ['127.0.0.1', 'http://127.1:3000/', true],
    ['[::1]:8080', 'http://[0:0:0:0:0:0:0:1]:8080/', true],
    ['bücher.example', 'https://xn--bcher-kva.example/', true],
    ['example.com', 'data:text/html,example.com', false],
    ['example.com', 'about:blank', false],
    ['not a pattern', 'https://example.com/', false],
  ])('%s and %s: %s', (pattern, url, allowed) => {
    expect(isHostAllowed([pattern], new URL(url))).toBe(allowed);
  });

  test('an empty list allows nothing', () => {
    expect(isHostAllowed([], new URL('https://example.com/'))).toBe(false);
  });

  test('one matching pattern of several is enough', () => {
    expect(isHostAllowed(['a.test', 'b.test'], new URL('https://b.test/'))).toBe(true);
  });

  test.each([
    '',
    '*',
    '*.',
    '*example.com',
    'a.*.com',
    'https://example.com',
    'example.com/path',
    'example.com:',
    'example.com:0',
    'example.com:65536',
    'user@example.com',
    '*.127.0.0.1',
    '*.[::1]',
    '[::1',
    'exa mple.com',
    'example.com?x',
    'example.com#x',
    'ex%61mple.com',
  ])('%j is no pattern', (text) => {
    expect(parseHostPattern(text)).toBeNull();
  });
});

describe('for every text', () => {
  test('parsing never throws, and a parsed pattern matches its own host', () => {
    const hostish = fc.stringMatching(/^[*a-zA-Z0-9.:[\]-]{1,30}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCodePoint }), fc.domain(), hostish), (text) => {
        const pattern = parseHostPattern(text);
        if (pattern === null) return;
        const host = pattern.subdomains ? `sub.${pattern.host}` : pattern.host;
        expect(isHostAllowed([text], new URL(`http://${host}:${pattern.port ?? 80}/`))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('intersectScopes', () => {
  test.each<[readonly string[] | null, readonly string[] | null, readonly string[] | null]>([
    [null, null, null],
    [null, ['a.test'], ['a.test']],
    [['a.test'], null, ['a.test']],
    [['a.test', 'b.test'], ['b.test', 'c.test'], ['b.test']],
    [['*.a.test'], ['x.a.test', 'a.test'], ['x.a.test']],
    [['*.a.test'], ['*.x.a.test'], ['*.x.a.test']],
    [['*.x.a.test'], ['*.a.test'], ['*.x.a.test']],
    [['a.test'], ['a.test:8080'], ['a.test:8080']],
    [['a.test:80'], ['a.test:8080'], []],
    [['*.a.test:443'], ['x.a.test'], ['x.a.test:443']],
    [[], ['a.test'], []],
  ])('%j and %j', (a, b, expected) => {
    expect(intersectScopes(a, b)).toEqual(expected);
  });
});
