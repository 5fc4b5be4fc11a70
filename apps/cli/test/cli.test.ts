import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { jsonText, separateJsonFlag } from '../src/json-output.ts';
import { lineDifference } from '../src/runbook-file.ts';
import { clean, collectPair, parseDuration, tableOf } from '../src/text.ts';
import { VERSION } from '../src/version.ts';

test('the version is that of the package', () => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  expect(VERSION).toBe((JSON.parse(manifest) as { version: string }).version);
});

describe('parseDuration', () => {
  test.each([
    ['90', 90_000],
    ['90s', 90_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['250ms', 250],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', 'soon', '-1', '5 m', '5d'])('refuses %j', (text) => {
    expect(() => parseDuration(text)).toThrow(/no duration/);
  });
});

describe('--json', () => {
  test('leaves the text of the API as it is', () => {
    expect(jsonText('{"b": 1,"a":2}', true)).toBe('{"b": 1,"a":2}\n');
  });

  test('keeps the named fields, of each item of a list', () => {
    expect(jsonText('{"id":1,"x":2}', 'id')).toBe('{"id":1}\n');
    expect(jsonText('{"data":[{"id":1,"x":2}],"has_more":false}', 'id,y')).toBe(
      '{"data":[{"id":1}],"has_more":false}\n',
    );
  });

  test.each([
    [
      ['runs', 'get', '--json', '0198-a'],
      ['runs', 'get', '--json=', '0198-a'],
    ],
    [
      ['runs', 'list', '--json', 'id,status'],
      ['runs', 'list', '--json', 'id,status'],
    ],
    [
      ['runs', 'list', '--json'],
      ['runs', 'list', '--json'],
    ],
    [
      ['runs', 'list', '--json', '--all'],
      ['runs', 'list', '--json=', '--all'],
    ],
  ])('%j is read as %j', (args, expected) => {
    expect(separateJsonFlag(args)).toEqual(expected);
  });
});

test('a text of a page cannot steer the terminal', () => {
  expect(clean('a\u001b[31mred\u001b]0;title\u0007\r\nb\u202ec')).toBe('ared bc');
});

test('a pair needs a name', () => {
  expect(collectPair('a=b=c', { d: 'e' })).toEqual({ d: 'e', a: 'b=c' });
  expect(() => collectPair('=b')).toThrow(/name=value/);
});

test('a table cuts its last column to the width of the terminal', () => {
  const output = { write: () => true, isTTY: true, columns: 20 };
  expect(tableOf(['ID', 'TASK'], [['1', 'a very long task indeed']], output)).toBe(
    'ID  TASK\n1   a very long task\n',
  );
});

test('a difference shows changed lines with their neighbours', () => {
  expect(lineDifference('a\nb\nc', 'a\nx\nc')).toBe('  a\n- b\n+ x\n  c');
  expect(lineDifference('a', 'a')).toBe('');
  expect(lineDifference('', 'a\nb')).toBe('+ a\n+ b');
});
