import type { RunbookStep } from '@errand/contracts';

/** The id of the first step that needs a person's own machine (`desktop.*`); null when every step can run on `cloud`. */
export function findDesktopStep(steps: readonly RunbookStep[]): string | null {
  return steps.find((step) => step.kind === 'primitive' && step.primitive.startsWith('desktop.'))?.id ?? null;
}
