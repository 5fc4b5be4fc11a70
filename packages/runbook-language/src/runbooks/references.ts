import { formatPath, type RunbookProblem } from '@errand/contracts';
import { referencesIn, type FoundReference } from '../templates/template.ts';
import type { SoundStep } from './sound.ts';

/** The inputs and steps that a step may refer to. */
export interface Known {
  readonly inputs: ReadonlySet<string>;
  /** Index of each step, by id. */
  readonly steps: ReadonlyMap<string, number>;
}

function complaint(part: FoundReference['part'], at: number, known: Known): string | null {
  if (part.type === 'invalid')
    return `"{{${part.text}}}" is no reference: write {{ inputs.name }} or {{ steps.id.output }}`;
  if (part.type === 'input') return known.inputs.has(part.name) ? null : `unknown input "${part.name}"`;
  const place = known.steps.get(part.stepId);
  if (place === undefined) return `unknown step "${part.stepId}"`;
  return place < at ? null : `step "${part.stepId}" has no output yet: only earlier steps can be referred to`;
}

/** Problems of references in the step at index `at` that can never be resolved. Paths are relative to the step. */
export function checkReferences(step: SoundStep, at: number, known: Known): RunbookProblem[] {
  const { instruction, completionCondition } = step;
  const templated = {
    input: step.kind === 'primitive' ? step.input : undefined,
    instruction,
    completionCondition,
  };
  return referencesIn(templated).flatMap(({ path, part }) => {
    const message = complaint(part, at, known);
    return message === null ? [] : [{ path: formatPath(path), message }];
  });
}
