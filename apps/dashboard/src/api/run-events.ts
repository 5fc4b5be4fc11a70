import { AuthenticationError, NotFoundError, PermissionDeniedError, type RunEvent } from '@errand/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errand } from './client.ts';
import { takeConnection } from './connection.ts';
import { sessionEnded, useSessionEnded } from './session-state.ts';
import { useOnline, useVisible } from './window-state.ts';

/** Events that change the details of a Run. */
const CHANGES_DETAILS = /^(?:run|approval|control)\./;
const DETAILS_DELAY_MS = 150;
/** Events that arrive within this time are shown together. */
const BATCH_MS = 30;
/** After an outage that the SDK no longer waited for. */
const AGAIN_MS = 3_000;

/**
 * The events of a Run so far, and more as they happen, for a component that shows one Run only. It goes on after a broken
 * connection, an outage and a session that ended. It takes the tab's one connection until the Run has ended; a tab in the
 * background holds none and catches up when it is seen again.
 */
export function useRunEvents(runId: string): RunEvent[] {
  const queryClient = useQueryClient();
  const [events, setEvents] = useState<RunEvent[]>([]);
  const progress = useRef({ last: 0, isOver: false });
  const isOnline = useOnline();
  const isVisible = useVisible();
  const isFollowing = !useSessionEnded() && isVisible;
  useEffect(() => {
    const known = progress.current;
    if (!isFollowing || known.isOver) return undefined;
    const stop = new AbortController();
    const release = takeConnection();
    let waiting: RunEvent[] = [];
    const show = (): void => {
      const batch = waiting;
      waiting = [];
      setEvents((shown) => [...shown, ...batch]);
    };
    const renew = (): void =>
      void setTimeout(
        () => void queryClient.invalidateQueries({ queryKey: ['run', runId] }),
        DETAILS_DELAY_MS,
      );
    const follow = async (): Promise<void> => {
      for await (const event of errand.runs.stream(runId, { after: known.last, signal: stop.signal })) {
        known.last = event.seq;
        if (waiting.push(event) === 1) setTimeout(show, BATCH_MS);
        if (CHANGES_DETAILS.test(event.type)) renew();
      }
      known.isOver = true;
      release();
      renew();
    };
    let again: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void =>
      void follow().catch((error: unknown) => {
        if (stop.signal.aborted) return;
        if (error instanceof AuthenticationError) sessionEnded();
        else if (!(error instanceof NotFoundError || error instanceof PermissionDeniedError))
          again = setTimeout(begin, AGAIN_MS);
      });
    begin();
    return () => {
      clearTimeout(again);
      stop.abort();
      release();
    };
    // A device that comes back has no reason to wait any longer.
  }, [runId, queryClient, isFollowing, isOnline]);
  return events;
}
