import type { EmittedEvent, Host, BrowserPool } from '@errand/browser-runtime';
import { type Computer, openComputer } from '@errand/computer';
import type { Desktop } from '@errand/computer/testing/desktop.ts';
import type { RunOutcome } from '@errand/contracts/queue';
import type { DesktopAccess } from '@errand/step-engine';
import { executeTask } from '../src/task/execute-task.ts';

export interface DesktopTasks {
  run(
    task: string,
    options?: Partial<Pick<Parameters<typeof executeTask>[0], 'secrets' | 'applicationScope'>> & {
      whyNot?: string;
    },
  ): Promise<{ outcome: RunOutcome; events: EmittedEvent[]; usedBrowser: boolean }>;
  /** For looking at what came of a task. */
  computer(): Promise<Computer>;
}

/** Carries out tasks on a desktop, whose pool is never asked for a browser unless a task needs one. */
export function desktopTasks(desktop: Desktop, pool: BrowserPool): DesktopTasks {
  let watching: Promise<Computer> | null = null;
  const computer = () => (watching ??= desktop.open());
  return {
    computer,
    run: async (task, { whyNot = null, ...bounds }: { whyNot?: string | null } & object = {}) => {
      const events: EmittedEvent[] = [];
      let opened: Promise<Computer> | null = null;
      let usedBrowser = false;
      const access: DesktopAccess = {
        whyNot,
        files: '',
        open: () => (opened ??= openComputer(desktop.env)),
        rest: async () => undefined,
        stopped: new AbortController().signal,
      };
      const host: Host = {
        emit: (event) => void events.push(event),
        declareIntent: () => Promise.resolve(),
        store: ({ filename }) => filename,
        stored: () => Promise.resolve(),
        load: () => Promise.reject(new Error('nothing is stored')),
        requestDecision: () => Promise.resolve({ decision: 'approve' }),
        signal: new AbortController().signal,
      };
      const limits = { stepTimeoutMs: 30_000, screenshots: false };
      try {
        const outcome = await pool.withContext(
          { host, allowPrivateNetwork: true, scoped: false, lazy: true },
          async (surface) => {
            void surface.onOpen(() => {
              usedBrowser = true;
            });
            return executeTask({ task, surface, desktop: access, host, limits, ...bounds });
          },
        );
        return { outcome, events, usedBrowser };
      } finally {
        (await (opened as Promise<Computer> | null))?.close();
      }
    },
  };
}
