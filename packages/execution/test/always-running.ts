import { type Control, createControl } from '../src/control.ts';

/** The control of a Run that no one pauses. */
export function alwaysRunning(signal: AbortSignal): Control {
  return createControl(signal, {
    onClosed: () => undefined,
    returnControl: async () => undefined,
    onOpened: () => undefined,
    onChanged: () => undefined,
    refresh: () => undefined,
  });
}
