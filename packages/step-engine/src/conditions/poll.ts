import { setTimeout as delay } from 'node:timers/promises';
import { raceSignal } from '@errand/wait-for';
import { StepError } from '@errand/browser-runtime';
import type { Call } from '../primitives/call.ts';

const MIN_INTERVAL_MS = 20;
const MAX_INTERVAL_MS = 250;

/**
 * Asks again until the answer is yes or the step's time is over; false then, also when the page does not answer. An answer
 * that a navigation interrupted counts as no.
 * @throws {StepError} of the question, and the reason when the step is aborted
 */
export async function poll(call: Call, question: () => Promise<boolean>): Promise<boolean> {
  for (let pause = MIN_INTERVAL_MS; ; pause = Math.min(pause * 1.5, MAX_INTERVAL_MS)) {
    const yes = await raceSignal(call.interruptible(question), call.signal).catch((error: unknown) => {
      if (isTimeUp(call)) return false;
      call.signal.throwIfAborted();
      if (error instanceof StepError || !isPassing(error)) throw error;
      return false;
    });
    if (yes) return true;
    await delay(Math.min(pause, call.remaining), undefined, { signal: call.signal }).catch(() => undefined);
    if (isTimeUp(call) || call.remaining <= 1) return false;
    call.signal.throwIfAborted();
  }
}

/** True when the step ends because its time is over, and for no other reason. */
function isTimeUp({ signal }: Call): boolean {
  return signal.reason instanceof StepError && signal.reason.code === 'step_timeout';
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof Error &&
    /context was destroyed|navigat|detached|Timeout|not attached/i.test(error.message)
  );
}
