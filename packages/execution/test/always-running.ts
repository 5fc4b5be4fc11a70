import { type Control, createControl } from '../src/control.ts';

/** The control of a Run that no one pauses. */
export function alwaysRunning(signal: AbortSignal): Control {
  return createControl(signal, {
    onClosed: () => undefined,
    onOpened: () => undefined,
    refresh: () => undefined,
  });
}
