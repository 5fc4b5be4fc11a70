import { useSyncExternalStore } from 'react';

/** Whether the session ended while a page was open. */
let isEnded = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (isEnded === value) return;
  isEnded = value;
  for (const listener of listeners) listener();
}

/** Tells every page that the session no longer counts; nothing happens if they know. */
export function sessionEnded(): void {
  set(true);
}

/** Takes `sessionEnded` back after a new sign-in. */
export function sessionBegan(): void {
  set(false);
}

/** True from the end of the session until another begins. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isEnded,
  );
}
