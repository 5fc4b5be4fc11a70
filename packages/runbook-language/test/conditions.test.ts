import { describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  ComparisonError,
  holdsForValue,
  isValueCondition,
  parseCondition,
  printCondition,
  resolveCondition,
  type Condition,
} from '../src/index.ts';
import { anyCodePoint } from './any-code-point.ts';

fc.configureGlobal({ seed: jest.getSeed() });

function url(text: string): Condition {
  return { type: 'url_contains', text };
}

describe('parseCondition', () => {
  test.each<[string, Condition]>([
    ['url contains "/done"', url('/done')],
    ['url matches /done\\/\\d+$/i', { type: 'url_matches', source: 'done\\/\\d+$', flags: 'i' }],
    ['url matches /[/]x/', { type: 'url_matches', source: '[/]x', flags: '' }],
    ['text "Saved" is visible', { type: 'text_visible', text: 'Saved' }],
    ['text "Saving …" is hidden', { type: 'text_hidden', text: 'Saving …' }],
    ['element "#a > [b=c]" is visible', { type: 'element_visible', selector: '#a > [b=c]' }],
    ['output contains "x"', { type: 'output_contains', text: 'x' }],
    ['  url   contains\n"a"  ', url('a')],
    ['url contains ""', url('')],
    ['url contains "a \\"b\\" c"', url('a "b" c')],
    ['url contains "C:\\dir\\n"', url('C:\\dir\\n')],
    ['url contains "ends \\\\"', url('ends \\')],
    ['url contains "a and b"', url('a and b')],
    ['not url contains "a"', { type: 'not', condition: url('a') }],
    ['not not url contains "a"', { type: 'not', condition: { type: 'not', condition: url('a') } }],
    ['url contains "a" and url contains "b"', { type: 'and', conditions: [url('a'), url('b')] }],
    [
      'not url contains "a" and url contains "b" or url contains "c"',
      {
        type: 'or',
        conditions: [{ type: 'and', conditions: [{ type: 'not', condition: url('a') }, url('b')] }, url('c')],
      },
    ],
    [
      'url contains "a" or url contains "b" and url contains "c"',
      { type: 'or', conditions: [url('a'), { type: 'and', conditions: [url('b'), url('c')] }] },
    ],
    ['(url contains "a")', url('a')],
    [
      'not (url contains "a" or url contains "b") and url contains "c"',
      {
        type: 'and',
        conditions: [{ type: 'not', condition: { type: 'or', conditions: [url('a'), url('b')] } }, url('c')],
      },
    ],
    [
      'value "{{ inputs.n | default("0") }}" equals "5"',
      { type: 'value_equals', value: '{{ inputs.n | default("0") }}', text: '5' },
    ],
    [
      'value "{{ inputs.n | default(\\"0\\") }}" contains "5"',
      { type: 'value_contains', value: '{{ inputs.n | default("0") }}', text: '5' },
    ],
    ['value "a" matches /b/i', { type: 'value_matches', value: 'a', source: 'b', flags: 'i' }],
    ['value "" is empty', { type: 'value_empty', value: '' }],
    ['value "6" is greater than 5.5', { type: 'value_greater', value: '6', than: '5.5' }],
    ['value "6" is less than -5', { type: 'value_less', value: '6', than: '-5' }],
    ['value "6" is less than "{{ inputs.n }}"', { type: 'value_less', value: '6', than: '{{ inputs.n }}' }],
  ])('%s', (text, expected) => {
    expect(parseCondition(text)).toEqual(expected);
  });

  test.each([
    '',
    'the order is confirmed',
    'url contains done',
    'url contains "a',
    'url contains "a" and',
    'and url contains "a"',
    'url contains "a" url contains "b"',
    '(url contains "a"',
    'url contains "a")',
    '()',
    'value "a" is greater than five',
    'value "a" is greater',
    'value a equals "b"',
    'url contains "a"or url contains "b"',
    'URL contains "a"',
    'text "a" is gone',
    'url matches "a"',
    'url contains /a/',
    'url matches //',
    'url matches /a',
    'not',
    'url contains "a" and the cart is empty',
  ])('other text: %s', (text) => {
    expect(parseCondition(text)).toBeNull();
  });
});

describe('resolveCondition', () => {
  const scope = { inputs: { q: 'a" or url contains "b', r: '.*(' }, steps: { s: { output: 12 } } };

  test.each<[string, Condition]>([
    ['url contains "{{ inputs.q }}"', url('a" or url contains "b')],
    ['output contains "{{ steps.s.output }}"', { type: 'output_contains', text: '12' }],
    [
      'not element "#{{ steps.s.output }}" is visible',
      { type: 'not', condition: { type: 'element_visible', selector: '#12' } },
    ],
  ])('%s', (text, expected) => {
    const condition = parseCondition(text);
    expect(condition && resolveCondition(condition, scope)).toEqual(expected);
  });

  test('a value inside /…/ matches literally', () => {
    const condition = parseCondition('url contains "x" or url matches /^{{ inputs.r }}$/');
    const resolved = condition && resolveCondition(condition, scope);
    const pattern = resolved?.type === 'or' ? resolved.conditions[1] : undefined;
    expect(pattern?.type === 'url_matches' && new RegExp(pattern.source, 'u').test('.*(')).toBe(true);
  });
});

describe('holdsForValue', () => {
  const scope = {
    inputs: { n: 10, text: '9', list: [], rows: ['a'], none: null, shown: '1,200.50 €', yes: true },
    steps: {},
  };

  test.each<[string, boolean]>([
    ['value "{{ inputs.n }}" equals "10"', true],
    ['value "{{ inputs.yes }}" equals "true"', true],
    ['value "{{ inputs.none }}" equals ""', true],
    ['value "{{ inputs.n }}" is greater than 9', true],
    ['value "{{ inputs.text }}" is greater than 10', false],
    ['value "{{ inputs.text }}" is less than 10', true],
    ['value "{{ inputs.shown }}" is greater than "{{ inputs.n }}"', true],
    ['value "{{ inputs.none }}" is less than 10', false],
    ['value "{{ inputs.list }}" is empty', true],
    ['value "{{ inputs.rows }}" is empty', false],
    ['value "{{ inputs.none }}" is empty', true],
    ['value "{{ inputs.rows | length }}" equals "1"', true],
    ['value "{{ inputs.rows }}" contains "a"', true],
    ['value "x{{ inputs.n }}" matches /^x\\d+$/', true],
  ])('%s: %s', (text, expected) => {
    const condition = parseCondition(text);
    const resolved = condition && resolveCondition(condition, scope);
    expect(resolved && isValueCondition(resolved) && holdsForValue(resolved)).toBe(expected);
  });

  test('a text that is not a number cannot be compared with one', () => {
    expect(() => holdsForValue({ type: 'value_less', value: 'many', than: '5' })).toThrow(ComparisonError);
  });
});

const text = fc.oneof(fc.string({ unit: anyCodePoint }), fc.stringMatching(/^[\\" a]*$/));
const plain: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    type: fc.constantFrom('url_contains', 'text_visible', 'text_hidden', 'output_contains'),
    text,
  }),
  fc.record({ type: fc.constant('element_visible'), selector: text }),
  fc.record({ type: fc.constantFrom('value_equals', 'value_contains'), value: text, text }),
  fc.record({ type: fc.constant('value_empty'), value: text }),
  fc.record({
    type: fc.constantFrom('value_greater', 'value_less'),
    value: text,
    than: fc.oneof(fc.integer().map(String), text),
  }),
  fc.record({
    type: fc.constant('url_matches'),
    source: fc.constantFrom('a', 'a\\/b', '[/"]', '^(x|y)+$', 'and'),
    flags: fc.constantFrom('', 'i', 'im'),
  }),
);
const negated: fc.Arbitrary<Condition> = fc.oneof(
  plain,
  plain.map((condition): Condition => ({ type: 'not', condition })),
);
const { nested } = fc.letrec<{ nested: Condition }>((tie) => ({
  nested: fc.oneof(
    { maxDepth: 4 },
    negated,
    tie('nested').map((condition): Condition => ({ type: 'not', condition })),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('nested'), { minLength: 2, maxLength: 3 }),
      )
      .map(([type, conditions]): Condition => ({ type, conditions })),
  ),
}));

describe('for every condition', () => {
  test('parsing a printed condition returns the condition', () => {
    fc.assert(
      fc.property(nested, (condition) => {
        expect(parseCondition(printCondition(condition))).toEqual(condition);
      }),
      { numRuns: 500 },
    );
  });

  test('parsing any text does not throw', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'url',
        'contains',
        'matches',
        '"',
        '\\',
        '/',
        '[',
        'and',
        'or',
        'not',
        ' ',
        'is',
        'visible',
        'text',
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCodePoint }),
          pieces.map((words) => words.join('')),
        ),
        (candidate) => {
          const condition = parseCondition(candidate);
          if (condition !== null) expect(parseCondition(printCondition(condition))).toEqual(condition);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each(['\\'.repeat(200_000), '"'.repeat(200_000), '/['.repeat(100_000), 'not '.repeat(100_000)])(
    'parsing takes time linear in the text (%#)',
    (candidate) => {
      const started = process.cpuUsage();
      parseCondition(`url contains "${candidate}`);
      parseCondition(candidate);
      expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
    },
  );
});
