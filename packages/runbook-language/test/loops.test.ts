import { describe, expect, test } from '@jest/globals';
import { linesOf, runbook } from './samples.ts';

const parameters = [
  {
    name: 'rows',
    type: 'list',
    items: { type: 'object', properties: { name: { type: 'string' }, key: { type: 'secret' } } },
  },
  { name: 'who', type: 'string' },
  { name: 'key', type: 'secret' },
];

function set(value: unknown, rest: object = {}) {
  return { kind: 'primitive', primitive: 'data.set', input: { value }, ...rest };
}

function problems(step: object, ...before: object[]) {
  return linesOf(runbook({ steps: [...before, { id: 'it', ...step }], parameters }));
}

describe('loops and conditions of a step', () => {
  test.each<[string, object, unknown[]]>([
    ['an item with its place', set('{{ index }}: {{ item.name }}', { forEach: '{{ inputs.rows }}' }), []],
    [
      'a condition on each item',
      set('{{ item.name }}', {
        forEach: '{{ inputs.rows }}',
        when: 'not (value "{{ item.name }}" is empty or value "{{ index }}" is greater than 5)',
      }),
      [],
    ],
    [
      'an item outside a loop',
      set('{{ item.name }} {{ index }}'),
      [
        'steps[0].input.value: {{ item }} is known only in a step with forEach',
        'steps[0].input.value: {{ index }} is known only in a step with forEach or repeatWhile',
      ],
    ],
    [
      'an item in its own list',
      set(1, { forEach: '{{ item.rows }}' }),
      ['steps[0].forEach: {{ item }} is known only in a step with forEach'],
    ],
    [
      'a field that items do not have',
      set('{{ item.nmae }}', { forEach: '{{ inputs.rows }}' }),
      ['steps[0].input.value: item has no "nmae"; did you mean name?'],
    ],
    [
      'a field of a list',
      set('{{ inputs.rows.name }}'),
      ['steps[0].input.value: inputs.rows is a list: write {{ inputs.rows[0].name }} for its first item'],
    ],
    [
      'a list in a longer text',
      set(1, { forEach: 'all {{ inputs.rows }}' }),
      [
        'steps[0].forEach: must be one whole template that gives a list, such as "{{ inputs.rows }}" or "{{ steps.read.output }}"',
      ],
    ],
    [
      'two loops at once',
      set(1, { forEach: '{{ inputs.rows }}', repeatWhile: { condition: 'value "1" equals "1"' } }),
      ['steps[0].repeatWhile: cannot be together with forEach: put one of them into a step of its own'],
    ],
    [
      'a repetition that names its own last output',
      set('{{ index }}', {
        repeatWhile: {
          condition: 'value "{{ steps.it.output }}" is less than 5 and output contains "1"',
          maxIterations: 10,
        },
      }),
      [],
    ],
    [
      'a repetition without a bound that fits',
      set(1, { repeatWhile: { condition: '{{ item }} is there', maxIterations: 0 } }),
      [
        'steps[0].repeatWhile.maxIterations: must be at least 1',
        expect.stringContaining(
          'steps[0].repeatWhile.condition: is not written as a condition. Write one such as url contains',
        ),
        'steps[0].repeatWhile.condition: {{ item }} is known only in a step with forEach',
      ],
    ],
    [
      'a condition in other words',
      set(1, { when: 'the cart is empty' }),
      [
        expect.stringContaining(
          'steps[0].when: is not written as a condition. Write one such as url contains',
        ),
      ],
    ],
    [
      'a condition on the output that is still to come',
      set(1, { when: 'output contains "x"' }),
      ['steps[0].when: speaks of the output of a step that has none yet'],
    ],
    [
      'a comparison with no number',
      set(1, { when: 'value "5" is less than "five"' }),
      ['steps[0].when: compares with "five", which is not a number'],
    ],
    [
      'a one-time code of a secret input',
      {
        kind: 'primitive',
        primitive: 'auth.totp',
        input: { secret: '{{ item.key }}' },
        forEach: '{{ inputs.rows }}',
      },
      [],
    ],
    [
      'a one-time code of a text',
      { kind: 'primitive', primitive: 'auth.totp', input: { secret: 'JBSWY3DPEHPK3PXP' } },
      [
        'steps[0].input.secret: must be a secret input, such as "{{ inputs.key }}" of a parameter of type secret',
      ],
    ],
    [
      'an unknown filter',
      set('{{ inputs.who | uper }}'),
      ['steps[0].input.value: {{ inputs.who | uper }}: unknown filter "uper"; did you mean upper?'],
    ],
    [
      'a filter without its argument',
      set('{{ inputs.who | default }}'),
      [
        'steps[0].input.value: {{ inputs.who | default }}: default takes one quoted text: write "| default("none")"',
      ],
    ],
    [
      'a filter with an argument that does not fit',
      set('{{ inputs.who | date("dd.mm.yyyy") }}'),
      [expect.stringContaining('a date is written with YYYY, YY, MMMM')],
    ],
    [
      'an invalid schema of an output',
      set(1, { outputSchema: { type: 'text' } }),
      [expect.stringContaining('steps[0].outputSchema: is not a JSON Schema')],
    ],
  ])('%s', (_, step, expected) => {
    expect(problems(step)).toEqual(expected);
  });

  test.each([
    ['{{ steps.rows[0].name }}', '{{ steps.rows.output[0].name }}'],
    ['{{ steps.rows.output["name"] }}', '{{ steps.rows.output.name }}'],
    ['{{ step.rows.output[0] | trim }}', '{{ steps.rows.output[0] | trim }}'],
    ['{{ input.who }}', '{{ inputs.who }}'],
    ['{{ inputs.rows[-1].name }}', '{{ inputs.rows[0].name }}'],
    ['{{ secrets.key }}', '{{ inputs.key }}'],
  ])('%s: the problem names %s', (wrong, right) => {
    expect(problems(set(wrong), { id: 'rows', ...set(1) })).toEqual([
      expect.stringContaining(`write ${right}`),
    ]);
  });

  test('paths are followed into the known outputs of earlier steps', () => {
    const table = { id: 'table', kind: 'primitive', primitive: 'browser.extract', input: { as: 'table' } };
    const page = {
      id: 'page',
      kind: 'primitive',
      primitive: 'browser.navigate',
      input: { url: 'https://a.test' },
    };
    const wrong = set([
      '{{ steps.table.output[0][1] }}',
      '{{ steps.table.output.name }}',
      '{{ steps.page.output.titel }}',
      '{{ steps.loop.output[0] }}',
      '{{ steps.loop.output.title }}',
    ]);
    const loop = { id: 'loop', ...set('{{ item }}', { forEach: '{{ steps.table.output }}' }) };
    expect(problems(wrong, table, page, loop)).toEqual([
      'steps[3].input.value[1]: steps.table.output is a list: write {{ steps.table.output[0].name }} for its first item',
      'steps[3].input.value[2]: steps.page.output has no "titel"; did you mean title?',
      'steps[3].input.value[4]: steps.loop.output is a list: write {{ steps.loop.output[0].title }} for its first item',
    ]);
  });

  test('a library never speaks in a problem', () => {
    const step = {
      id: '',
      kind: 'primitive',
      primitive: 'browser.click',
      input: { target: '', clickCount: 9 },
    };
    const body = runbook({
      steps: [step, { id: 'b', kind: 'agent', instruction: 'x', maxSteps: 1.5 }, { id: 'c' }],
      parameters: 3,
    });
    const lines = linesOf(body);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines).toContain('steps[2].kind: must be one of "primitive", "agent"');
    expect(lines.join('\n')).not.toMatch(/Invalid|expected|received|Too (?:small|big)|>=|<=/);
  });
});

test.each([
  ['/tmp/a.pdf', /^steps\[0\]\.input\.files\[0\]: must be \{ "artifactId" \} .* a path is never taken$/],
  ['{{ inputs.a.filename }}', /inputs\.a has no "filename"; did you mean fileId\?$/],
])('the file %j of an upload is refused with what would be right', (file, expected) => {
  const upload = {
    id: 's',
    kind: 'primitive',
    primitive: 'browser.upload',
    input: { target: 'X', files: [file] },
  };
  const lines = linesOf(runbook({ steps: [upload], parameters: [{ name: 'a', type: 'file' }] }));
  expect(lines).toEqual([expect.stringMatching(expected)]);
});

describe('list, object and file parameters', () => {
  test.each<[object, string[]]>([
    [{ name: 'a', type: 'list' }, []],
    [{ name: 'a', type: 'list', items: { type: 'email' }, default: ['a@b.test'], maxLength: 2 }, []],
    [
      { name: 'a', type: 'string', items: { type: 'string' } },
      ['parameters[0].items: does not fit the type string'],
    ],
    [
      { name: 'a', type: 'object', default: {}, properties: JSON.parse('{ "__proto__": null }') as object },
      ['parameters[0].properties.__proto__: cannot be the name of a property'],
    ],
    [
      {
        name: 'a',
        type: 'list',
        items: { type: 'object', properties: JSON.parse('{ "__proto__": { "a": 1 } }') as object },
      },
      ['parameters[0].items.properties.__proto__: cannot be the name of a property'],
    ],
    [
      { name: 'a', type: 'list', properties: { b: { type: 'string' } } },
      ['parameters[0].properties: does not fit the type list'],
    ],
    [
      {
        name: 'a',
        type: 'object',
        properties: { b: { type: 'list', items: { type: 'string', minimum: 1 } } },
      },
      ['parameters[0].properties.b.items.minimum: does not fit the type string'],
    ],
    [
      {
        name: 'a',
        type: 'list',
        items: { type: 'object', properties: { b: { type: 'integer' } } },
        default: [{ b: 'x' }],
      },
      ['parameters[0].default[0].b: must be an integer'],
    ],
    [
      { name: 'a', type: 'object', properties: { b: { type: 'secret' } }, default: { b: 'x' } },
      ['parameters[0].default: cannot be given, because a part of it is a secret'],
    ],
    [{ name: 'a', type: 'list', items: { type: 'file' } }, []],
    [
      { name: 'a', type: 'file', default: { fileId: 'x' }, maxLength: 3 },
      [
        'parameters[0].maxLength: does not fit the type file',
        'parameters[0].default: does not fit the type file',
      ],
    ],
    [
      { name: 'a', type: 'list', items: { type: 'string', name: 'b' } },
      ['parameters[0].items.name: unknown field'],
    ],
  ])('%j', (parameter, expected) => {
    expect(linesOf(runbook({ parameters: [parameter] }))).toEqual(expected);
  });

  test('deep nesting is refused, not followed', () => {
    let items: object = { type: 'string' };
    for (let level = 0; level < 5_000; level += 1) items = { type: 'list', items };
    expect(linesOf(runbook({ parameters: [{ name: 'a', ...items }] }))).toEqual([
      ': must be at most 256 levels deep',
    ]);
  });
});
