import { StepError } from '@errand/browser-runtime';
import { type Computer, STOP_CHORD, openComputer, whyNot } from '@errand/computer';
import type { Context } from '@errand/execution';
import { type Consent, refusal } from '../consent/consent.ts';
import type { ScreenLock } from './screen-lock.ts';

type DesktopAccess = ReturnType<NonNullable<Context['openDesktop']>>;

export interface DesktopAccessOptions {
  env: Readonly<Record<string, string | undefined>>;
  consent: Consent | null;
  lock: ScreenLock;
  /** The folder for files that applications are given. */
  files: string;
  /** Called when a Run first uses the desktop. */
  onOpened: () => void;
  /** Called when the person at the machine presses `STOP_CHORD`. */
  onStop: () => void;
}

/** The desktop of this machine for one Run, as its owner allows it; connected to when a step first needs it. */
export function createDesktopAccess({
  env,
  consent,
  lock,
  files,
  onOpened,
  onStop,
}: DesktopAccessOptions): DesktopAccess {
  let opening: Promise<Computer> | null = null;
  const stopping = new AbortController();
  const stop = () => {
    onStop();
    stopping.abort(
      new StepError('action_failed', `The person at the machine stopped the Run with ${STOP_CHORD}.`),
    );
  };
  const opened = async () => (await opening?.catch(() => null)) ?? null;
  return {
    get whyNot() {
      return whyNot(env) ?? refusal(consent, lock.isLocked);
    },
    files,
    stopped: stopping.signal,
    open: () => {
      if (opening === null) onOpened();
      return (opening ??= openComputer(env, {
        allowed: consent?.applications ?? null,
        sign: `Errand uses this desktop. ${STOP_CHORD} stops it.`,
        onStop: stop,
        guarded: true,
      }));
    },
    rest: async (signal) => (await opened())?.hands.rest(signal),
    close: async () => (await opened())?.close(),
  };
}
