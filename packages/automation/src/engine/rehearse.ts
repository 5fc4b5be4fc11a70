import { Target } from '@errand/contracts/primitives';
import type { Primitive } from '../primitives/primitive.ts';
import { onTarget } from '../targets/act.ts';

const TARGETS = ['target', 'source', 'destination'] as const;

/** In place of an effect: finds the elements that it would touch, and does nothing to them. */
export const rehearse: Primitive['handler'] = async (call, input) => {
  const fields = input as Partial<Record<(typeof TARGETS)[number], unknown>>;
  for (const name of TARGETS) {
    const target = Target.safeParse(fields[name]);
    if (target.success)
      await onTarget(call, target.data, (element) => element.waitFor({ state: 'attached', ...call.wait }));
  }
  return null;
};
