import { describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parseTemplate, printTemplate, referencesIn, resolveTemplates, TemplateError } from '../src/index.ts';
import { anyCodePoint } from './any-code-point.ts';

fc.configureGlobal({ seed: jest.getSeed() });

const scope = {
  inputs: { name: 'Ada', count: 3, agree: false },
  steps: {
    read: { output: { items: [{ price: '9.50' }], nothing: null } },
    plain: { output: 'text' },
    skipped: { output: null },
  },
};

describe('resolving', () => {
  test.each([
    ['one whole reference keeps its type', '{{ inputs.count }}', 3],
    ['also without spaces', '{{inputs.agree}}', false],
    ['a list stays a list', '{{ steps.read.output.items }}', [{ price: '9.50' }]],
    ['a dotted path reaches into lists', '{{ steps.read.output.items.0.price }}', '9.50'],
    ['a reference in a text is text', 'n = {{ inputs.count }}!', 'n = 3!'],
    ['white space around it makes it a text', ' {{ inputs.count }}', ' 3'],
    ['an object in a text is JSON', '-> {{ steps.read.output.items }}', '-> [{"price":"9.50"}]'],
    ['an absent input is null as a whole', '{{ inputs.absent }}', null],
    ['an absent input is empty in a text', 'a{{ inputs.absent }}b', 'ab'],
    ['the output of a step that gave nothing is null', '{{ steps.skipped.output }}', null],
    ['null is empty in a text', '<{{ steps.read.output.nothing }}>', '<>'],
    ['an inherited property is no input', '{{ inputs.constructor }}', null],
    ['text without references stays', 'a {{ b', 'a {{ b'],
    ['values are not resolved again', '{{ inputs.name }}', 'Ada'],
  ])('%s', (_, text, expected) => {
    expect(resolveTemplates(text, scope)).toEqual(expected);
  });

  test('resolves every string of a value and no key', () => {
    const value = {
      '{{ inputs.name }}': ['{{ inputs.name }}', { deep: '{{ inputs.count }}' }, 7, null, true],
    };
    expect(resolveTemplates(value, scope)).toEqual({
      '{{ inputs.name }}': ['Ada', { deep: 3 }, 7, null, true],
    });
  });

  test('a value that looks like a template is not resolved again', () => {
    const sly = { inputs: { a: '{{ inputs.b }}', b: 'secret' }, steps: {} };
    expect(resolveTemplates(['{{ inputs.a }}', 'x {{ inputs.a }}'], sly)).toEqual([
      '{{ inputs.b }}',
      'x {{ inputs.b }}',
    ]);
  });

  test.each([
    '{{ steps.read.output.missing }}',
    '{{ steps.read.output.items.1 }}',
    '{{ steps.plain.output.length }}',
    '{{ steps.read.output.items.length }}',
    '{{ steps.read.output.items.01 }}',
    '{{ steps.read.output.items.-1 }}',
    '{{ steps.skipped.output.field }}',
    '{{ steps.read.output.toString }}',
    '{{ steps.never.output }}',
    'in a text {{ steps.read.output.missing }}',
  ])('a missing value is refused: %s', (text) => {
    expect(() => resolveTemplates(text, scope)).toThrow(TemplateError);
  });

  test('a TemplateError names the reference', () => {
    expect(() => resolveTemplates('{{steps.read.output.missing}}', scope)).toThrow(
      '{{ steps.read.output.missing }} has no value.',
    );
  });

  test('`__proto__` is a plain key', () => {
    const value: unknown = JSON.parse('{"__proto__": "{{ inputs.name }}"}');
    expect(JSON.stringify(resolveTemplates(value, scope))).toBe('{"__proto__":"Ada"}');
  });
});

describe('paths and filters', () => {
  const more = {
    inputs: {
      rows: [{ name: ' Ada ' }, { name: 'Bob' }],
      none: null,
      price: '1.299,50 €',
      day: '22/11/2026',
    },
    steps: { table: { output: [['a', 'b']] } },
    item: { id: 7, tags: ['x', 'y'] },
    index: 3,
    run: { id: 'r1', startedAt: '2026-11-22T08:15:00.000Z' },
  };

  test.each<[string, unknown]>([
    ['{{ inputs.rows[1].name }}', 'Bob'],
    ['{{ inputs.rows.1.name }}', 'Bob'],
    ['{{ steps.table.output[0][1] }}', 'b'],
    ['{{ item }}', { id: 7, tags: ['x', 'y'] }],
    ['{{ item.tags[1] }}', 'y'],
    ['{{ index }}', 3],
    ['row {{ index }}: {{item.id}}', 'row 3: 7'],
    ['{{ inputs.rows[0].name | trim | upper }}', 'ADA'],
    ['{{ inputs.rows | length }}', 2],
    ['{{ inputs.none | length }}', 0],
    ['{{ inputs.none | default("none") }}', 'none'],
    ['{{ inputs.rows[9].name | default("none") }}', 'none'],
    ['{{ steps.table.output[0][9] | default("-") | upper }}', '-'],
    ['{{ inputs.none | upper }}', null],
    ['{{ item.tags | join(", ") }}', 'x, y'],
    ['{{ item.tags | join("|") }}', 'x|y'],
    ['{{ item.tags | join("}{") }}', 'x}{y'],
    ['{{ inputs.price | number }}', 1299.5],
    ['{{ inputs.day | date("YYYY-MM-DD") }}', '2026-11-22'],
    ['{{ run.startedAt | date("D MMMM YYYY HH:mm") }}', '22 November 2026 08:15'],
    ['{{ run.id }}', 'r1'],
    ['{{ inputs.rows[0].absent }}', null],
  ])('%s', (text, expected) => {
    expect(resolveTemplates(text, more)).toEqual(expected);
  });

  test.each([
    ['{{ inputs.rows[9] }}', '{{ inputs.rows[9] }} has no value.'],
    ['{{ steps.table.output[1] }}', '{{ steps.table.output[1] }} has no value.'],
    ['{{ inputs.rows | upper }}', 'its value is not a text, which upper needs.'],
    ['{{ inputs.price | join(",") }}', 'its value is not a list, which join needs.'],
    ['{{ inputs.rows[1].name | number }}', 'its value is not one number with one reading.'],
    ['{{ inputs.rows[1].name | date("YYYY") }}', 'its value is not a date with one reading.'],
  ])('%s is refused', (text, message) => {
    expect(() => resolveTemplates(text, more)).toThrow(message);
  });
});

describe('reading', () => {
  test.each([
    ['{{ env.HOME }}'],
    ['{{ inputs }}'],
    ['{{ steps.a }}'],
    ['{{ steps.a.output. }}'],
    ['{{ inputs.name | shout }}'],
    ['{{ inputs.name | upper("x") }}'],
    ['{{ inputs.name | default }}'],
    ['{{ inputs.name | date("yyyy") }}'],
    ['{{ inputs.name[-1] }}'],
    ['{{ items }}'],
    ['{{ run.status }}'],
    ['{{}}'],
  ])('%s names nothing', (text) => {
    expect(parseTemplate(text)).toMatchObject([{ type: 'invalid' }]);
  });

  test('finds references with their paths, in the order of the value', () => {
    const value = { a: ['x', '{{ inputs.b }} {{ steps.c.output.d }}'], e: { f: '{{ nonsense }}' } };
    expect(referencesIn(value)).toEqual([
      { path: ['a', 1], part: { type: 'input', name: 'b', path: [], filters: [] } },
      { path: ['a', 1], part: { type: 'output', stepId: 'c', path: ['d'], filters: [] } },
      { path: ['e', 'f'], part: { type: 'invalid', text: ' nonsense ' } },
    ]);
  });

  test('a value nested 2,000 deep is searched', () => {
    let value: unknown = '{{ inputs.deep }}';
    for (let level = 0; level < 2_000; level += 1) value = [value];
    expect(referencesIn(value)).toHaveLength(1);
  });
});

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
const path = fc.array(
  fc.oneof(
    fc.stringMatching(/^[^\s.{}[\]|"]+$/).filter((key) => !/^\d+$/.test(key)),
    fc.nat(999).map(String),
  ),
  { maxLength: 3 },
);
const filters = fc.array(
  fc.oneof(
    fc.record({ name: fc.constantFrom('trim', 'length', 'number'), argument: fc.constant(null) }),
    fc.record({
      name: fc.constantFrom('default', 'join'),
      argument: fc.string().filter((text) => !/[\n\t]/.test(text)),
    }),
  ),
  { maxLength: 2 },
);
const part = fc.oneof(
  fc.record({ type: fc.constant('input' as const), name, path, filters }),
  fc.record({ type: fc.constant('output' as const), stepId: name, path, filters }),
  fc.record({ type: fc.constant('item' as const), path, filters }),
  fc.record({ type: fc.constant('index' as const), filters }),
  fc.record({
    type: fc.constant('run' as const),
    field: fc.constantFrom('id' as const, 'startedAt' as const),
    filters,
  }),
  fc.record({ type: fc.constant('text' as const), text: fc.stringMatching(/^[^{}]+$/) }),
);
const joined = fc
  .array(part)
  .filter((parts) => parts.every(({ type }, at) => type !== 'text' || parts[at + 1]?.type !== 'text'));

test('an argument may hold the braces that end a reference', () => {
  expect(parseTemplate('{{ index | default("}}") }}')).toEqual([
    { type: 'index', filters: [{ name: 'default', argument: '}}' }] },
  ]);
});

describe('for every template', () => {
  test('parsing a printed template returns the template', () => {
    fc.assert(
      fc.property(joined, (template) => {
        expect(parseTemplate(printTemplate(template))).toEqual(template);
      }),
    );
  });

  test('any text is a template, and printing it is stable', () => {
    const braces = fc.stringMatching(/^[{}. a-z]*$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCodePoint }), braces), (text) => {
        const printed = printTemplate(parseTemplate(text));
        expect(printTemplate(parseTemplate(printed))).toBe(printed);
      }),
    );
  });

  test('a value without braces resolves to itself', () => {
    const text = fc.string().filter((candidate) => !candidate.includes('{{'));
    const value = fc.jsonValue().filter((candidate) => !JSON.stringify(candidate).includes('{{'));
    fc.assert(
      fc.property(fc.oneof(text, value), (candidate) => {
        expect(JSON.stringify(resolveTemplates(candidate, scope))).toBe(JSON.stringify(candidate));
      }),
    );
  });

  test('parsing takes time linear in the text', () => {
    const text = '{{ inputs.'.repeat(100_000);
    const started = process.cpuUsage();
    parseTemplate(text);
    parseTemplate('{'.repeat(1_000_000));
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
  });
});
