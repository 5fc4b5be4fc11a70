import { describe, expect, test } from '@jest/globals';
import { CreateRunbook } from '@errand/contracts';
import { checkRunbook } from '@errand/runbook-language';
import { recordedDefinition } from '../src/runbooks/from-recording.ts';
import { refuseWarnings } from '../src/runs/refuse-warnings.ts';

function action(step_id: string, primitive: string, input: object, message = 'Do it') {
  return {
    type: 'agent.action' as const,
    step_id,
    message,
    data: { primitive, input },
  };
}
function field(label: string) {
  return { label, exact: true };
}

test('typed values become parameters, named after their fields', () => {
  const definition = recordedDefinition([
    { type: 'run.started', step_id: null, message: '', data: null },
    action('s1', 'browser.navigate', { url: 'https://shop.test/' }, 'Open the shop'),
    action(
      's2',
      'browser.fill',
      { target: field('Full näme *'), value: 'Ada "A"' },
      'Fill x with "Ada \\"A\\""',
    ),
    action('s3', 'browser.fill', { target: { css: 'input' }, value: '{{ braces }}' }),
    action('s4', 'browser.fill', { target: field('Full name'), value: 'Bob' }),
    action('s5', 'browser.fill', { target: field('Kennwort'), value: '[secret]' }, 'Fill textbox "Kennwort"'),
    action('s6', 'browser.type', { target: field('Notes'), text: '' }),
    action('s7', 'browser.press', { key: 'Enter', target: field('Notes') }),
  ]);
  expect(definition.parameters).toEqual([
    { name: 'full_name', type: 'string', default: 'Ada "A"', description: 'Fill x' },
    { name: 'value', type: 'string', default: '{{ braces }}', description: 'Do it' },
    { name: 'full_name_2', type: 'string', default: 'Bob', description: 'Do it' },
    { name: 'password', type: 'secret', required: true, description: 'Fill textbox "Kennwort"' },
  ]);
  expect(definition.steps.slice(1, 7)).toMatchObject([
    { instruction: 'Fill x', input: { value: '{{ inputs.full_name }}' } },
    { input: { value: '{{ inputs.value }}' } },
    { input: { value: '{{ inputs.full_name_2 }}' } },
    { input: { value: '{{ inputs.password }}' } },
    { input: { text: '' } },
    { input: { key: 'Enter', target: field('Notes') } },
  ]);
  const whole = { schemaVersion: 3, title: 'T', ...definition };
  expect(checkRunbook(whole, CreateRunbook, { hasModel: false })).toMatchObject({ ok: true });
});

test.each([
  ['2026-11-20', 'date'],
  ['2026-02-30', 'string'],
  ['ada@example.com', 'email'],
  ['https://shop.test/a', 'url'],
  ['0042', 'string'],
  ['1,000', 'string'],
  ['Ada', 'string'],
])('%s that was typed becomes a parameter of type %s', (value, type) => {
  const definition = recordedDefinition([action('s1', 'browser.fill', { target: field('Entry'), value })]);
  expect(definition.parameters).toMatchObject([{ name: 'entry', type, default: value }]);
  const whole = { schemaVersion: 3, title: 'T', ...definition };
  expect(checkRunbook(whole, CreateRunbook, { hasModel: false })).toMatchObject({ ok: true });
});

test.each([
  ['Quantity', '2', 'integer', 2],
  ['Amount', '19.90', 'number', 19.9],
  ['Postcode', '10115', 'string', '10115'],
  ['Phone', '442079460018', 'string', '442079460018'],
  ['Account number', '77120', 'string', '77120'],
])('a value typed into %s becomes a parameter of a fitting type', (label, value, type, fallback) => {
  const definition = recordedDefinition([action('s1', 'browser.fill', { target: field(label), value })]);
  expect(definition.parameters).toMatchObject([{ type, default: fallback }]);
  const whole = { schemaVersion: 3, title: 'T', ...definition };
  expect(checkRunbook(whole, CreateRunbook, { hasModel: false })).toMatchObject({ ok: true });
});

test('a written date becomes a date parameter with what the control holds', () => {
  const definition = recordedDefinition([
    action('s1', 'browser.fill', { target: field('Due'), value: '20/11/2026' }),
    { type: 'agent.thought', step_id: 's1', message: '', data: { typed: '2026-11-20' } },
  ]);
  expect(definition.parameters).toMatchObject([{ name: 'due', type: 'date', default: '2026-11-20' }]);
});

test('outputs keep their names, and their values without labels', () => {
  const definition = recordedDefinition([
    action('s1', 'browser.click', { target: 'Send' }),
    { type: 'agent.thought', step_id: 's1', message: '', data: { proof: { url: '/thanks' } } },
    action('s2', 'browser.extract', { target: 'h1', as: 'text' }),
    { type: 'agent.thought', step_id: 's2', message: '', data: { output: { name: 'heading' } } },
    action('s3', 'browser.extract', { target: '#n', as: 'text' }),
    {
      type: 'agent.thought',
      step_id: 's3',
      message: '',
      data: { output: { name: 'total', pattern: '^Total:(?<value>.*)$' } },
    },
  ]);
  expect(definition.steps).toMatchObject([
    { id: 's1', completionCondition: 'url contains "/thanks"' },
    { id: 'heading', primitive: 'browser.extract' },
    { id: 's3', primitive: 'browser.extract' },
    { id: 's3_match', input: { value: '{{ steps.s3.output }}', pattern: '^Total:(?<value>.*)$' } },
    { id: 'total', primitive: 'data.set', input: { value: '{{ steps.s3_match.output.value }}' } },
  ]);
  const whole = { schemaVersion: 3, title: 'T', ...definition };
  expect(checkRunbook(whole, CreateRunbook, { hasModel: false })).toMatchObject({ ok: true });
});

test('a secret inside an input of a Blueprint becomes a parameter named after its path', () => {
  const { parameters, steps } = recordedDefinition([
    action('s1', 'browser.fill', { target: field('PIN'), value: '{{ secrets.users[0].pin }}' }, 'Fill it'),
  ]);
  expect(parameters).toEqual([{ name: 'users_0_pin', type: 'secret', required: true }]);
  expect(steps).toMatchObject([{ input: { value: '{{ inputs.users_0_pin }}' } }]);
});

function concluded(step_id: string, data: Record<string, unknown>) {
  return { type: 'agent.thought' as const, step_id, message: '', data };
}

test.each([
  ['length', undefined, [{ id: 'n', input: { value: '{{ steps.s1.output | length }}' } }]],
  [
    'number',
    String.raw`(?<value>\d+) of`,
    [{ id: 's1_match' }, { id: 'n', input: { value: '{{ steps.s1_match.output.value | number }}' } }],
  ],
  [
    'each',
    '^Price: (?<value>.*)$',
    [
      { id: 's1_match', forEach: '{{ steps.s1.output }}', input: { value: '{{ item }}' } },
      { id: 'n', forEach: '{{ steps.s1_match.output }}', input: { value: '{{ item.value }}' } },
    ],
  ],
  ['check', undefined, [{ id: 'n', input: { value: true } }]],
])('an output by %s is made from what the step read', (by, pattern, made) => {
  const definition = recordedDefinition([
    action('s1', 'browser.extract', { target: { css: 'li' }, as: 'list' }),
    concluded('s1', { output: { name: 'n', pattern, by } }),
  ]);
  expect(definition.steps).toMatchObject([{ id: 's1', primitive: 'browser.extract' }, ...made]);
  const whole = { schemaVersion: 3, title: 'T', ...definition };
  expect(checkRunbook(whole, CreateRunbook, { hasModel: false })).toMatchObject({ ok: true });
});

test('a verified number becomes a condition that it is equal', () => {
  const definition = recordedDefinition([
    action('s1', 'browser.extract', { target: { css: 'li' }, as: 'list' }),
    concluded('s1', { expected: '3', output: { by: 'length' } }),
  ]);
  expect(definition.steps[0]).not.toHaveProperty('completionCondition');
  expect(definition.steps[1]).toMatchObject({
    id: 's1_value',
    completionCondition: 'value "{{ steps.s1.output | length }}" equals "3"',
  });
  const whole = { schemaVersion: 3, title: 'T', ...definition };
  expect(checkRunbook(whole, CreateRunbook, { hasModel: false })).toMatchObject({ ok: true });
});

test('the address of the page is read again', () => {
  const { steps } = recordedDefinition([
    action('s1', 'data.set', { value: 'https://shop.test/a' }),
    concluded('s1', { output: { name: 'url', by: 'address' } }),
  ]);
  expect(steps).toMatchObject([{ id: 'url', primitive: 'browser.evaluate' }]);
});

test.each([
  [{ moment: 'chooses by comparing values' }, /chooses by comparing values\.$/],
  [{ output: { name: 'número' } }, /gives the output "número", which cannot be the id of a step/],
])('an action that a Runbook cannot repeat is refused with the reason: %j', (data, detail) => {
  const read = action('s1', 'browser.extract', { target: { css: 'h1' }, as: 'text' });
  expect(() => recordedDefinition([read, concluded('s1', data)])).toThrow(detail);
});

test('a named secret becomes a required secret parameter of that name', () => {
  const definition = recordedDefinition([
    action('s1', 'browser.navigate', { url: 'https://shop.test/?key={{ secrets.key }}' }),
    action('s2', 'browser.fill', { target: field('Key'), value: 'public' }),
    action(
      's3',
      'browser.fill',
      { target: field('Password'), value: '{{ secrets.shop-login }}' },
      'Fill textbox "Password"',
    ),
    action('s4', 'browser.press', { key: 'Enter', target: field('Password') }),
  ]);
  expect(definition.parameters).toEqual([
    { name: 'key', type: 'secret', required: true },
    { name: 'shop-login', type: 'secret', required: true },
    { name: 'key_2', type: 'string', default: 'public', description: 'Do it' },
  ]);
  expect(definition.steps).toMatchObject([
    { input: { url: 'https://shop.test/?key={{ inputs.key }}' } },
    { input: { value: '{{ inputs.key_2 }}' } },
    { input: { value: '{{ inputs.shop-login }}' }, instruction: 'Fill textbox "Password"' },
    { input: { key: 'Enter' } },
  ]);
  const whole = { schemaVersion: 3, title: 'T', ...definition };
  expect(checkRunbook(whole, CreateRunbook, { hasModel: false })).toMatchObject({ ok: true });
});

test('a Run that completed with warnings is refused, quoting the first', () => {
  const warned = { type: 'step.warned' as const, step_id: 's2', message: 'Could not save' };
  const quiet = { type: 'agent.action' as const, step_id: 's1', message: 'Click' };
  expect(() => refuseWarnings([quiet])).not.toThrow();
  expect(() => refuseWarnings([quiet, warned, { ...warned, step_id: 's3' }])).toThrow(
    /completed with warnings.*step "s2": Could not save \(and 1 more\)$/,
  );
});

test('a check becomes a completion condition', () => {
  const { steps } = recordedDefinition([
    action('s1', 'browser.extract', { target: { css: 'h1' }, as: 'text' }),
    { type: 'agent.thought', step_id: 's1', message: 'As expected.', data: { expected: 'A "B"' } },
  ]);
  expect(steps).toMatchObject([{ completionCondition: String.raw`output contains "A \"B\""` }]);
});

test('the last action of a restarted step counts', () => {
  const { steps } = recordedDefinition([
    action('s1', 'browser.click', { target: 'Old' }),
    action('s2', 'browser.back', {}),
    action('s1', 'browser.click', { target: 'New' }),
  ]);
  expect(steps).toMatchObject([{ id: 's1', input: { target: 'New' } }, { id: 's2' }]);
});

describe('actions that no step can express are rejected by name', () => {
  test.each([
    [
      action('s3', 'data.set', { value: 4 }, 'Read the number of results'),
      /"s3" \(Read the number of results\) was read in a way that no step can repeat; ask for/,
    ],
    [
      action('s3', 'data.set', { value: false }, 'Read whether'),
      /found nothing, .*; make it from a Run that/,
    ],
    [action('s3', 'data.set', { value: ['a'] }, 'Read the names'), /ask for "the list of …"/],
    [action('s1', 'browser.click', { target: 'Hello [secret]' }), /"s1" \(Do it\) contains a secret/],
    [action('s1', 'browser.click', { target: '{{ inputs.x }}' }), /contains a secret or "\{\{"/],
    [action('s1', 'browser.fill', { target: 'A', value: 'x[secret]' }), /part of what was typed/],
  ])('%j', (event, detail) => {
    expect(() => recordedDefinition([event])).toThrow(detail);
  });
});
