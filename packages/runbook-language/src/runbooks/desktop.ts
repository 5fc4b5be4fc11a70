import type { RunbookStep } from '@errand/contracts';
import { type Nested, nestedIn } from './nested.ts';

/**
 * The id of the first step that needs a person's own machine (`desktop.*`), as `outer/inner` within a Runbook that a step
 * runs; null when every step can run on `cloud`.
 */
export function findDesktopStep(steps: readonly RunbookStep[], nested: Nested = {}): string | null {
  for (const step of steps) {
    if (step.kind === 'primitive' && step.primitive.startsWith('desktop.')) return step.id;
    const inner = findDesktopStep(nestedIn(step, nested)?.steps ?? [], nested);
    if (inner !== null) return `${step.id}/${inner}`;
  }
  return null;
}
