import { Problem } from '@errand/contracts';
import type { ClaimedRun } from '@errand/contracts/internal';
import {
  REACHED,
  type ReportedEvent,
  type RunEventsJob,
  type RunOutcome,
  reportId,
} from '@errand/contracts/queue';
import { signReport } from '@errand/service-kit';
import type { Context } from './context.ts';

export interface Reporter {
  /** Sends the event soon. `finish` sends the Run's end event, so that it comes last and with the outcome. */
  emit(event: ReportedEvent): void;
  /**
   * Sends the outcome early, with the last step's end event, while uploads and browser cleanup continue: an executor that
   * takes the Run over must not repeat its effects.
   */
  reach(outcome: RunOutcome): void;
  /** Sends all pending events. Returns the total number of events sent. */
  flush(): Promise<number>;
  /**
   * Sends the pending events and the outcome, which comes last. When nothing was sent before, the Run is ended by a call;
   * otherwise, and when that fails, the report is queued. Resolves once either has happened.
   */
  finish(outcome: RunOutcome): Promise<'applied' | 'queued'>;
  /** Stops sending. */
  drop(): void;
}

const FLUSH_INTERVAL_MS = 50;
/** How long the first events wait, so that one report ends a short Run, unless one says that an effect has landed. */
const FIRST_FLUSH_MS = 250;
/** How long the last step's end event waits for the outcome, so that most Runs send both in one job. */
const LAST_STEP_MS = 150;
const RETRY_INTERVAL_MS = 1_000;
const ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.failed']);

/**
 * Sends an attempt's events to the `run-events` queue in numbered batches, one at a time and in order. While the queue is
 * unavailable, events are kept and sending is retried until the execution ends.
 */
export function createReporter(
  context: Pick<Context, 'exchange' | 'reports' | 'executorId' | 'log'>,
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
  let isApplied = false;
  let sending: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** The report can be queued whatever the result of the call: it is applied once. */
  const endByCall = async (report: RunEventsJob): Promise<boolean> => {
    try {
      isApplied = await context.exchange.end(report);
    } catch (error) {
      context.log.debug({ err: error, runId: run.id }, 'ending a Run by a call failed; queueing its report');
    }
    return isApplied;
  };

  const add = async (events: ReportedEvent[], outcome: RunOutcome | null, known?: RunOutcome) => {
    const firstSeq = sent + 1;
    const sending = sent + events.length;
    const report = signReport(run.lease, { firstSeq, events, outcome, ...(known && { reached: known }) });
    const data = { runId: run.id, attempt: run.attempt, executorId: context.executorId, ...report };
    if (outcome !== null && firstSeq === 1 && known === undefined && (await endByCall(data))) return;
    counted({ sent, sending });
    for (;;) {
      if (dropped || signal.aborted) return;
      try {
        await context.reports.add([
          {
            id: `${reportId({ runId: run.id, attempt: run.attempt, firstSeq })}${known === undefined ? '' : REACHED}`,
            data,
          },
        ]);
        sent = sending;
        counted({ sent, sending });
        return;
      } catch (error) {
        if (isRefused(error)) {
          context.log.warn({ err: error, runId: run.id }, 'report refused');
          return;
        }
        context.log.warn({ err: error, runId: run.id }, 'queueing a report failed; retrying');
        await pause(RETRY_INTERVAL_MS);
      }
    }
  };

  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  const flush = (outcome: RunOutcome | null): Promise<void> => {
    stopWaiting();
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
      const hasLanded = event.result !== undefined;
      if (isLast || hasLanded) stopWaiting();
      if (isLast) flushWithin(LAST_STEP_MS);
      else flushWithin(sent > 0 || hasLanded ? FLUSH_INTERVAL_MS : FIRST_FLUSH_MS);
    },
    reach: (outcome) => {
      reached = outcome;
      if (sent === 0) stopWaiting();
      flushWithin(LAST_STEP_MS);
    },
    flush: async () => {
      await flush(null);
      return sent;
    },
    finish: async (outcome) => {
      await flush(outcome);
      return isApplied ? 'applied' : 'queued';
    },
    drop: () => {
      dropped = true;
      clearTimeout(timer);
    },
  };
}

/** A device is answered so when its report was applied and the answer got lost, or when the Run is another executor's. */
function isRefused(error: unknown): boolean {
  return error instanceof Problem && error.status < 500 && error.status !== 429;
}

function pause(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms));
}
