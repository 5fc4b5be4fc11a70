import { describe, expect, test } from '@jest/globals';
import { linesOf, open, problemsOf, read, runbook } from './samples.ts';

function stepProblems(step: object, ...before: object[]) {
  return linesOf(
    runbook({ steps: [...before, { id: 'it', ...step }], parameters: [{ name: 'who', type: 'string' }] }),
  );
}
function primitive(name: string, input: object, rest: object = {}) {
  return {
    kind: 'primitive',
    primitive: name,
    input,
    ...rest,
  };
}

describe('steps', () => {
  test.each<[string, object, string[]]>([
    [
      'an unknown primitive',
      primitive('browser.fly', { to: 'the moon' }),
      ['steps[0].primitive: unknown primitive "browser.fly"'],
    ],
    [
      'another common name',
      primitive('browser.goto', {}),
      ['steps[0].primitive: unknown primitive "browser.goto"; did you mean browser.navigate?'],
    ],
    [
      'no surface',
      primitive('navigate', {}),
      ['steps[0].primitive: unknown primitive "navigate"; did you mean browser.navigate?'],
    ],
    [
      'another surface',
      primitive('browser.back', {}, { surface: 'http' }),
      ['steps[0].surface: must be "browser", as the primitive says'],
    ],
    ['a missing field', primitive('browser.navigate', {}), ['steps[0].input.url: is required']],
    ['a missing target', primitive('browser.click', {}), ['steps[0].input.target: is required']],
    ['a missing choice of forms', primitive('browser.wait', {}), ['steps[0].input.for: is required']],
    [
      'a missing second target',
      primitive('browser.drag', { source: 'a' }),
      ['steps[0].input.destination: is required'],
    ],
    [
      'a missing object',
      primitive('human.input', { message: 'Code?' }),
      ['steps[0].input.schema: is required'],
    ],
    [
      'a missing field of a form',
      primitive('browser.extract', { fields: { price: { as: 'text' } } }),
      ['steps[0].input.fields.price.target: is required'],
    ],
    [
      'a value of a type that no form has',
      primitive('browser.click', { target: null }),
      ['steps[0].input.target: must be of type string or object'],
    ],
    ['an unknown field', primitive('browser.back', { far: true }), ['steps[0].input.far: unknown field']],
    [
      'a field of another type',
      primitive('browser.click', { target: 'Save', clickCount: 'twice' }),
      ['steps[0].input.clickCount: must be of type number'],
    ],
    [
      'a template where a number belongs',
      primitive('browser.click', { target: 'Save', clickCount: '{{ inputs.who }}' }),
      [],
    ],
    ['a template where an object belongs', primitive('browser.scroll', { by: '{{ inputs.who }}' }), []],
    ['a template inside a union', primitive('browser.wait', { for: { ms: '{{ inputs.who }}' } }), []],
    [
      'a template does not excuse its neighbours',
      primitive('browser.click', { target: '{{ inputs.who }}', clickCount: 'x', extra: 1 }),
      ['steps[0].input.extra: unknown field', 'steps[0].input.clickCount: must be of type number'],
    ],
    [
      'a check of nothing',
      primitive('browser.assert', {}),
      ['steps[0].input: needs one of target, text or url'],
    ],
    [
      'a count of nothing',
      primitive('browser.assert', { text: 'a', count: 2 }),
      ['steps[0].input: count needs a target'],
    ],
    [
      'a visibility of nothing',
      primitive('browser.assert', { url: 'a', visible: false }),
      ['steps[0].input: visible needs a target or a text'],
    ],
    [
      'an attribute without its name',
      primitive('browser.extract', { target: 'a', as: 'attribute' }),
      ['steps[0].input.attribute: is required to extract an attribute'],
    ],
    [
      'an attribute named by a template',
      primitive('browser.extract', { target: 'a', as: 'attribute', attribute: '{{ inputs.who }}' }),
      [],
    ],
    [
      'a switch to no tab',
      primitive('browser.tab', { action: 'switch', url: 'https://a.test' }),
      ['steps[0].input.index: is required to switch to a tab', 'steps[0].input.url: is for a new tab only'],
    ],
    [
      'a place for a new tab',
      primitive('browser.tab', { action: 'new', index: 1 }),
      ['steps[0].input.index: does not fit a new tab, which is the last one'],
    ],
    ['a tab from a template', primitive('browser.tab', { action: 'switch', index: '{{ inputs.who }}' }), []],
    ['an action from a template', primitive('browser.tab', { action: '{{ inputs.who }}', index: 1 }), []],
    ['a form from a template', primitive('browser.extract', { target: 'a', as: '{{ inputs.who }}' }), []],
    ['a scroll by one screen', primitive('browser.scroll', {}), []],
    [
      'json and body',
      primitive('http.request', { method: 'POST', url: 'https://a.test', json: 1, body: 'x' }),
      ['steps[0].input: takes json or body, not both'],
    ],
    [
      'an invalid pattern',
      primitive('data.match', { value: 'x', pattern: '(' }),
      ['steps[0].input.pattern: is not a regular expression'],
    ],
    ['a pattern from a template', primitive('data.match', { value: 'x', pattern: '({{ inputs.who }}' }), []],
    [
      'an invalid schema',
      primitive('human.input', { message: 'Code?', schema: { type: 'nonsense' } }),
      [
        'steps[0].input.schema: is not a JSON Schema that can be checked: type must be one of string, number, integer, boolean, null, object, array',
      ],
    ],
    [
      'an invalid output schema',
      { kind: 'agent', instruction: 'Do', outputSchema: { type: 5 } },
      [
        'steps[0].outputSchema: is not a JSON Schema that can be checked: type must be one of string, number, integer, boolean, null, object, array',
      ],
    ],
    [
      'an agent on another surface',
      { kind: 'agent', instruction: 'Do', surface: 'desktop' },
      ['steps[0].surface: must be "browser" for an agent step'],
    ],
    [
      'a scope that is a URL',
      primitive('browser.back', {}, { applicationScope: ['a.test', 'https://b.test'] }),
      [
        'steps[0].applicationScope[1]: is not a host pattern such as "*.example.com" or "localhost:8080", nor an application such as "app:mousepad"',
      ],
    ],
    ['an empty scope', primitive('browser.back', {}, { applicationScope: [] }), []],
  ])('%s', (_, step, expected) => {
    expect(stepProblems(step)).toEqual(expected);
  });

  test('reports every problem of a step at once, also when its schema is violated', () => {
    const step = {
      kind: 'primitive',
      primitive: 'human.input',
      input: { mesage: '{{ inputs.missing }}', schema: { type: 'text' } },
      effect: 'huge',
      extra: 1,
      completionCondition: 'url matches /(/',
      applicationScope: ['https://a.test'],
    };
    expect(stepProblems(step)).toEqual([
      'steps[0].extra: unknown field',
      'steps[0].effect: must be one of "read", "write", "irreversible"',
      'steps[0].input.mesage: unknown field',
      'steps[0].input.message: is required',
      expect.stringContaining('steps[0].input.schema: is not a JSON Schema'),
      expect.stringContaining('steps[0].applicationScope[0]: is not a host pattern'),
      'steps[0].completionCondition: its pattern is not a regular expression',
      'steps[0].input.mesage: unknown input "missing"',
    ]);
    expect(stepProblems({ primitive: 'browser.klick', kind: 'robot', input: {} })).toEqual([
      'steps[0].kind: must be one of "primitive", "agent"',
      'steps[0].primitive: unknown primitive "browser.klick"; did you mean browser.click?',
    ]);
    expect(stepProblems({ kind: 'agent', outputSchema: { type: 5 }, maxSteps: 0, surface: 'http' })).toEqual([
      'steps[0].instruction: is required',
      expect.stringContaining('steps[0].maxSteps: '),
      'steps[0].surface: must be "browser" for an agent step',
      expect.stringContaining('steps[0].outputSchema: is not a JSON Schema'),
    ]);
  });

  test('rejects a step id that is used twice', () => {
    expect(linesOf(runbook({ steps: [open, read, open] }))).toEqual([
      'steps[2].id: "open" is used more than once',
    ]);
  });

  test('rejects input that is nested too deeply', () => {
    let value: unknown = 1;
    for (let level = 0; level < 100; level += 1) value = [value];
    expect(stepProblems(primitive('data.set', { value }))).toEqual([
      'steps[0].input: must be at most 64 levels deep',
    ]);
  });
});

describe('completion conditions', () => {
  const withCondition = (completionCondition: string) =>
    runbook({ steps: [{ ...open, completionCondition }], parameters: [{ name: 'who', type: 'string' }] });
  const free = 'the cart is empty';

  test('free text needs a model', () => {
    expect(problemsOf(withCondition(free))).toMatchObject([{ path: 'steps[0].completionCondition' }]);
    expect(problemsOf(withCondition(free), true)).toEqual([]);
  });

  test.each(['url matches /(/', 'not url matches /a(?<=b)/ or url contains "x"', 'url matches /a/gg'])(
    'rejects an invalid pattern: %s',
    (condition) => {
      expect(problemsOf(withCondition(condition), true)).toMatchObject([
        { path: 'steps[0].completionCondition' },
      ]);
    },
  );

  test('accepts templates in patterns', () => {
    expect(problemsOf(withCondition('url matches /{{ inputs.who }}+$/'))).toEqual([]);
  });
});

const get = {
  id: 'before',
  kind: 'primitive',
  primitive: 'http.request',
  input: { method: 'GET', url: 'https://a.test' },
};

describe('references', () => {
  test.each<[string, string[]]>([
    ['{{ inputs.who }}', []],
    ['{{ steps.before.output.body.a.0 }}', []],
    ['{{ steps.before.output.body[0][1] | default("none") }}', []],
    ['{{ inputs.whom }}', ['steps[1].input.value: unknown input "whom"; did you mean who?']],
    ['{{ inputs.constructor }}', ['steps[1].input.value: unknown input "constructor"']],
    ['{{ steps.nowhere.output }}', ['steps[1].input.value: unknown step "nowhere"']],
    [
      '{{ steps.it.output }}',
      ['steps[1].input.value: step "it" has no output yet: only earlier steps can be referred to'],
    ],
    [
      '{{ env.HOME }}',
      [
        'steps[1].input.value: "{{ env.HOME }}" is no reference: write one such as {{ inputs.name }}, {{ steps.id.output }}, {{ steps.id.output.rows[0].name }}, {{ item }}, {{ index }}, {{ run.id }}',
      ],
    ],
  ])('%s', (value, expected) => {
    expect(stepProblems(primitive('data.set', { value }), get)).toEqual(expected);
  });

  test.each([
    '{{ inputs.who }',
    '{{inputs.who',
    'a {{ steps.before.output. {{ inputs.who }}',
    '{{ run.id',
    '{{ item }',
  ])('%s is refused, because it would be sent as it stands', (value) => {
    expect(stepProblems(primitive('data.set', { value }), get)).toEqual([
      'steps[1].input.value: begins a reference and does not close it: write it whole, such as {{ inputs.name }}',
    ]);
  });

  test.each(['{{', '{{ }', '{{ name }', '}} {{', 'do {{ return items; }'])('%s is text', (value) => {
    expect(stepProblems(primitive('data.set', { value }), get)).toEqual([]);
  });

  test('finds references in instructions, conditions and deep in inputs', () => {
    const step = primitive(
      'http.request',
      { method: 'POST', url: 'https://a.test', json: { list: ['{{ inputs.a }}'] } },
      { instruction: '{{ inputs.b }}', completionCondition: 'url contains "{{ steps.later.output }}"' },
    );
    const body = runbook({
      steps: [
        { id: 'it', ...step },
        { ...read, id: 'later' },
      ],
    });
    expect(linesOf(body)).toEqual([
      'steps[0].input.json.list[0]: unknown input "a"',
      'steps[0].instruction: unknown input "b"',
      'steps[0].completionCondition: step "later" has no output yet: only earlier steps can be referred to',
    ]);
  });
});
