import { expect, test } from '@jest/globals';
import { compileSchema, SchemaError } from '../src/index.ts';

function fits(schema: Record<string, unknown>, value: unknown): boolean {
  return compileSchema(schema).problemsOf(value).length === 0;
}

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

type Case = [keyword: string, schema: Record<string, unknown>, good: unknown[], bad: unknown[]];

test.each<Case>([
  ['integer', { type: 'integer' }, [1, 2.0], [1.5, '1', null]],
  ['boolean schemas', { properties: { a: true, b: false } }, [{ a: 1 }, {}], [{ b: 1 }]],
  ['enum', { enum: ['a', 1, null, { b: [1], c: 2 }] }, ['a', 1, null, { c: 2, b: [1] }], ['b', 2, {}]],
  ['const', { const: { a: 1, b: 2 } }, [{ b: 2, a: 1 }], [{ a: 1 }, null]],
  ['lengths in code points', { minLength: 2, maxLength: 2 }, ['😀😀', 7], ['a', '😀😀😀']],
  ['bounds', { minimum: 1, exclusiveMaximum: 3 }, [1, 2.9, 'x'], [0.9, 3]],
  ['bounds of draft 4', { minimum: 1, exclusiveMinimum: true }, [1.1], [1]],
  ['multipleOf', { multipleOf: 0.01 }, [0.07, 19.99], [0.075]],
  ['formats', { format: 'email' }, ['a@b.test', 7], ['a']],
  ['unknown formats', { format: 'colour' }, ['x'], []],
  [
    'prefixItems and items',
    { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    [['a', 1], []],
    [[1], ['a', 'b']],
  ],
  ['item lists of draft 7', { items: [{ type: 'string' }], additionalItems: false }, [['a']], [['a', 1]]],
  [
    'contains',
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [[1, 1], 'x'],
    [[1], [1, 1, 1, 1]],
  ],
  [
    'uniqueItems',
    { uniqueItems: true },
    [[1, '1', { a: 1 }]],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  ['sizes', { minItems: 1, maxItems: 2, minProperties: 1 }, [[1], { a: 1 }], [[], [1, 2, 3], {}]],
  ['not', { not: { type: 'string' } }, [1], ['a']],
  [
    'if',
    JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}'),
    [{ a: 1, b: 1 }, { c: 1 }],
    [{ a: 1 }, { b: 1 }],
  ],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, [{ b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
  ['dependentSchemas', { dependentSchemas: { a: { required: ['b'] } } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]],
  [
    'names that JavaScript uses',
    { properties: JSON.parse('{"__proto__":{"type":"string"}}'), required: ['__proto__', 'toString'] },
    [JSON.parse('{"__proto__":"x","toString":1}')],
    [{}, JSON.parse('{"__proto__":1,"toString":1}')],
  ],
  [
    'a path into the schema, escaped',
    { properties: { 'a/b~c d': { type: 'string' }, e: { $ref: '#/properties/a~1b~0c%20d' } } },
    [{ e: 'x' }],
    [{ e: 1 }],
  ],
  [
    'a keyword beside a reference',
    { $ref: '#/$defs/s', maxLength: 1, $defs: { s: { type: 'string' } } },
    ['a'],
    ['ab', 1],
  ],
])('judges values by %s', (_keyword, schema, good, bad) => {
  for (const value of good) expect([value, fits(schema, value)]).toEqual([value, true]);
  for (const value of bad) expect([value, fits(schema, value)]).toEqual([value, false]);
});

test('a problem names its path and the expected value', () => {
  const schema = compileSchema({
    type: 'object',
    properties: {
      list: { type: 'array', items: code },
      size: { anyOf: [{ type: 'number', minimum: 3 }, { type: 'null' }] },
      unit: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      colour: { enum: ['red', 'green'] },
    },
    required: ['id'],
    additionalProperties: false,
  });
  expect(schema.problemsOf({ list: ['AB1', 'x'], size: 2, unit: 'x', colour: 'blue', ID: 1 })).toMatchObject([
    { path: ['ID'], message: 'unknown field' },
    { path: ['list', 1], message: 'must match the pattern /^[A-Z]{2}\\d+$/' },
    { path: ['size'], message: 'must be at least 3' },
    { path: ['unit'], message: 'must be of type number or null' },
    { path: ['colour'], message: 'must be one of "red", "green"' },
    { path: ['id'], message: 'is required' },
  ]);
  expect(schema.problemsOf(undefined)).toEqual([{ path: [], message: 'is required' }]);
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ['an invalid pattern', { pattern: '(' }, /pattern that is not a regular expression/],
  ['one that only backtracking can match', { pattern: '(a)\\1' }, /pattern that backreferences/],
  [
    'a pattern that is not a text',
    { pattern: 1 },
    /not a JSON Schema that can be checked: pattern must be a text/,
  ],
  ['an unknown type', { items: { type: 'text' } }, /items\/type must be one of string, number/],
  ['a bound that is not a number', { minimum: '3' }, /minimum must be a number/],
  ['an enum that is not a list', { enum: 'a' }, /enum must be a list/],
  ['an invalid schema', { properties: { a: 1 } }, /properties\/a must be a schema/],
  ['a reference to elsewhere', { $ref: 'https://a.test/schema' }, /\$ref must begin with "#\/"/],
  ['a reference to nowhere', { $ref: '#/$defs/constructor', $defs: {} }, /\$ref leads nowhere/],
  [
    'a reference to itself',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } },
    /leads back to itself/,
  ],
  ['what is not supported', { unevaluatedProperties: false }, /unevaluatedProperties is not supported/],
  [
    'too many of them',
    { anyOf: Array.from({ length: 21 }, (_, at) => ({ pattern: `${at}` })) },
    /more than 20 patterns/,
  ],
  [
    'too many levels',
    Array.from({ length: 70 }).reduce<Record<string, unknown>>((items) => ({ items }), {}),
    /levels deep/,
  ],
])('refuses %s', (_what, schema, message) => {
  expect(() => compileSchema(schema)).toThrow(SchemaError);
  expect(() => compileSchema(schema)).toThrow(message);
});
