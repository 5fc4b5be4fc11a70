import { Risk, type RunEvent } from '@errand/contracts';
import { z } from 'zod';

export type RecordedEvent = Pick<RunEvent, 'type' | 'step_id' | 'message' | 'data'>;

const Action = z.object({
  primitive: z.string(),
  input: z.record(z.string(), z.unknown()),
  risk: Risk.optional(),
});
const Conclusion = z.object({
  expected: z.string().optional(),
  output: z
    .object({
      name: z.string().optional(),
      pattern: z.string().optional(),
      by: z.enum(['length', 'number', 'each', 'check', 'address']).optional(),
    })
    .optional(),
  moment: z.string().optional(),
  proof: z.object({ url: z.string() }).optional(),
  typed: z.string().optional(),
});

/**
 * What the planner concluded from an action: text that its output had to contain, the output of the Run that it gave, the
 * address that it led to, what a control holds after it was typed into, and why it cannot be done again in another moment.
 */
export interface RecordedAction extends z.infer<typeof Action>, z.infer<typeof Conclusion> {
  id: string;
  /** The action in words. */
  message: string;
}

/** The last action of each step that was started more than once, without skipped failures. */
export function recordedActions(events: readonly RecordedEvent[]): RecordedAction[] {
  const actions = new Map<string, RecordedAction>();
  for (const { type, step_id: id, message, data } of events) {
    if (id === null) continue;
    if (type === 'step.failed') actions.delete(id);
    if (type === 'agent.action') actions.set(id, { id, message, ...Action.parse(data) });
    const action = actions.get(id);
    const conclusion = type === 'agent.thought' ? Conclusion.safeParse(data) : null;
    if (action !== undefined && conclusion?.success === true) Object.assign(action, conclusion.data);
  }
  return [...actions.values()];
}
