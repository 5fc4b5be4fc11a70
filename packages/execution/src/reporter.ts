import type { ClaimedRun } from '@errand/contracts/internal';
import { REACHED, type ReportedEvent, type RunOutcome, reportId } from '@errand/contracts/queue';
import { signReport } from '@errand/service-kit';
import type { Context } from './context.ts';

export interface Reporter {
  /** Sends the event soon. The Run's end event is kept for `finish`, so that it comes last and with the outcome. */
  emit(event: ReportedEvent): void;
  /**
   * Sends the outcome early, with the last step's end event, while uploads and browser cleanup continue: an executor that
   * takes the Run over must not repeat its effects.
   */
  reach(outcome: RunOutcome): void;
  /** Sends all pending events. Returns the total number of events sent. */
  flush(): Promise<number>;
  /** Sends the pending events and the outcome, which comes last. Resolves once they are queued. */
  finish(outcome: RunOutcome): Promise<void>;
  /** Stops sending. */
  drop(): void;
}

const FLUSH_INTERVAL_MS = 50;
/** How long the last step's end event waits for the outcome, so that most Runs send both in one job. */
const LAST_STEP_MS = 150;
const RETRY_INTERVAL_MS = 1_000;
const ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.failed']);

/**
 * Sends an attempt's events to the `run-events` queue in numbered batches, one at a time and in order. While the queue is
 * unavailable, events are kept and sending is retried until the execution ends.
 */
export function createReporter(
  context: Pick<Context, 'reports' | 'executorId' | 'log'>,
  run: Pick<ClaimedRun, 'id' | 'attempt' | 'lease' | 'runbook'>,
  signal: AbortSignal,
  /** Called when the number of events changes that are queued (`sent`) or may be (`sending`). */
  counted: (counts: { sent: number; sending: number }) => void,
): Reporter {
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
    const report = signReport(run.lease, { firstSeq, events, outcome, ...(known && { reached: known }) });
    for (;;) {
      if (dropped || signal.aborted) return;
      try {
        await context.reports.add([
          {
            id: `${reportId({ runId: run.id, attempt: run.attempt, firstSeq })}${known === undefined ? '' : REACHED}`,
            data: { runId: run.id, attempt: run.attempt, executorId: context.executorId, ...report },
          },
        ]);
        sent = sending;
        counted({ sent, sending });
        return;
      } catch (error) {
        context.log.warn({ err: error, runId: run.id }, 'queueing a report failed; retrying');
        await pause(RETRY_INTERVAL_MS);
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
      flushWithin(isLast ? LAST_STEP_MS : FLUSH_INTERVAL_MS);
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
}

function pause(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms));
}
