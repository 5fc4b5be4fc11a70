/** A machine of the desktop benchmark: a screen with applications, and a Run that uses them as on a paired device. */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserPool, StepError } from '@errand/browser-runtime';
import { type Recorder, createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { type Computer, findAll, openComputer, read, type DesktopTarget } from '@errand/computer';
import { type Desktop, startDesktop } from '@errand/computer/testing/desktop.ts';
import type { RunOutcome } from '@errand/contracts/queue';
import { executeTask } from '@errand/planner';
import { type DesktopAccess, executeRunbook } from '@errand/step-engine';

export interface Step {
  primitive: string;
  input: Record<string, unknown>;
  applicationScope?: string[];
  timeoutMs?: number;
}

export interface Ran {
  outcome: RunOutcome;
  host: Recorder;
}

export interface Machine {
  readonly desktop: Desktop;
  /** For a judge, which sees more than the Run does. */
  readonly watcher: Computer;
  readonly runbook: (steps: readonly Step[], host?: Recorder) => Promise<Ran>;
  readonly task: (task: string) => Promise<Ran>;
  /** The text of an element, or null. */
  readonly holds: (target: DesktopTarget) => Promise<string | null>;
  /** Polls for at most a minute. */
  readonly until: (holds: () => Promise<boolean>) => Promise<boolean>;
}

const UNTIL_MS = 60_000;

export async function withMachine<Result>(
  pool: BrowserPool,
  { hasPerson }: { hasPerson: boolean },
  work: (machine: Machine) => Promise<Result>,
): Promise<Result> {
  await using desktop = await startDesktop({ hasPerson });
  const watcher = await desktop.open();
  const onMachine = async (
    host: Recorder,
    carryOut: (given: {
      surface: Parameters<typeof executeTask>[0]['surface'];
      desktop: DesktopAccess;
      host: Recorder;
    }) => Promise<RunOutcome>,
  ): Promise<Ran> => {
    let computer: Promise<Computer> | null = null;
    const stopped = new AbortController();
    const onStop = () => {
      const reason = new StepError('action_failed', 'The person at the machine stopped the Run.');
      stopped.abort(reason);
      host.stop.abort(reason);
    };
    const access: DesktopAccess = {
      whyNot: null,
      files: path.join(desktop.home, 'files'),
      open: () => (computer ??= openComputer(desktop.env, { onStop })),
      rest: async (signal) => (await computer)?.hands.rest(signal),
      stopped: stopped.signal,
    };
    try {
      const outcome = await pool.withContext(
        { host, allowPrivateNetwork: true, scoped: true, lazy: true },
        (surface) => carryOut({ surface, desktop: access, host }),
      );
      return { outcome, host };
    } finally {
      (await (computer as Promise<Computer> | null))?.close();
    }
  };
  const limits = { screenshots: false, stepTimeoutMs: 60_000 };
  return await work({
    desktop,
    watcher,
    runbook: (steps, host = createRecorder()) =>
      onMachine(host, (given) =>
        executeRunbook({
          definition: {
            title: 'Task',
            parameters: [],
            steps: steps.map((step, at) => ({ id: `s${at + 1}`, kind: 'primitive' as const, ...step })),
          },
          inputs: {},
          limits,
          ...given,
        }),
      ),
    task: (task) => onMachine(createRecorder(), (given) => executeTask({ task, limits, ...given })),
    holds: async (target) => {
      const [found] = await findAll(watcher, target, watcher.scope(null));
      return found === undefined ? null : read(watcher, found);
    },
    until: async (holds) => {
      const end = performance.now() + UNTIL_MS;
      for (;;) {
        if (await holds()) return true;
        if (performance.now() > end) return false;
        await delay(100);
      }
    },
  });
}
