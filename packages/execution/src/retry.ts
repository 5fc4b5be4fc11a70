import { setTimeout } from 'node:timers/promises';
import { Problem } from '@errand/contracts';
import { monotonicMs } from './clock.ts';

/** Repeats an idempotent call every `intervalMs` while the service answers 503, and gives up after `forMs`. */
export async function retryWhileUnavailable<Answer>(
  call: () => Promise<Answer>,
  { intervalMs, forMs = Infinity, signal }: { intervalMs: number; forMs?: number; signal?: AbortSignal },
): Promise<Answer> {
  const startedAt = monotonicMs();
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 503) throw error;
      if (monotonicMs() - startedAt >= forMs) throw error;
      await setTimeout(intervalMs, undefined, { ...(signal && { signal }) });
    }
  }
}
