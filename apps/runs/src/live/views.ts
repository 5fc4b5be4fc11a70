import { EventEmitter, once } from 'node:events';
import { IS_OPEN } from '@errand/contracts/internal';
import { signals } from '@errand/contracts/queue';
import type { Logger, Signals } from '@errand/service-kit';
import type { Pool } from 'pg';

/** The latest picture of a Run. `jpeg` is null when it would show a secret. */
export interface Picture {
  /** Counts the pictures of a view, from 1. */
  number: number;
  jpeg: Buffer | null;
}

/** Pictures of the Runs that are watched at this process; executors send them here only while someone watches. */
export interface LiveViews {
  show(runId: string, jpeg: Buffer | null): void;
  /** Yields the latest picture whenever there is a newer one than the last; those in between are left out. */
  watch(runId: string, signal: AbortSignal): AsyncGenerator<Picture>;
  stop(): void;
}

const ANNOUNCE_INTERVAL_MS = 2_000;
const ANNOUNCED_FOR = `interval '6 s'`;

/** Executors read the addresses in the answers to their heartbeats. */
const ANNOUNCE = `
  UPDATE runs
  SET watch_addresses = CASE WHEN watched_until > now()
        THEN ARRAY(SELECT DISTINCT unnest(watch_addresses || $2::text)) ELSE ARRAY[$2::text] END,
      watched_until = now() + ${ANNOUNCED_FOR}
  WHERE id = ANY($1::uuid[]) AND ${IS_OPEN}`;

interface View {
  latest: Picture | null;
  watchers: number;
  changed: EventEmitter;
}

/** @param address where executors reach this process */
export function createLiveViews(parts: {
  pool: Pool;
  signals: Signals;
  log: Logger;
  address: () => string;
}): LiveViews {
  const { pool, log } = parts;
  const views = new Map<string, View>();

  const announce = async (runIds: readonly string[]): Promise<void> => {
    if (runIds.length === 0) return;
    await pool.query({ name: 'announce-views', text: ANNOUNCE, values: [runIds, parts.address()] });
  };
  const announcing = setInterval(() => {
    announce([...views.keys()]).catch((error: unknown) =>
      log.warn({ err: error }, 'announcing live views failed'),
    );
  }, ANNOUNCE_INTERVAL_MS).unref();

  const join = async (runId: string): Promise<View> => {
    const view = views.get(runId) ?? { latest: null, watchers: 0, changed: new EventEmitter() };
    view.changed.setMaxListeners(0);
    view.watchers += 1;
    views.set(runId, view);
    if (view.watchers === 1) {
      await announce([runId]);
      await parts.signals.publish(signals.control(runId)).catch(() => undefined);
    }
    return view;
  };
  const leave = (runId: string, view: View): void => {
    view.watchers -= 1;
    if (view.watchers === 0) views.delete(runId);
  };

  return {
    show: (runId, jpeg) => {
      const view = views.get(runId);
      if (view === undefined) return;
      view.latest = { number: (view.latest?.number ?? 0) + 1, jpeg };
      view.changed.emit('picture');
    },
    async *watch(runId, signal) {
      const view = await join(runId);
      try {
        let seen = 0;
        for (;;) {
          const { latest } = view;
          if (latest !== null && latest.number > seen) {
            seen = latest.number;
            yield latest;
          } else await once(view.changed, 'picture', { signal });
        }
      } finally {
        leave(runId, view);
      }
    },
    stop: () => clearInterval(announcing),
  };
}
