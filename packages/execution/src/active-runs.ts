/** Why an execution stops before its Run has ended. */
export type StopReason = 'cancelled' | 'lost' | 'timeout' | 'shutdown' | 'suspended';

/** The abort reason of an execution's signal. */
export class Stopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`stopped: ${reason}`);
    this.name = 'Stopped';
    this.reason = reason;
  }
}

/** The Runs that this process is executing, so that a cancellation or a shutdown can stop them. */
export interface ActiveRuns {
  /** Registers a Run before it is claimed, so that a cancellation right after the claim is not missed. */
  begin(runId: string): { signal: AbortSignal; stop(reason: StopReason): void; end(): void };
  stop(runId: string, reason: StopReason): void;
  /** Sets what happens when a person paused, resumed, took or released the Run. */
  onControl(runId: string, listener: () => void): void;
  /** A person did so. */
  controlled(runId: string): void;
  stopAll(reason: StopReason): void;
  readonly size: number;
  /** Resolves when no Run is left. */
  idle(): Promise<void>;
}

export function createActiveRuns(): ActiveRuns {
  const running = new Map<AbortController, string>();
  const listeners = new Map<string, () => void>();
  const waiting: (() => void)[] = [];
  return {
    begin: (runId) => {
      const controller = new AbortController();
      running.set(controller, runId);
      return {
        signal: controller.signal,
        stop: (reason) => controller.abort(new Stopped(reason)),
        end: () => {
          running.delete(controller);
          if (!Array.from(running.values()).includes(runId)) listeners.delete(runId);
          if (running.size === 0) for (const resolve of waiting.splice(0)) resolve();
        },
      };
    },
    get size() {
      return running.size;
    },
    stop: (runId, reason) => {
      for (const [controller, id] of running) if (id === runId) controller.abort(new Stopped(reason));
    },
    onControl: (runId, listener) => void listeners.set(runId, listener),
    controlled: (runId) => listeners.get(runId)?.(),
    stopAll: (reason) => {
      for (const controller of running.keys()) controller.abort(new Stopped(reason));
    },
    idle: () => (running.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
