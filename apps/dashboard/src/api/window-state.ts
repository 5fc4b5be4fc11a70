import { useSyncExternalStore } from 'react';

function listener(target: EventTarget, types: readonly string[]) {
  return (changed: () => void): (() => void) => {
    for (const type of types) target.addEventListener(type, changed);
    return () => {
      for (const type of types) target.removeEventListener(type, changed);
    };
  };
}

const onConnection = listener(globalThis, ['online', 'offline']);
const onVisibility = listener(document, ['visibilitychange']);

/** Whether the device has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(onConnection, () => navigator.onLine);
}

/** Whether the window can be seen: it is no tab in the background. */
export function useVisible(): boolean {
  return useSyncExternalStore(onVisibility, () => !document.hidden);
}
