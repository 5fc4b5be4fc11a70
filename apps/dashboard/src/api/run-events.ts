import type { RunEvent } from '@errand/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errand } from './client.ts';

/** Events that change the details of a Run. */
const CHANGES_DETAILS = /^(?:run|approval|control)\./;
const DETAILS_DELAY_MS = 150;

/** The events of a Run so far, and more as they happen. The SDK reconnects after a broken connection. */
export function useRunEvents(runId: string): RunEvent[] {
  const queryClient = useQueryClient();
  const [events, setEvents] = useState<RunEvent[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    let waiting: RunEvent[] = [];
    let frame = 0;
    const flush = (): void => {
      frame = 0;
      const batch = waiting;
      waiting = [];
      setEvents((known) => [...known, ...batch]);
    };
    const renew = (): void =>
      void setTimeout(() => {
        if (!stop.signal.aborted) void queryClient.invalidateQueries({ queryKey: ['run', runId] });
      }, DETAILS_DELAY_MS);
    const follow = async (): Promise<void> => {
      for await (const event of errand.runs.stream(runId, { signal: stop.signal })) {
        waiting.push(event);
        // Hidden tabs get no frames.
        frame ||= document.hidden ? window.setTimeout(flush) : requestAnimationFrame(flush);
        if (CHANGES_DETAILS.test(event.type)) renew();
      }
      renew();
    };
    setEvents([]);
    // What ends the stream for good, such as an ended session, the page's other requests tell.
    follow().catch(() => undefined);
    return () => stop.abort();
  }, [runId, queryClient]);
  return events;
}
