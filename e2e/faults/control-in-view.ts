import type { LiveAction } from '@errand/contracts';
import { holdsWithin } from '@errand/test-kit';
import type { LiveSocket } from '../contract/live-socket.ts';

/** The outcome of an action; `unknown` when there was no answer. */
export type Controlled = 'done' | 'refused' | 'unknown';

/** The routes of Blueprint Runs, by the live view's names for the actions. */
export const CONTROL_PATHS = {
  pause: 'pause',
  resume: 'resume',
  take: 'take-control',
  release: 'release-control',
} as const satisfies Record<LiveAction, string>;

const HELD_BY = { pause: 'paused', take: 'user_controlling' } as const;

function isDone(action: LiveAction, { state }: LiveSocket): boolean {
  if (state === undefined) return false;
  return action === 'pause' || action === 'take'
    ? state.status === HELD_BY[action]
    : state.status !== 'paused' && state.status !== 'user_controlling';
}

/** Pauses, resumes, takes or releases a Run in its live view, the only way for Runs that are not of Blueprints. */
export async function controlInView(
  watch: () => Promise<LiveSocket>,
  action: LiveAction,
  timeoutMs: number,
): Promise<Controlled> {
  const live = await watch().catch(() => null);
  if (live === null) return 'unknown';
  const isRefused = () => live.received('refused').length > 0;
  live.send({ type: 'control', action });
  await holdsWithin(timeoutMs, () => live.closed !== null || isRefused() || isDone(action, live));
  live.close();
  if (isRefused()) return 'refused';
  return isDone(action, live) ? 'done' : 'unknown';
}
