import { describe, expect, test } from '@jest/globals';
import { WorkBudget } from '../src/work-budget.ts';
import { compileSchema, SchemaError } from '../src/index.ts';

describe('the work that a schema causes is bounded', () => {
  const levels = 23;
  /** Each definition applies the next one twice, so that 3 kB cause millions of visits. */
  const doubling = (apply: (next: object) => object): Record<string, unknown> => ({
    ...apply({ $ref: '#/$defs/d0' }),
    $defs: Object.fromEntries(
      Array.from({ length: levels + 1 }, (_, at) => [
        `d${at}`,
        at === levels ? { type: 'string' } : apply({ $ref: `#/$defs/d${at + 1}` }),
      ]),
    ),
  });
  const deep = (levels: number): unknown =>
    Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);

  test.each<[string, Record<string, unknown>]>([
    ['allOf', doubling((next) => ({ allOf: [next, next] }))],
    ['anyOf', doubling((next) => ({ anyOf: [next, next] }))],
    ['oneOf', doubling((next) => ({ oneOf: [next, next] }))],
    ['not and if', doubling((next) => ({ not: next, if: next }))],
    ['a reference and its neighbours', doubling((next) => ({ ...next, allOf: [next] }))],
  ])('a schema whose references double by %s is refused', (_how, schema) => {
    const budget = new WorkBudget();
    const before = budget.left;
    expect(() => compileSchema(schema, budget)).toThrow(/takes too much work to check/);
    expect(before - budget.left).toBeLessThan(20_000);
  });

  test.each<[string, Record<string, unknown>, unknown]>([
    ['in the parts of a value', doubling((next) => ({ items: { allOf: [next, next] } })), deep(60)],
    ['in contained items', doubling((next) => ({ contains: next, items: next })), deep(60)],
    [
      'by recursion',
      { anyOf: [{ type: 'number' }, { items: { allOf: [{ $ref: '#' }, { $ref: '#' }] } }] },
      deep(60),
    ],
    [
      'by a long list',
      { items: { allOf: Array.from({ length: 500 }, () => ({ maxLength: 5 })) } },
      Array.from({ length: 20_000 }, () => 'abc'),
    ],
    [
      'by a long text',
      { allOf: Array.from({ length: 500 }, () => ({ maxLength: 5 })) },
      'a'.repeat(1_000_000),
    ],
    [
      'by many properties',
      { items: { properties: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, {}])) } },
      Array.from({ length: 5_000 }, () => ({})),
    ],
    [
      'by unequal items',
      { allOf: Array.from({ length: 500 }, () => ({ uniqueItems: true })) },
      Array.from({ length: 50_000 }, (_, at) => at),
    ],
  ])('a value that asks for too much %s does not fit', (_how, schema, value) => {
    const budget = new WorkBudget();
    expect(compileSchema(schema).problemsOf(value, budget)).toEqual([
      { path: [], message: 'takes too much work to check against its schema' },
    ]);
    // The rest of the budget shows the work done: no single step may cost as much as the whole budget.
    expect(budget.left).toBeGreaterThan(-1_000_000);
  });

  test('work grows linearly with the value', () => {
    const schema = compileSchema({
      type: 'array',
      uniqueItems: true,
      items: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^(a+)+$', maxLength: 50 }] },
    });
    const stepsFor = (length: number): number => {
      const budget = new WorkBudget(100_000_000);
      schema.problemsOf(
        Array.from({ length }, (_, at) => (at % 2 === 0 ? at : 'aaaa!')),
        budget,
      );
      return 100_000_000 - budget.left;
    };
    expect(stepsFor(4_000)).toBeLessThan(4.1 * stepsFor(1_000));
  });

  test('a value nested deeply does not exhaust the stack', () => {
    const tree = compileSchema({ anyOf: [{ type: 'number' }, { allOf: [{ items: { $ref: '#' } }] }] });
    expect(tree.problemsOf(deep(100))).toEqual([]);
    expect(tree.problemsOf(deep(200_000))).toMatchObject([
      { message: expect.stringContaining('levels deep') },
    ]);
  });

  test('a long chain of references does not exhaust the stack', () => {
    const length = 20_000;
    const $defs = Object.fromEntries(
      Array.from({ length }, (_, at) => [`d${at}`, at + 1 < length ? { $ref: `#/$defs/d${at + 1}` } : {}]),
    );
    expect(() => compileSchema({ $ref: '#/$defs/d0', $defs }, new WorkBudget(100_000_000))).toThrow(
      SchemaError,
    );
  });

  test('the schemas of one request share one work limit', () => {
    const budget = new WorkBudget();
    const schema = {
      anyOf: Array.from({ length: 20 }, (_, at) => ({ pattern: `^(?:[a-z]{900}){10}${at}` })),
    };
    expect(() => {
      for (let count = 0; count < 10; count += 1) compileSchema(schema, budget);
    }).toThrow(SchemaError);
    expect(budget.left).toBeGreaterThan(-1_000);
  });
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
    expect(compileSchema(schema).problemsOf(value)).not.toEqual([]);
  });
});
