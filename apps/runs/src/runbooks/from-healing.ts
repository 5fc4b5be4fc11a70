import type { RunEvent, RunbookDefinition } from '@errand/contracts';
import { Target } from '@errand/contracts/primitives';
import { referencesIn } from '@errand/runbook-language';
import { z } from 'zod';

const Healed = z.object({ healed: z.object({ target: Target }) });

/** False for element references, which are valid on one page load only. */
function isLasting(target: Target): boolean {
  return typeof target === 'string' || !('ref' in target);
}

/** The targets that replaced those that no longer matched, by step id. */
export function healedTargets(
  events: readonly Pick<RunEvent, 'type' | 'step_id' | 'data'>[],
): Map<string, Target> {
  return new Map(
    events.flatMap(({ type, step_id: id, data }) => {
      const healed = type === 'log' ? Healed.safeParse(data).data?.healed : undefined;
      if (id === null || healed === undefined || !isLasting(healed.target) || id.includes('/')) return [];
      return [[id.replace(/\[\d+\]$/, ''), healed.target]];
    }),
  );
}

/** The steps of a revision, with their healed targets. */
export function healedDefinition(
  { steps, parameters }: RunbookDefinition,
  events: Parameters<typeof healedTargets>[0],
): Pick<RunbookDefinition, 'steps' | 'parameters'> {
  const targets = healedTargets(events);
  return {
    parameters,
    steps: steps.map((step) => {
      const target = targets.get(step.id);
      // A target that differs from iteration to iteration cannot be replaced by one of them.
      const isWritten = step.kind === 'primitive' && referencesIn(step.input['target']).length === 0;
      return target === undefined || step.kind !== 'primitive' || !isWritten
        ? step
        : { ...step, input: { ...step.input, target } };
    }),
  };
}
