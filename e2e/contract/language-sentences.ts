import { expect } from '@jest/globals';
import type { Sentence } from './sentences.ts';

/** The Run of all sentences has these. */
export const PARAMETERS = [
  {
    name: 'rows',
    type: 'list',
    items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
  },
  { name: 'buyer', type: 'object', properties: { name: { type: 'string' } } },
  { name: 'absent', type: 'string' },
  { name: 'seed', type: 'secret' },
];
export const INPUTS = {
  rows: [
    { name: ' Pot ', price: 34.5 },
    { name: 'Pan', price: 2 },
  ],
  buyer: { name: 'Ada' },
  // The key of RFC 6238's examples, in Base32.
  seed: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
};

let made = 0;
function on(
  says: string,
  step: Record<string, unknown>,
  comes: Pick<Sentence, 'output' | 'error'>,
): Sentence {
  made += 1;
  const id = `language${made}`;
  return { says, id, step: { id, kind: 'primitive', onFailure: 'continue', ...step }, ...comes };
}

/** A `data.set` of this value. */
function value(says: string, text: unknown, comes: unknown, more: Record<string, unknown> = {}): Sentence {
  return on(says, { primitive: 'data.set', input: { value: text }, ...more }, { output: comes });
}

/** A step that is done only when the condition holds. */
function condition(when: string, holds: boolean): Sentence {
  return value(`${when}: ${holds}`, 'done', holds ? 'done' : undefined, { when });
}

export const sentences: readonly Sentence[] = [
  condition('value "{{ inputs.buyer.name }}" equals "Ada"', true),
  condition('value "{{ inputs.buyer.name }}" equals "ada"', false),
  condition('value "{{ inputs.buyer.name }}" contains "d"', true),
  condition('value "{{ inputs.buyer.name }}" matches /^a/i', true),
  condition('value "" is empty', true),
  condition('value "{{ inputs.rows[0].price }}" is greater than 34', true),
  condition('value "{{ inputs.rows[1].price }}" is less than 2', false),
  condition('not (value "a" equals "b" or value "a" equals "a") or value "a" equals "a"', true),
  condition('not value "a" equals "a" and value "a" equals "a"', false),

  value('trim, upper and lower', '{{ inputs.rows[0].name | trim | upper }}', 'POT'),
  value('lower', '{{ inputs.buyer.name | lower }}', 'ada'),
  value('length of a list', '{{ inputs.rows | length }}', 2),
  value('number of a text', '{{ inputs.rows[1].price | number }}', 2),
  value('default of what is missing', '{{ inputs.absent | default("none") }}', 'none'),
  value('join', '{{ steps.language-names.output | join(", ") }}', 'Pot, Pan'),
  value('date', '{{ run.startedAt | date("YYYY-MM-DD") }}', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)),
  value('run.id', '{{ run.id }}', expect.stringMatching(/^[0-9a-f-]{36}$/)),
  on(
    'default lets the empty text be',
    { primitive: 'data.set', input: { value: '{{ steps.language-empty.output | default("none") }}' } },
    { output: '' },
  ),

  value('forEach gives the list of outputs', '{{ index }} {{ item.name | trim }}', ['0 Pot', '1 Pan'], {
    forEach: '{{ inputs.rows }}',
  }),
  value('when is judged for each item', '{{ item.name }}', [null, 'Pan'], {
    forEach: '{{ inputs.rows }}',
    when: 'value "{{ item.price }}" is less than 10',
  }),
  on(
    'a failed item is null where the step continues on failure',
    {
      primitive: 'data.match',
      input: { value: '{{ item.name }}', pattern: '^Pan$' },
      forEach: '{{ inputs.rows }}',
    },
    { output: [null, ['Pan']] },
  ),
  on(
    'forEach over what is no list is output_invalid',
    { primitive: 'data.set', input: { value: 1 }, forEach: '{{ steps.language-empty.output }}' },
    { error: 'output_invalid' },
  ),
  value('repeatWhile does, judges and does again', '{{ index }}', [0, 1, 2], {
    repeatWhile: { condition: 'value "{{ index }}" is less than 2' },
  }),
  on(
    'repeatWhile at its bound is iteration_limit_reached',
    {
      primitive: 'data.set',
      input: { value: 1 },
      repeatWhile: { condition: 'value "a" equals "a"', maxIterations: 3 },
    },
    { error: 'iteration_limit_reached' },
  ),
  on(
    'an output that does not fit outputSchema is output_invalid',
    { primitive: 'data.set', input: { value: 'text' }, outputSchema: { type: 'number' } },
    { error: 'output_invalid' },
  ),
  on(
    'auth.totp gives six digits',
    { primitive: 'auth.totp', input: { secret: '{{ inputs.seed }}' } },
    { output: expect.stringMatching(/^\d{6}$/) },
  ),
];

/** Steps for which a Runbook is refused when it is written, with the refusals. */
export const refused: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
  ['an unknown filter, naming the nearest', set('{{ inputs.absent | uper }}'), /upper/],
  ['an item outside a loop', set('{{ item.name }}'), /forEach/],
  ['an index outside a loop', set('{{ index }}'), /forEach|repeatWhile/],
  ['an unknown input', set('{{ inputs.nothing }}'), /nothing/],
  ['an unknown field of an object', set('{{ inputs.buyer.nmae }}'), /name/],
  ['a secret of an ad-hoc Run', set('{{ secrets.pin }}'), /secrets/],
  ['a condition in other words', { ...set(1), when: 'it looks good' }, /when/],
  [
    'forEach together with repeatWhile',
    { ...set(1), forEach: '{{ inputs.rows }}', repeatWhile: { condition: 'value "a" equals "a"' } },
    /forEach|repeatWhile/,
  ],
  ['a list that is not one template', { ...set(1), forEach: 'x{{ inputs.rows }}' }, /forEach/],
  [
    '1,001 rounds',
    { ...set(1), repeatWhile: { condition: 'value "a" equals "a"', maxIterations: 1_001 } },
    /maxIterations/,
  ],
  [
    'no round',
    { ...set(1), repeatWhile: { condition: 'value "a" equals "a"', maxIterations: 0 } },
    /maxIterations/,
  ],
  [
    'a one-time code of a secret that is written down',
    { ...set(1), primitive: 'auth.totp', input: { secret: 'GEZDGNBVGY3TQOJQ' } },
    /secret/,
  ],
  ['an unknown primitive, naming the nearest', { ...set(1), primitive: 'data.sett' }, /data\.set/],
  ['an output schema that is none', { ...set(1), outputSchema: { type: 'nothing' } }, /outputSchema/],
];

function set(text: unknown) {
  return { id: 'it', kind: 'primitive', primitive: 'data.set', input: { value: text } };
}
