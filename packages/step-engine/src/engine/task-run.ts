import { monitorNetwork, StepError } from '@errand/browser-runtime';
import type { Call } from '../primitives/call.ts';
import { attemptStep } from './attempt.ts';
import type { RunSession, StepCall } from './run-session.ts';
import { performStep } from './step.ts';

const NETWORK_IDLE_TIMEOUT_MS = 3_000;

/** An action of a task. */
export interface TaskAction extends Omit<StepCall, 'id'> {
  /** What events say of it in place of `instruction` and `input`, with the names of secrets instead of their values. */
  shown: { message: string; input: unknown };
  /** Why the action needs an approval, in a few words. */
  danger?: string | undefined;
}

/** Carries out a task action by action, for the planner and for the agent. */
export interface TaskRun {
  /** The step to which looks at the page and events belong now. */
  readonly stepId: string;
  /** The step of the most recent action. */
  readonly lastStepId: string;
  /** Actions begun so far. */
  readonly started: number;
  /** Looks at the page within a time-out and the scope, without a step of its own. Throws `StepError`. */
  look<Found>(
    bounds: { timeoutMs: number; applicationScope?: readonly string[] | undefined },
    work: (call: Call) => Promise<Found>,
  ): Promise<Found>;
  /** Reports an action and performs it. Throws `StepError`. */
  act(action: TaskAction): Promise<unknown>;
  /** Waits until the network is idle, for a few seconds at most. */
  settle(): Promise<void>;
  stop(): void;
}

/** @param stepId the agent step that the whole task is; null: each action is a step `s1`, `s2`, … of the Run */
export function createTaskRun(session: RunSession, stepId: string | null = null): TaskRun {
  const { surface } = session;
  const traffic = surface.isOpen ? monitorNetwork(surface.context) : null;
  let started = 0;
  const run: TaskRun = {
    get stepId() {
      return stepId ?? `s${started + 1}`;
    },
    get lastStepId() {
      return stepId ?? `s${started}`;
    },
    get started() {
      return started;
    },
    look: async <Found>(
      bounds: { timeoutMs: number; applicationScope?: readonly string[] | undefined },
      work: (call: Call) => Promise<Found>,
    ): Promise<Found> => {
      let found: { value: Found } | undefined;
      await attemptStep(session, { id: run.stepId, ...bounds }, async (call) => {
        found = { value: await work(call) };
      });
      if (found === undefined) throw new StepError('internal_error', 'The page was not looked at.');
      return found.value;
    },
    act: ({ shown, danger, ...call }) => {
      const id = run.stepId;
      started += 1;
      session.host.emit({
        type: 'agent.action',
        stepId: id,
        message: shown.message,
        data: {
          primitive: call.primitive,
          input: shown.input,
          ...(call.risk === 'high' && { risk: 'high' }),
          ...(danger !== undefined && { danger }),
        },
      });
      return performStep(session, { id, ...call });
    },
    settle: async () => traffic?.waitForIdle(NETWORK_IDLE_TIMEOUT_MS),
    stop: () => traffic?.stop(),
  };
  return run;
}
