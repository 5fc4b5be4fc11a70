import { describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parseTemplate, printTemplate, referencesIn, resolveTemplates, TemplateError } from '../src/index.ts';

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

describe('reading', () => {
  test.each([
    ['{{ env.HOME }}'],
    ['{{ inputs }}'],
    ['{{ inputs.a.b }}'],
    ['{{ steps.a }}'],
    ['{{ steps.a.output. }}'],
    ['{{ inputs.name | upper }}'],
    ['{{}}'],
  ])('%s names nothing', (text) => {
    expect(parseTemplate(text)).toMatchObject([{ type: 'invalid' }]);
  });

  test('finds references with their paths, in the order of the value', () => {
    const value = { a: ['x', '{{ inputs.b }} {{ steps.c.output.d }}'], e: { f: '{{ nonsense }}' } };
    expect(referencesIn(value)).toEqual([
      { path: ['a', 1], part: { type: 'input', name: 'b' } },
      { path: ['a', 1], part: { type: 'output', stepId: 'c', path: ['d'] } },
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
const part = fc.oneof(
  fc.record({ type: fc.constant('input' as const), name }),
  fc.record({
    type: fc.constant('output' as const),
    stepId: name,
    path: fc.array(fc.stringMatching(/^[^\s.{}]+$/), { maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('text' as const), text: fc.stringMatching(/^[^{}]+$/) }),
);
const joined = fc
  .array(part)
  .filter((parts) => parts.every(({ type }, at) => type !== 'text' || parts[at + 1]?.type !== 'text'));

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
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), braces), (text) => {
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
    const started = performance.now();
    parseTemplate(text);
    parseTemplate('{'.repeat(1_000_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
