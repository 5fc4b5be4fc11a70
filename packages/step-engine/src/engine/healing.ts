import { Target } from '@errand/contracts/primitives';
import { targetWords } from '@errand/contracts/words';
import { StepError } from '@errand/browser-runtime';
import type { RunSession, StepCall } from './run-session.ts';
import { performStep } from './step.ts';

/**
 * Finds the element that a step meant on a page that has changed: the same step with another target, or null.
 * Throws `StepError` when the Run must end.
 */
export type Healer = (task: { session: RunSession; call: StepCall; why: string }) => Promise<StepCall | null>;

function targetOf({ input }: StepCall): Target | null {
  return Target.safeParse((input as { target?: unknown } | null)?.target).data ?? null;
}

/** Nothing was done, because the step's element is missing or ambiguous. */
function fitsNoMore(error: unknown): error is StepError {
  return (
    error instanceof StepError &&
    error.noEffect &&
    (error.code === 'element_not_found' || error.code === 'element_ambiguous')
  );
}

/**
 * Performs a step. When its target no longer matches the page, `heal` may name another, which is tried once. The new target
 * is reported for the Runbook's author; the Runbook itself stays unchanged.
 * @throws {StepError}
 */
export async function performHealing(
  session: RunSession,
  call: StepCall,
  heal: Healer | undefined,
): Promise<unknown> {
  try {
    return await performStep(session, call);
  } catch (error) {
    if (heal === undefined || !fitsNoMore(error) || targetOf(call) === null || session.host.signal.aborted)
      throw error;
    const healed = await heal({ session, call, why: error.message });
    const target = healed === null ? null : targetOf(healed);
    if (healed === null || target === null) throw error;
    const output = await performStep(session, healed);
    session.host.emit({
      type: 'log',
      stepId: call.id,
      message: `Step "${call.id}" did not fit its page any more; it was done with ${targetWords(target)} instead.`,
      data: { healed: { target } },
    });
    return output;
  }
}
