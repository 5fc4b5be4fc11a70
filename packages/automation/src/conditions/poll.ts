import { setTimeout as delay } from 'node:timers/promises';
import { orAborted } from '../engine/approval.ts';
import { StepError } from '../host.ts';
import type { Call } from '../primitives/call.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/**
 * Asks again until the answer is yes or the step's time is over; false then, also when the page does not answer. An answer
 * that a navigation interrupted counts as no.
 * @throws {StepError} of the question, and the reason when the step is aborted
 */
export const poll = async (call: Call, question: () => Promise<boolean>): Promise<boolean> => {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const yes = await orAborted(question(), call.signal).catch((error: unknown) => {
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
};

/** True when the step ends because its time is over, and for no other reason. */
const isTimeUp = ({ signal }: Call): boolean =>
  signal.reason instanceof StepError && signal.reason.code === 'step_timeout';

const isPassing = (error: unknown): boolean =>
  error instanceof Error &&
  /context was destroyed|navigat|detached|Timeout|not attached/i.test(error.message);
