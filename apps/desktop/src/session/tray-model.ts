import type { Worker } from '../work/worker.ts';
import type { TrayModel } from './tray.ts';
import type { TrayState } from './tray-icon.ts';

const SAYS: Readonly<Record<TrayState, string>> = {
  ready: 'Ready for Runs',
  working: 'A Run is at work',
  paused: 'Paused',
  offline: 'Not connected',
};

/** What the tray shows of the application, and what can be done there. */
export function createTrayModel(
  worker: Pick<Worker, 'status' | 'setPaused' | 'stopRun'>,
  { open, quit }: { open: () => void; quit: () => void },
): TrayModel {
  const state = (): TrayState => {
    const { connected, paused, run } = worker.status();
    if (run !== null) return 'working';
    if (!connected) return 'offline';
    return paused ? 'paused' : 'ready';
  };
  return {
    state,
    says: () => worker.status().run?.task ?? SAYS[state()],
    entries: () => {
      const { paused, run } = worker.status();
      return [
        { label: 'Open Errand', isEnabled: true, choose: open },
        {
          label: paused ? 'Take Runs again' : 'Take no new Runs',
          isEnabled: true,
          choose: () => worker.setPaused(!paused),
        },
        {
          label: 'Stop the Run now',
          isEnabled: run !== null,
          choose: () => void worker.stopRun(run?.id ?? '').catch(() => undefined),
        },
        { label: 'Quit', isEnabled: true, choose: quit },
      ];
    },
  };
}
