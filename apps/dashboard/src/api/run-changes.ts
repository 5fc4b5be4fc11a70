import { AuthenticationError, PermissionDeniedError } from '@errand/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errand } from './client.ts';
import { setRunsStreamed, useConnectionFree } from './connection.ts';
import { queries } from './queries.ts';
import { RunLists } from './run-lists.ts';
import { sessionEnded, useSessionEnded } from './session-state.ts';
import { useOnline, useVisible } from './window-state.ts';

/** After an outage that the SDK no longer waited for. */
const AGAIN_MS = 3_000;

/**
 * Keeps the lists of Runs up to date by the stream while the window can be seen; without the stream they are polled.
 */
export function useRunChanges(): void {
  const queryClient = useQueryClient();
  const { data: me } = useQuery(queries.me());
  const workspaceId = me?.workspace.id;
  const isOnline = useOnline();
  const isVisible = useVisible();
  const isFree = useConnectionFree();
  const isFollowing = !useSessionEnded() && isVisible && isFree && workspaceId !== undefined;
  useEffect(() => {
    if (!isFollowing) return undefined;
    const stop = new AbortController();
    const lists = new RunLists(queryClient);
    const fallBack = (): void => {
      setRunsStreamed(false);
      // Reading them begins the polling.
      if (!document.hidden) lists.readAll();
    };
    const follow = async (): Promise<void> => {
      for await (const change of errand.runs.changes({ signal: stop.signal, onDisconnect: fallBack }))
        if (change.type === 'changed') lists.change(change.run);
        else {
          setRunsStreamed(true);
          lists.readAll();
        }
    };
    let again: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void =>
      void follow().catch((error: unknown) => {
        if (stop.signal.aborted) return;
        fallBack();
        if (error instanceof AuthenticationError) sessionEnded();
        else if (!(error instanceof PermissionDeniedError)) again = setTimeout(begin, AGAIN_MS);
      });
    begin();
    return () => {
      clearTimeout(again);
      stop.abort();
      lists.stop();
      fallBack();
    };
    // A device that comes back has no reason to wait any longer.
  }, [queryClient, workspaceId, isFollowing, isOnline]);
}
