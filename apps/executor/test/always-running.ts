import { type Control, createControl } from '../src/execution/control.ts';

/** The control of a Run that no one pauses. */
export function alwaysRunning(signal: AbortSignal): Control {
  return createControl(signal, {
    onClosed: () => undefined,
    onOpened: () => undefined,
    refresh: () => undefined,
  });
}
