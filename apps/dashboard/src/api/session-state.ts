import { useSyncExternalStore } from 'react';

/** Whether the session ended while a page was open. */
let isEnded = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (isEnded === value) return;
  isEnded = value;
  for (const listener of listeners) listener();
}

export function sessionEnded(): void {
  set(true);
}
export function sessionBegan(): void {
  set(false);
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isEnded,
  );
}
