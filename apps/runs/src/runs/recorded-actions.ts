import { Risk, type RunEvent } from '@errand/contracts';
import { z } from 'zod';

export type RecordedEvent = Pick<RunEvent, 'type' | 'step_id' | 'message' | 'data'>;

const Action = z.object({
  primitive: z.string(),
  input: z.record(z.string(), z.unknown()),
  risk: Risk.optional(),
});
const Conclusion = z.object({ expected: z.string() });

export interface RecordedAction extends z.infer<typeof Action> {
  id: string;
  /** The action in words. */
  message: string;
  /** Text that its output had to contain. */
  expected?: string;
}

/** The last action of each step that was begun more than once, without the steps that failed and were skipped. */
export function recordedActions(events: readonly RecordedEvent[]): RecordedAction[] {
  const actions = new Map<string, RecordedAction>();
  for (const { type, step_id: id, message, data } of events) {
    if (id === null) continue;
    if (type === 'step.failed') actions.delete(id);
    if (type === 'agent.action') actions.set(id, { id, message, ...Action.parse(data) });
    const action = actions.get(id);
    const conclusion = type === 'agent.thought' ? Conclusion.safeParse(data) : null;
    if (action !== undefined && conclusion?.success === true) action.expected = conclusion.data.expected;
  }
  return [...actions.values()];
}
