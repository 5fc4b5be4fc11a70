import { setTimeout as delay } from 'node:timers/promises';
import { type Effect, errorRule } from '@errand/contracts';
import { StepError } from '@errand/browser-runtime';
import { stopReason, type AttemptResult } from './attempt.ts';
import { checkOutput } from './output-schema.ts';
import type { RunSession, StepCall } from './run-session.ts';

const FIRST_RETRY_DELAY_MS = 250;

/** @throws {StepError} `output_invalid` for an output that is too large */
export function withinOutputLimit({ limits }: RunSession, output: unknown): unknown {
  const json = JSON.stringify(output) as string | undefined;
  if (json === undefined) return null;
  if (Buffer.byteLength(json) > limits.outputBytes)
    throw new StepError('output_invalid', `The output is larger than ${limits.outputBytes} bytes.`);
  return output;
}

function isRetryable(error: StepError, effect: Effect): boolean {
  return errorRule(error.code).retryable && (effect === 'read' || error.noEffect);
}

/** Attempts until one succeeds or trying again is pointless or unsafe. */
export async function withRetries(
  session: RunSession,
  step: StepCall,
  effect: Effect,
  once: () => Promise<AttemptResult>,
): Promise<AttemptResult> {
  const { host } = session;
  for (let tries = 1; ; tries += 1) {
    try {
      const done = await once();
      const output = withinOutputLimit(session, done.output);
      checkOutput(output, step.outputSchema);
      return { ...done, output };
    } catch (error) {
      const failure = error as StepError;
      if (tries > (step.retries ?? 0) || host.signal.aborted || !isRetryable(failure, effect)) throw failure;
      host.emit({
        type: 'step.retried',
        stepId: step.id,
        message: failure.message,
        data: { error_code: failure.code, attempt: tries },
      });
      await delay(FIRST_RETRY_DELAY_MS * 2 ** (tries - 1), undefined, { signal: host.signal }).catch(() => {
        throw stopReason(host.signal);
      });
    }
  }
}
