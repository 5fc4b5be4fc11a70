import { setTimeout } from 'node:timers/promises';
import { Problem } from '@errand/contracts';

/** Repeats an idempotent call while the service answers 503, every `intervalMs`, at most `tries` times. */
export async function retryWhileUnavailable<Answer>(
  call: () => Promise<Answer>,
  { intervalMs, tries = Infinity, signal }: { intervalMs: number; tries?: number; signal?: AbortSignal },
): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 503 || tried >= tries) throw error;
      await setTimeout(intervalMs, undefined, { ...(signal && { signal }) });
    }
  }
}
