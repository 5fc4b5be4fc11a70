import { describe, expect, jest, test } from '@jest/globals';
import { CreateRunbook, ReplaceRunbook } from '@errand/contracts';
import * as fc from 'fast-check';
import { checkRunbook, findDesktopStep } from '../src/index.ts';
import { linesOf, open, problemsOf, read, runbook } from './samples.ts';

fc.configureGlobal({ seed: jest.getSeed() });

describe('a Runbook without problems', () => {
  test('is returned unchanged', () => {
    const body = runbook({
      status: 'published',
      parameters: [{ type: 'string', name: 'who', default: 'Ada' }],
      steps: [
        open,
        { ...read, completionCondition: 'output contains "{{ inputs.who }}"' },
        {
          id: 'think',
          kind: 'agent',
          instruction: 'Sum up {{ steps.read.output }}',
          outputSchema: { type: 'object' },
        },
      ],
    });
    const check = checkRunbook(body, CreateRunbook, { hasModel: false });
    expect(check.ok && JSON.stringify(check.definition)).toBe(JSON.stringify(body));
  });

  test('is valid as a replacement', () => {
    const { title, steps, parameters } = runbook();
    const options = { hasModel: false };
    expect(checkRunbook({ expectedVersion: 1, title, steps, parameters }, ReplaceRunbook, options).ok).toBe(
      true,
    );
    expect(checkRunbook(runbook({ expectedVersion: 1 }), ReplaceRunbook, options)).toMatchObject({
      ok: false,
    });
  });

  test('may use any property names', () => {
    const body: unknown = JSON.parse(
      JSON.stringify(
        runbook({
          steps: [
            { ...open, id: 'constructor' },
            { ...read, id: 'toString' },
          ],
        }),
      ),
    );
    expect(problemsOf(body)).toEqual([]);
  });
});

test('reports all problems at once', () => {
  const body = {
    schemaVersion: 2,
    title: ' ',
    colour: 'red',
    parameters: [{ name: 'a', type: 'string', default: 1 }, { name: 'b' }],
    steps: [
      { ...open, input: { url: '{{ inputs.c }}' } },
      { id: '9', kind: 'primitive', primitive: 'browser.fly', input: {} },
      { ...read, primitive: 'browser.fly' },
    ],
  };
  expect(problemsOf(body).map(({ path }) => path)).toEqual([
    'colour',
    'schemaVersion',
    'title',
    'steps[1].id',
    'parameters[1].type',
    'parameters[0].default',
    'steps[0].input.url',
    'steps[1].primitive',
    'steps[2].primitive',
  ]);
});

test('checking any value does not throw', () => {
  const text = fc.constantFrom(
    'open',
    'browser.navigate',
    'primitive',
    'agent',
    '{{ inputs.a }}',
    'a',
    '(',
    'string',
  );
  const { node } = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(
        fc.constantFrom(
          'id',
          'kind',
          'primitive',
          'input',
          'name',
          'type',
          'pattern',
          'default',
          'outputSchema',
          '__proto__',
        ),
        tie('node'),
      ),
    ),
  }));
  const body = fc.record({ steps: node, parameters: node, title: node, schemaVersion: fc.constant(3) });
  fc.assert(
    fc.property(fc.oneof(node, body), (candidate) => {
      const check = checkRunbook(candidate, CreateRunbook, { hasModel: false });
      expect(check.ok || check.problems.length > 0).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('finds the first step that needs a desktop', () => {
  const steps = [open, { ...open, id: 'tap', primitive: 'desktop.click', input: { x: 1, y: 2 } }];
  const check = checkRunbook(runbook({ steps }), CreateRunbook, { hasModel: false });
  expect(check.ok && findDesktopStep(check.definition.steps)).toBe('tap');
  const without = checkRunbook(runbook(), CreateRunbook, { hasModel: false });
  expect(without.ok && findDesktopStep(without.definition.steps)).toBeNull();
});

describe('a large Runbook', () => {
  const many = 200_000;
  const setting = (value: unknown) => ({
    id: 'it',
    kind: 'primitive',
    primitive: 'data.set',
    input: { value },
  });

  test('may hold a list of more items than a call takes arguments', () => {
    const body = runbook({ steps: [setting(Array.from({ length: many }, () => 1))] });
    expect(checkRunbook(body, CreateRunbook, { hasModel: false }).ok).toBe(true);
  });

  test('has every broken reference reported, the later ones without a suggestion', () => {
    const names = Array.from({ length: 50 }, (_, at) => ({ name: `${'a'.repeat(40)}${at}`, type: 'string' }));
    const values = Array.from({ length: 300 }, () => `{{ inputs.${'a'.repeat(40)} }}`);
    const problems = linesOf(runbook({ parameters: names, steps: [setting(values)] }));
    expect(problems).toHaveLength(values.length);
    expect(problems[0]).toMatch(/unknown input "a+"; did you mean a+0 or/);
    expect(problems.at(-1)).toMatch(/unknown input "a+"$/);
  });

  test('has broken references explained only as far as the work for it is bounded', () => {
    const problems = linesOf(runbook({ steps: [setting(Array.from({ length: 1_100 }, () => '{{ x }}'))] }));
    expect(problems[0]).toMatch(/write one such as/);
    expect(problems.at(-1)).toMatch(/\[1099\]: "\{\{ x \}\}" is no reference$/);
  });

  test('has a long broken reference quoted in part', () => {
    const [problem] = linesOf(runbook({ steps: [setting(`{{ inputs${' '.repeat(100_000)}x }}`)] }));
    expect(problem).toMatch(/is no reference: write one such as/);
    expect(problem?.length).toBeLessThan(500);
  });

  test('is refused when its parameters take too much work to check', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`k${at}`, { type: 'string' }]),
    );
    expect(linesOf(runbook({ parameters: [{ name: 'a', type: 'object', properties }] }))).toEqual([
      'parameters[0]: takes too much work to check',
    ]);
  });
});
