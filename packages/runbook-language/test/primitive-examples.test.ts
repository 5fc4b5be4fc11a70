import { expect, test } from '@jest/globals';
import { CONDITION_EXAMPLES, TEMPLATE_EXAMPLES } from '@errand/contracts';
import { primitiveSignatures } from '@errand/contracts/primitives';
import { parseCondition, referencesIn } from '../src/index.ts';
import { linesOf, runbook } from './samples.ts';

/** A Runbook of one step, with the inputs and earlier steps that the step refers to. */
function aroundStep(step: { id: string; kind: string; primitive: string; input: object }) {
  const parts = referencesIn(step.input).map(({ part }) => part);
  const inputs = parts.flatMap((part) => (part.type === 'input' ? [part.name] : []));
  const earlier = parts.flatMap((part) => (part.type === 'output' ? [part.stepId] : []));
  return runbook({
    parameters: [...new Set(inputs)].map((name) => ({
      name,
      type: step.primitive === 'auth.totp' ? 'secret' : 'string',
    })),
    steps: [
      ...[...new Set(earlier)].map((id) => ({
        id,
        kind: 'primitive',
        primitive: 'data.set',
        input: { value: 1 },
      })),
      step,
    ],
  });
}

test.each(primitiveSignatures.map(({ name, examples }) => [name, examples] as const))(
  'the examples of %s are accepted',
  (primitive, examples) => {
    for (const input of examples)
      expect(
        linesOf(
          aroundStep({
            id: 'example',
            kind: 'primitive',
            primitive,
            input,
          }),
        ),
      ).toEqual([]);
  },
);

test.each(CONDITION_EXAMPLES.map(({ condition }) => condition))(
  'the condition %s is accepted',
  (condition) => {
    expect(parseCondition(condition)).not.toBeNull();
  },
);

test.each(TEMPLATE_EXAMPLES.map(({ template }) => template))('the template %s is accepted', (template) => {
  const step = { id: 'example', kind: 'primitive', primitive: 'data.set', input: { value: template } };
  expect(linesOf(aroundStep(step))).toEqual([]);
});
