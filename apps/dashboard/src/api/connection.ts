import { useSyncExternalStore } from 'react';

/** How many parts of the page use the connection of the tab for something else than all Runs. */
let holders = 0;
let runsAreStreamed = false;
const listeners = new Set<() => void>();

function hold(change: number): void {
  holders += change;
  for (const listener of listeners) listener();
}

/**
 * Takes the one connection that a tab holds, because a browser has six to a server for all its tabs. Returns what gives it
 * back, which may be called again.
 */
export function takeConnection(): () => void {
  let isHeld = true;
  hold(1);
  return () => {
    if (isHeld) hold(-1);
    isHeld = false;
  };
}

/** Whether the tab's connection is free to follow all Runs. */
export function useConnectionFree(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => holders === 0,
  );
}

/** Whether changes of Runs come by the stream, so that their lists need no polling. */
export function areRunsStreamed(): boolean {
  return runsAreStreamed;
}

/** True while the stream of all Runs is open. */
export function setRunsStreamed(streamed: boolean): void {
  runsAreStreamed = streamed;
}
