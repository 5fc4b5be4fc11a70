import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ChangedRun, RunChange } from '@errand/contracts';
import type { Logger } from '@errand/service-kit';
import type { Pool } from 'pg';
import type { RunRow } from '../db/run-row.ts';
import type { RunWatch } from './watch.ts';

/** Changes so soon after each other are read in one statement. */
const TOGETHER_MS = 100;
const MAX_READ = 1_000;
/** With more changed Runs than this not yet read, all followers start over. */
const MAX_UNREAD = 10_000;
/** With more changed Runs than this not yet sent, a follower starts over. */
const MAX_UNSENT = 1_000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const READ = {
  name: 'changed-runs',
  text: `SELECT workspace_id, id, status, error_code, error_message, step_count, started_at, completed_at, updated_at
         FROM runs WHERE id = ANY ($1::uuid[]) AND workspace_id = ANY ($2::uuid[])`,
};
type ChangedRow = Pick<RunRow, Exclude<keyof ChangedRun, symbol>> & { workspace_id: string };

function toChangedRun(row: ChangedRow): ChangedRun {
  return {
    id: row.id,
    status: row.status,
    error_code: row.error_code,
    error_message: row.error_message,
    step_count: row.step_count,
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  };
}

/** What one stream has not sent yet: a reset, or the latest state of each Run that changed. */
class Follower {
  readonly #unsent = new Map<string, ChangedRun>();
  readonly #news = new EventEmitter();
  #needsReset = true;

  add(run: ChangedRun): void {
    if (this.#needsReset) return;
    this.#unsent.set(run.id, run);
    if (this.#unsent.size > MAX_UNSENT) this.reset();
    else this.#news.emit('news');
  }

  reset(): void {
    this.#unsent.clear();
    this.#needsReset = true;
    this.#news.emit('news');
  }

  /** Waits until there is something to send. Rejects when `signal` aborts. */
  async next(signal: AbortSignal): Promise<RunChange[]> {
    if (!this.#needsReset && this.#unsent.size === 0) await once(this.#news, 'news', { signal });
    if (this.#needsReset) {
      this.#needsReset = false;
      return [{ type: 'reset' }];
    }
    const runs = [...this.#unsent.values()];
    this.#unsent.clear();
    return runs.map((run) => ({ type: 'changed', run }));
  }
}

/** Tells the streams of this process which Runs of their workspaces changed. */
export interface RunChanges {
  /** Yields changes of the workspace's Runs, first a reset. A consumer that is slow gets only the latest state of each Run. */
  follow(workspaceId: string, signal: AbortSignal): AsyncGenerator<RunChange[], never>;
}

/** Reads the Runs that signals name while their workspace is followed, those of all workspaces in one statement. */
export function createRunChanges({
  pool,
  watch,
  log,
}: {
  pool: Pick<Pool, 'query'>;
  watch: Pick<RunWatch, 'onChanges'>;
  log: Logger;
}): RunChanges {
  const followers = new Map<string, Set<Follower>>();
  const unread = new Set<string>();
  let isReading = false;

  const resetAll = () => {
    unread.clear();
    for (const each of followers.values()) for (const follower of each) follower.reset();
  };
  const readSome = async (): Promise<void> => {
    const ids = unread.values().take(MAX_READ).toArray();
    for (const id of ids) unread.delete(id);
    const { rows } = await pool.query<ChangedRow>({ ...READ, values: [ids, [...followers.keys()]] });
    for (const row of rows)
      for (const follower of followers.get(row.workspace_id) ?? []) follower.add(toChangedRun(row));
  };
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    while (unread.size > 0) {
      await pause(TOGETHER_MS);
      if (followers.size === 0) unread.clear();
      else
        await readSome().catch((error: unknown) => {
          log.debug({ err: error }, 'changed Runs could not be read');
          resetAll();
        });
    }
    isReading = false;
  };
  watch.onChanges((ids) => {
    if (followers.size === 0) return;
    if (ids === null) return resetAll();
    // Signals also name members.
    for (const id of ids) if (UUID.test(id)) unread.add(id);
    if (unread.size > MAX_UNREAD) resetAll();
    void read();
  });

  return {
    follow: async function* follow(workspaceId, signal) {
      const follower = new Follower();
      const others = followers.get(workspaceId) ?? new Set();
      followers.set(workspaceId, others.add(follower));
      try {
        for (;;) yield await follower.next(signal);
      } finally {
        others.delete(follower);
        if (others.size === 0) followers.delete(workspaceId);
      }
    },
  };
}
