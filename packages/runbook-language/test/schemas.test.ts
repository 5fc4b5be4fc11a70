import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { compileSchema, SchemaError } from '../src/index.ts';

const fits = (schema: Record<string, unknown>, value: unknown): boolean =>
  compileSchema(schema).safeParse(value).success;

const code = { type: 'string', pattern: '^[A-Z]{2}\\d+$' };

test.each<[string, Record<string, unknown>, unknown[], unknown[]]>([
  ['a text', code, ['AB1'], ['ab1', 'AB', 7]],
  ['a described text', { ...code, description: 'A code' }, ['AB1'], ['x']],
  ['a text of any type', { pattern: '^a' }, ['ab', 7], ['ba']],
  ['several types', { ...code, type: ['string', 'null'] }, ['AB1', null], ['x', 7]],
  ['a property', { type: 'object', properties: { code } }, [{ code: 'AB1' }, {}], [{ code: 'x' }]],
  [
    'a property of that name',
    { type: 'object', properties: { pattern: { type: 'number' } } },
    [{ pattern: 1 }],
    [{ pattern: 'x' }],
  ],
  ['a value of that name', { const: 'pattern' }, ['pattern'], ['x']],
  ['items', { type: 'array', items: code }, [['AB1'], []], [['AB1', 'x']]],
  ['a contained item', { type: 'array', contains: code }, [['x', 'AB1']], [['x']]],
  ['any of several', { anyOf: [code, { type: 'number' }] }, ['AB1', 7], ['x']],
  ['one of several', { oneOf: [code, { type: 'string', pattern: '1$' }] }, ['AB2', 'x1'], ['AB1', 'x']],
  ['all of several', { allOf: [code, { type: 'string', pattern: '1$' }] }, ['AB1'], ['AB2', 'x1']],
  ['a definition', { $ref: '#/$defs/code', $defs: { code } }, ['AB1'], ['x']],
  [
    'a definition of itself',
    {
      $ref: '#/$defs/tree',
      $defs: { tree: { type: 'object', properties: { code, next: { $ref: '#/$defs/tree' } } } },
    },
    [{ code: 'AB1', next: { code: 'AB2' } }],
    [{ code: 'AB1', next: { code: 'x' } }],
  ],
  ['names', { type: 'object', propertyNames: { pattern: '^a' } }, [{ a1: 1 }], [{ b: 1 }]],
  [
    'properties by pattern',
    {
      type: 'object',
      patternProperties: { '^n_': { type: 'number' }, _c$: { $ref: '#/$defs/code' } },
      $defs: { code },
    },
    [{ n_a: 1, x: 'y', b_c: 'AB1' }],
    [{ n_a: 'x' }, { b_c: 'x' }, 'x'],
  ],
  [
    'properties by pattern and no others',
    {
      type: 'object',
      properties: { id: {} },
      patternProperties: { '^n_': { type: 'number' } },
      additionalProperties: false,
    },
    [{ id: 'x', n_a: 1 }],
    [{ n_b: 1, other: 1 }],
  ],
  [
    'properties by pattern and others',
    {
      type: 'object',
      patternProperties: { '^n_': { type: 'number' } },
      additionalProperties: { type: 'string' },
    },
    [{ n_a: 1, x: 'y' }],
    [{ x: 1 }],
  ],
])('checks patterns of %s', (_what, schema, good, bad) => {
  for (const value of good) expect([value, fits(schema, value)]).toEqual([value, true]);
  for (const value of bad) expect([value, fits(schema, value)]).toEqual([value, false]);
});

test('says where a value does not fit', () => {
  const schema = { type: 'object', properties: { list: { type: 'array', items: code } } };
  const { error } = z.object({ value: compileSchema(schema) }).safeParse({ value: { list: ['AB1', 'x'] } });
  expect(error?.issues).toMatchObject([
    { path: ['value', 'list', 1], message: expect.stringContaining('[A-Z]{2}') },
  ]);
});

describe('a catastrophic pattern', () => {
  const catastrophic = '^(a+)+$';
  const text = `${'a'.repeat(50_000)}!`;

  test.each<[string, Record<string, unknown>, unknown]>([
    ['of a text', { type: 'string', pattern: catastrophic }, text],
    ['deep inside', { anyOf: [{ type: 'array', items: { pattern: catastrophic } }] }, [text]],
    ['of names', { type: 'object', propertyNames: { type: 'string', pattern: catastrophic } }, { [text]: 1 }],
    [
      'of properties',
      { type: 'object', patternProperties: { [catastrophic]: {} }, additionalProperties: false },
      { [text]: 1 },
    ],
    [
      'of many texts',
      { type: 'array', items: { pattern: '^(.*)*(.*)*(.*)*x$' } },
      Array.from({ length: 500 }, () => text),
    ],
  ])('%s ends soon, and the value does not fit', (_what, schema, value) => {
    expect(fits(schema, value)).toBe(false);
  });
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ['a pattern that is none', { pattern: '(' }, /pattern that is not a regular expression/],
  ['one that only backtracking can match', { pattern: '(a)\\1' }, /pattern that backreferences/],
  ['one that is no text', { pattern: 1 }, /not a JSON Schema/],
  ['too many of them', { anyOf: Array.from({ length: 21 }, () => code) }, /more than 20 patterns/],
  [
    'too many levels',
    Array.from({ length: 70 }).reduce<Record<string, unknown>>((items) => ({ items }), {}),
    /levels deep/,
  ],
])('refuses %s', (_what, schema, message) => {
  expect(() => compileSchema(schema)).toThrow(SchemaError);
  expect(() => compileSchema(schema)).toThrow(message);
});
