import type { ClaimedRun } from '@errand/contracts/internal';
import { REACHED, type ReportedEvent, type RunOutcome, reportId } from '@errand/contracts/queue';
import type { Context } from '../context.ts';

export interface Reporter {
  /** Sends soon. The end of a Run is kept back for `finish`, so that it comes last and with the outcome. */
  emit(event: ReportedEvent): void;
  /**
   * The outcome is known, only files and the browser are still seen to. It is sent with the end of the last step, so that
   * nobody who takes the Run over repeats what was done.
   */
  reach(outcome: RunOutcome): void;
  /** Sends what there is, and answers how many events were sent by then. */
  flush(): Promise<number>;
  /** Sends what is left, the outcome last. Resolves once the queue has it. */
  finish(outcome: RunOutcome): Promise<void>;
  /** Sends nothing more. */
  drop(): void;
}

const FLUSH_MS = 50;
/** How long the end of the last step is kept back for the outcome, which in most Runs makes one slice of both. */
const LAST_STEP_MS = 150;
const RETRY_MS = 1_000;
const ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.failed']);

/**
 * Sends an attempt's events through `run-events` in numbered slices, one at a time and in order. A queue that is away is
 * tried again for as long as the execution lasts; until then events are kept.
 */
export const createReporter = (
  context: Pick<Context, 'reports' | 'executorId' | 'log'>,
  run: Pick<ClaimedRun, 'id' | 'attempt' | 'runbook'>,
  signal: AbortSignal,
  /** Hears how many events are in the queue, and how many may be, whenever that changes. */
  counted: (counts: { sent: number; sending: number }) => void,
): Reporter => {
  let pending: ReportedEvent[] = [];
  let ending: ReportedEvent[] = [];
  let reached: RunOutcome | undefined;
  const lastStepId = run.runbook?.steps.at(-1)?.id;
  let sent = 0;
  let dropped = false;
  let sending: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const add = async (events: ReportedEvent[], outcome: RunOutcome | null, known?: RunOutcome) => {
    const firstSeq = sent + 1;
    const sending = sent + events.length;
    counted({ sent, sending });
    for (;;) {
      if (dropped || signal.aborted) return;
      try {
        await context.reports.add([
          {
            id: `${reportId({ runId: run.id, attempt: run.attempt, firstSeq })}${known === undefined ? '' : REACHED}`,
            data: {
              runId: run.id,
              attempt: run.attempt,
              executorId: context.executorId,
              firstSeq,
              events,
              outcome,
              ...(known && { reached: known }),
            },
          },
        ]);
        sent = sending;
        counted({ sent, sending });
        return;
      } catch (error) {
        context.log.warn({ err: error, runId: run.id }, 'a report could not be queued; trying again');
        await pause(RETRY_MS);
      }
    }
  };

  const flush = (outcome: RunOutcome | null): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending = sending.then(async () => {
      const events = outcome === null ? pending : [...pending, ...ending];
      const known = outcome === null ? reached : undefined;
      pending = [];
      reached = undefined;
      if (events.length > 0 || outcome !== null || known !== undefined) await add(events, outcome, known);
    });
    return sending;
  };

  const flushWithin = (ms: number) => {
    timer ??= setTimeout(() => void flush(null), ms);
  };

  return {
    emit: (event) => {
      if (ENDS.has(event.type)) {
        ending = [event];
        return;
      }
      pending.push(event);
      const isLast = event.type === 'step.completed' && event.step_id === lastStepId;
      if (isLast) {
        clearTimeout(timer);
        timer = undefined;
      }
      flushWithin(isLast ? LAST_STEP_MS : FLUSH_MS);
    },
    reach: (outcome) => {
      reached = outcome;
      flushWithin(LAST_STEP_MS);
    },
    flush: async () => {
      await flush(null);
      return sent;
    },
    finish: flush,
    drop: () => {
      dropped = true;
      clearTimeout(timer);
    },
  };
};

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
