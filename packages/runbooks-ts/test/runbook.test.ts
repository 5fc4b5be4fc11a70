import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as runbooks from '../src/index.ts';
import {
  agent,
  boolean,
  browser,
  data,
  email,
  fromJSON,
  integer,
  item,
  list,
  object,
  runbook,
  type RunbookJson,
  secret,
  string,
  url,
} from '../src/index.ts';

const order = runbook(
  'Order',
  { site: string({ format: 'url' }), product: string(), password: secret(), count: integer({ default: 1 }) },
  ({ inputs }) => {
    const open = browser.navigate('open', { url: inputs.site });
    const price = browser.extract('price', { target: '.price', as: 'text' }, { timeoutMs: 5_000 });
    // oxlint-disable-next-line typescript/restrict-template-expressions -- references print as templates
    return [open, price, agent('note', { instruction: `Check that the price ${price.output} is shown.` })];
  },
);

describe('a Runbook as code', () => {
  test('is plain JSON that the API takes', () => {
    expect(order.toJSON()).toEqual({
      schemaVersion: 3,
      title: 'Order',
      parameters: [
        { name: 'site', type: 'url', required: true },
        { name: 'product', type: 'string', required: true },
        { name: 'password', type: 'secret', required: true },
        { name: 'count', type: 'integer', default: 1 },
      ],
      steps: [
        { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: '{{ inputs.site }}' } },
        {
          id: 'price',
          kind: 'primitive',
          primitive: 'browser.extract',
          input: { target: '.price', as: 'text' },
          timeoutMs: 5_000,
        },
        {
          id: 'note',
          kind: 'agent',
          instruction: 'Check that the price {{ steps.price.output }} is shown.',
        },
      ],
    });
    expect(JSON.parse(JSON.stringify(order))).toEqual(order.toJSON());
  });

  test('types the inputs of its Runs', () => {
    const body = order.inputs({ site: 'https://x.example', product: 'tea', password: 'pw' });
    expect(body).toEqual({ inputs: { site: 'https://x.example', product: 'tea', password: 'pw' } });
  });

  test('refers to parts of values', () => {
    const made = runbook('Parts', { rows: list(object({ name: string() })) }, ({ inputs }) => {
      const open = browser.navigate('open', { url: 'https://x.example' });
      const each = data.set('each', { value: item['name'] }, { forEach: inputs.rows });
      return [open, each, data.set('title', { value: [open.output.title, inputs.rows] })];
    });
    const { steps, parameters } = made.toJSON();
    expect(parameters[0]).toMatchObject({ type: 'list', items: { type: 'object' } });
    expect(steps[1]).toMatchObject({ input: { value: '{{ item.name }}' }, forEach: '{{ inputs.rows }}' });
    expect(steps[2]).toMatchObject({
      input: { value: ['{{ steps.open.output.title }}', '{{ inputs.rows }}'] },
    });
  });

  test('names both steps when their order breaks a reference, and a step that is missing or doubled', () => {
    const a = data.set('first', { value: 1 });
    const b = data.set('second', { value: a.output });
    const of = (...steps: (typeof a)[]) => runbook('Order of steps', {}, () => steps);
    expect(of(a, b).toJSON().steps).toHaveLength(2);
    expect(() => of(b, a).toJSON()).toThrow(
      'Step "second" uses the output of "first", which comes after it.',
    );
    expect(() => of(b).toJSON()).toThrow(/"first", which is not among the steps/);
    expect(() => of(a, a).toJSON()).toThrow(/Two steps/);
  });

  test('does not compile with unknown inputs, later steps or ill-typed fields', () => {
    const wrong = () =>
      runbook('Wrong', { site: url(), count: integer(), flag: boolean(), who: email() }, ({ inputs }) => {
        // @ts-expect-error an unknown input
        const unknown = browser.navigate('a', { url: inputs.sit });
        // @ts-expect-error a number where a text is needed
        const number = browser.navigate('b', { url: inputs.count });
        // @ts-expect-error a missing field
        const missing = browser.navigate('c', {});
        // @ts-expect-error an unknown field
        const field = browser.navigate('d', { url: inputs.site, speed: 3 });
        // @ts-expect-error an unknown choice
        const choice = browser.extract('e', { as: 'song' });
        // @ts-expect-error an unknown primitive
        const fly = () => browser.fly('f', {});
        // @ts-expect-error a text where a number is needed
        const count = browser.click('g', { target: 'Send', clickCount: inputs.who });
        // @ts-expect-error an unknown part of an output
        const part = data.set('h', { value: number.output.colour });
        // @ts-expect-error a step before it is made
        const early = browser.fill('i', { target: 'x', value: late.output });
        const late = browser.snapshot('late');
        void [fly, early];
        return [unknown, missing, field, choice, count, part, late];
      });
    expect(wrong).toBeInstanceOf(Function);
    // @ts-expect-error a required input is missing
    expect(order.inputs({ site: 'https://x.example' })).toBeDefined();
  });
});

/** Evaluates a printed source: it is TypeScript without types, so only import and export have to go. */
function evaluate(source: string): RunbookJson {
  const body = source
    .replace(/^import \{(.*)\} from '@errand\/runbooks';/, 'const {$1} = runbooks;')
    .replace('export default', 'return');
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  const make = new Function('runbooks', body) as (all: typeof runbooks) => { toJSON(): RunbookJson };
  return make(runbooks).toJSON();
}

describe('fromJSON', () => {
  test('prints references, not templates', () => {
    const source = fromJSON(order.toJSON());
    expect(source).toContain('browser.navigate("open", { url: inputs.site })');
    expect(source).toContain('`Check that the price ${price.output} is shown.`');
    expect(source).toContain('site: url()');
    expect(evaluate(source)).toEqual(order.toJSON());
  });

  test('agrees with toJSON for any Runbook', () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/);
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('{{ inputs.a }}', 'x {{inputs.a}} `y` ${z} \\', '\r\n{{ inputs.a }}'),
    );
    const value = fc.jsonValue({ maxDepth: 2 }).map((each) => JSON.parse(JSON.stringify(each)) as unknown);
    const parameter = fc.oneof(
      fc.record(
        { type: fc.constantFrom('string', 'url', 'secret'), required: fc.boolean(), description: text },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constantFrom('number', 'boolean'),
          required: fc.boolean(),
          default: fc.constantFrom(1, true),
        },
        { requiredKeys: ['type'] },
      ),
      fc.constant({ type: 'list', items: { type: 'string' } }),
    );
    const options = fc.record(
      { instruction: text, risk: fc.constantFrom('low', 'high'), timeoutMs: fc.nat(), when: text },
      { requiredKeys: [] },
    );
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('primitive'),
        primitive: fc.constantFrom('data.set', 'browser.click', 'browser.fly', 'runbook.run'),
        input: fc.dictionary(fc.oneof(name, fc.constant('__proto__')), fc.oneof(text, value), { maxKeys: 3 }),
        options,
      }),
      fc.record({
        kind: fc.constant('agent'),
        options: options.map((each) => ({ ...each, instruction: 'Look' })),
      }),
    );
    const definition = fc
      .record({
        title: text,
        parameters: fc.uniqueArray(fc.tuple(name, parameter), { selector: ([each]) => each, maxLength: 4 }),
        ids: fc.uniqueArray(name, { minLength: 5, maxLength: 5 }),
        steps: fc.array(step, { minLength: 1, maxLength: 5 }),
        uses: fc.boolean(),
      })
      .map(({ title, parameters, ids, steps, uses }) => ({
        schemaVersion: 3 as const,
        title,
        parameters: parameters.map(([each, rest]) => ({ name: each, ...rest })),
        steps: steps.map(({ options: rest, ...fields }, place) => ({
          ...fields,
          ...rest,
          id: ids[place] ?? '',
          ...(uses &&
            place > 0 && {
              completionCondition: `value "{{ steps.${ids[place - 1] ?? ''}.output }}" is empty`,
            }),
        })),
      }));
    fc.assert(
      fc.property(definition, (each) => {
        const plain = JSON.parse(JSON.stringify(each)) as RunbookJson;
        expect(evaluate(fromJSON(plain))).toEqual(plain);
      }),
      { numRuns: 200 },
    );
  });
});
