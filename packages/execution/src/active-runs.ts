/** Why an execution stops before its Run has ended. `stopped`: by the owner of the machine on which it is. */
export type StopReason = 'cancelled' | 'lost' | 'timeout' | 'shutdown' | 'suspended' | 'stopped';

/** The abort reason of an execution's signal. */
export class Stopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`stopped: ${reason}`);
    this.name = 'Stopped';
    this.reason = reason;
  }
}

export interface Execution {
  readonly signal: AbortSignal;
  /** The Run is known now; it stops at once if that was requested before. */
  name(runId: string): void;
  stop(reason: StopReason): void;
  end(): void;
}

/** How many Runs that were to be stopped, and may just have been claimed here, are remembered. */
const REMEMBERED_STOPS = 1_000;

/** The Runs that this process is executing, so that a cancellation or a shutdown can stop them. */
export interface ActiveRuns {
  /**
   * Registers a Run before it is claimed, so that a cancellation right after the claim is not missed; or one that is not known
   * yet, and gets its name when it is.
   */
  begin(runId?: string): Execution;
  stop(runId: string, reason: StopReason): void;
  /** Sets what happens when a person paused, resumed, took or released the Run. */
  onControl(runId: string, listener: () => void): void;
  /** A person did so. */
  controlled(runId: string): void;
  stopAll(reason: StopReason): void;
  /** Runs, and slots that wait for one. */
  readonly size: number;
  /** Runs that have a name. */
  readonly named: number;
  /** Resolves when no Run is left. */
  idle(): Promise<void>;
}

/** The Runs of this process, at first none. */
export function createActiveRuns(): ActiveRuns {
  const running = new Map<AbortController, string | undefined>();
  /** Stops that came while a Run without a name could be theirs. */
  const unmatched = new Map<string, StopReason>();
  const listeners = new Map<string, () => void>();
  const waiting: (() => void)[] = [];
  return {
    begin: (runId) => {
      const controller = new AbortController();
      running.set(controller, runId);
      return {
        signal: controller.signal,
        name: (named) => {
          running.set(controller, named);
          const reason = unmatched.get(named);
          if (reason !== undefined) controller.abort(new Stopped(reason));
        },
        stop: (reason) => controller.abort(new Stopped(reason)),
        end: () => {
          const ended = running.get(controller);
          running.delete(controller);
          const names = new Set(running.values());
          if (ended !== undefined && !names.has(ended)) listeners.delete(ended);
          if (!names.has(undefined)) unmatched.clear();
          if (running.size === 0) for (const resolve of waiting.splice(0)) resolve();
        },
      };
    },
    get size() {
      return running.size;
    },
    get named() {
      return [...running.values()].filter((id) => id !== undefined).length;
    },
    stop: (runId, reason) => {
      let isUnmatched = false;
      for (const [controller, id] of running) {
        if (id === runId) controller.abort(new Stopped(reason));
        isUnmatched ||= id === undefined;
      }
      if (!isUnmatched) return;
      unmatched.set(runId, reason);
      const [oldest] = unmatched.keys();
      if (unmatched.size > REMEMBERED_STOPS && oldest !== undefined) unmatched.delete(oldest);
    },
    onControl: (runId, listener) => void listeners.set(runId, listener),
    controlled: (runId) => listeners.get(runId)?.(),
    stopAll: (reason) => {
      for (const controller of running.keys()) controller.abort(new Stopped(reason));
    },
    idle: () => (running.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
