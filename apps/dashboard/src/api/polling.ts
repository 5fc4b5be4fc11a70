import type { Query } from '@tanstack/react-query';
import { areRunsStreamed } from './connection.ts';

const MIN_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 5_000;
const GROWTH = 1.5;
/** A change that the stream lost, as after a crash, is seen after this time. */
const STREAMED_MS = 60_000;

interface Pace {
  /** The last result; the same object if nothing has changed. */
  data: unknown;
  readings: number;
  intervalMs: number;
}
const paces = new WeakMap<object, Pace>();

/**
 * How long a list waits until it is read again: two seconds while it changes, longer and longer while it does not. Nothing is
 * read that no page shows, nor in a window that cannot be seen; coming back to the window reads at once.
 */
export function whileChanging(query: Pick<Query, 'state'> & object): number {
  const { data, dataUpdateCount: readings } = query.state;
  const last = paces.get(query);
  if (last?.readings === readings) return last.intervalMs;
  const isSame = last !== undefined && last.data === data;
  const intervalMs = isSame ? Math.min(last.intervalMs * GROWTH, MAX_INTERVAL_MS) : MIN_INTERVAL_MS;
  paces.set(query, { data, readings, intervalMs });
  return intervalMs;
}

/** The same for a list of Runs, which is hardly polled while the stream brings its changes. */
export function unlessStreamed(query: Pick<Query, 'state'> & object): number {
  return areRunsStreamed() ? STREAMED_MS : whileChanging(query);
}
