import { describe, expect, test } from '@jest/globals';
import { schemaOfParameters } from '../src/schema-form/parameters.ts';
import { emptyOf, fits, type Schema, titleOf, variantsOf } from '../src/schema-form/schema.ts';

const defs: Record<string, Schema> = {
  Template: { type: 'string' },
  Target: {
    anyOf: [
      { type: 'string', description: 'A selector.' },
      {
        type: 'object',
        properties: { role: { type: 'string' } },
        required: ['role'],
        additionalProperties: false,
      },
    ],
  },
};

describe('variantsOf', () => {
  test('takes a template for no variant of its own', () => {
    const schema = {
      anyOf: [{ type: 'integer', minimum: 1 }, { $ref: '#/$defs/Template' }],
      description: 'How many.',
    };
    expect(variantsOf(schema, defs)).toEqual({
      variants: [{ type: 'integer', minimum: 1, description: 'How many.' }],
      allowsTemplate: true,
    });
  });

  test('opens references and leaves null out', () => {
    const { variants } = variantsOf({ anyOf: [{ $ref: '#/$defs/Target' }, { type: 'null' }] }, defs);
    expect(variants.map(({ type }) => type)).toEqual(['string', 'object']);
  });
});

test.each([
  ['#total', 0],
  [{ role: 'button' }, 1],
  [{ role: 'button', unknown: 1 }, -1],
  [7, -1],
])('%j is written in variant %i', (value, index) => {
  expect(
    variantsOf({ $ref: '#/$defs/Target' }, defs).variants.findIndex((variant) => fits(variant, value)),
  ).toBe(index);
});

test('the title of a variant is the beginning of its description', () => {
  expect(titleOf({ description: 'By role and accessible name: the most durable way.' })).toBe(
    'By role and accessible name',
  );
});

test('an empty object holds what it must', () => {
  const schema = { type: 'object', properties: { url: { type: 'string' }, wait: {} }, required: ['url'] };
  expect(emptyOf(schema)).toEqual({ url: '' });
});

test('parameters become the schema of their inputs', () => {
  const schema = schemaOfParameters([
    { name: 'password', type: 'secret', required: true },
    { name: 'invoice', type: 'file' },
    { name: 'quantity', type: 'integer', minimum: 1, default: 1, required: true },
    {
      name: 'rows',
      type: 'list',
      items: { type: 'object', properties: { name: { type: 'string', required: true } } },
    },
  ]);
  expect(schema).toEqual({
    type: 'object',
    required: ['password'],
    properties: {
      password: { title: 'password', type: 'string', format: 'password' },
      invoice: { title: 'invoice', type: 'object', format: 'file' },
      quantity: { title: 'quantity', type: 'integer', minimum: 1, default: 1 },
      rows: {
        title: 'rows',
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { title: 'name', type: 'string' } },
          required: ['name'],
        },
      },
    },
  });
});
