import { describe, expect, jest, test } from '@jest/globals';
import { CreateRunbook, ReplaceRunbook } from '@errand/contracts';
import * as fc from 'fast-check';
import { checkRunbook, findDesktopStep } from '../src/index.ts';
import { open, problemsOf, read, runbook } from './samples.ts';

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
