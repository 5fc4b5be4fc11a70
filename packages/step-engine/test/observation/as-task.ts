import { type BrowserPool, StepError } from '@errand/browser-runtime';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { concludeTask } from '../../src/engine/conclude.ts';
import { createRunSession } from '../../src/engine/run-session.ts';
import { performStep } from '../../src/engine/step.ts';
import type { Act } from './site-answers.ts';

/** Opens a page and does steps as a task does them; answers why it may not complete, null when it may. */
export async function doAsTask(pool: BrowserPool, url: string, acts: readonly Act[]): Promise<string | null> {
  const host = createRecorder();
  return pool.withContext({ host, scoped: false }, async (surface) => {
    const limits = { stepTimeoutMs: 10_000, screenshots: false };
    const session = createRunSession({ surface, host, limits });
    try {
      for (const [index, act] of [
        { primitive: 'browser.navigate' as const, input: { url } },
        ...acts,
      ].entries())
        await performStep(session, { id: `s${index}`, ...act });
      await concludeTask(session);
      return null;
    } catch (error) {
      if (error instanceof StepError && /^(?:action|download)_failed$/.test(error.code)) return error.message;
      throw error;
    }
  });
}
