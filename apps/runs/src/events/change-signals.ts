import { signals } from '@errand/contracts/queue';
import type { Logger } from '@errand/service-kit';
import type { Signals } from '@errand/service-kit/queue';
import type { RunWatch } from './watch.ts';

/** Changes so soon after a signal share the next one. */
const TOGETHER_MS = 5;
/** How long a new Run waits for the signal of another change; usually that of its own claim. */
const ACCEPTED_MS = 100;
const RETRY_MS = 1_000;

/**
 * Signals changes of Runs. Those of a few milliseconds are one signal, the first of them at once. When a signal cannot be sent,
 * the next one that can be says that changes were lost.
 */
export function createChangeSignals(
  bus: Pick<Signals, 'publish'>,
  log: Logger,
  stopping: AbortSignal,
): Pick<RunWatch, 'changed' | 'accepted'> {
  const changed = new Set<string>();
  let publishedAt = -Infinity;
  let dueAt = Infinity;
  let timer: NodeJS.Timeout | undefined;
  let wereLost = false;

  const send = async (ids: readonly string[]): Promise<void> => {
    const tellsOfLoss = wereLost;
    wereLost = false;
    try {
      if (ids.length > 0) await bus.publish(signals.changed, ids);
      if (tellsOfLoss) await bus.publish(signals.changesLost);
    } catch (error) {
      log.debug({ err: error, runIds: ids }, 'change signal lost');
      wereLost = true;
      if (!stopping.aborted) publishWithin(RETRY_MS);
    }
  };
  const publish = () => {
    publishedAt = performance.now();
    dueAt = Infinity;
    const ids = [...changed];
    changed.clear();
    void send(ids);
  };
  const publishWithin = (ms: number) => {
    const now = performance.now();
    const at = Math.max(now + ms, publishedAt + TOGETHER_MS);
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    if (at <= now) setImmediate(publish);
    else timer = setTimeout(publish, at - now);
  };
  return {
    changed: (runId) => {
      changed.add(runId);
      publishWithin(0);
    },
    accepted: (runId) => {
      changed.add(runId);
      publishWithin(ACCEPTED_MS);
    },
  };
}
