import type { ClaimedRun } from '@errand/contracts/internal';
import type { RunExecutionJob } from '@errand/contracts/queue';
import { type Span, continueTrace, failSpan, inSpan } from '@errand/service-kit';
import { filterHost } from '@errand/step-engine';
import { startPausableTimer } from '@errand/wait-for';
import type { Context } from './context.ts';
import { type Execution, Stopped, type StopReason } from './active-runs.ts';
import { claimUntilAnswered } from './claim-until-answered.ts';
import { monotonicMs } from './clock.ts';
import { createControl } from './control.ts';
import type { Claim } from './exchange.ts';
import { loseBrowser, releaseRun } from './give-back.ts';
import { createHost } from './host.ts';
import { keepLease } from './lease.ts';
import { createLiveView } from './live-view.ts';
import { observeSteps } from './observe-steps.ts';
import { createPersonControl } from './person-input.ts';
import { failureOf, stoppedBy } from './outcome.ts';
import { createReporter } from './reporter.ts';
import { createRunClient } from './run-client.ts';
import { runInBrowser } from './run-in-browser.ts';

/** A slot that began with a job this long ago goes back to the queue, where others may have waited for longer, unless it is spare. */
const TAKE_FOR_MS = 200;

/**
 * Handles one `run-execution` job: executes its Run and, while that takes little time, others of the backlog in the same slot.
 * Resolves early when the claim is refused, and when a Run starts waiting for approval: the worker slot is then free for another
 * Run while the page stays open.
 */
export async function executeRun(
  context: Context,
  job: RunExecutionJob,
  { reserved = false }: { reserved?: boolean } = {},
): Promise<void> {
  const takeUntil = reserved ? -Infinity : monotonicMs() + TAKE_FOR_MS;
  /** Another slot waits for jobs, so that no Run in the queue waits for this one. */
  const isSpare = () => !reserved && context.active.size < context.slots;
  const execution = context.active.begin(job.runId);
  const claim = claimUntilAnswered(context.exchange, { ...job, reserved }, execution.signal);
  let current: NextRun | null = { execution, claim };
  while (current !== null) current = await executeNext(context, current, takeUntil, isSpare);
}

/** A Run that is being claimed for this slot. */
interface NextRun {
  execution: Execution;
  claim: Promise<Claim | null>;
}

/** Executes a Run once it is claimed. Resolves to the next one for its slot; null: the slot is free, or a Run still waits in it. */
async function executeNext(
  context: Context,
  { execution, claim }: NextRun,
  takeUntil: number,
  isSpare: () => boolean,
): Promise<NextRun | null> {
  const waiting = Promise.withResolvers<null>();
  let isReleased = false;
  let next: NextRun | null = null;
  const slot = {
    release: () => {
      if (context.active.size > context.maxOpenPages) return;
      isReleased = true;
      waiting.resolve(null);
    },
    refill: () => {
      if (isReleased || next !== null || !(monotonicMs() < takeUntil || isSpare())) return;
      next = { execution: context.active.begin(), claim: context.exchange.take(isSpare).catch(() => null) };
    },
  };
  const work = async (): Promise<NextRun | null> => {
    let runId: string | undefined;
    try {
      const claimed = await claim;
      if (claimed === null) return null;
      runId = claimed.run.id;
      execution.name(runId);
      await withRunSpan(context, claimed.run, (span) =>
        executeClaimed(context, claimed, { ...execution, slot }, span),
      );
    } catch (error) {
      if (next === null) throw error;
      context.log.warn({ err: error, runId }, 'execution failed');
    } finally {
      execution.end();
    }
    return next;
  };
  const working = work();
  const result = await Promise.race([working, waiting.promise]);
  working.catch((error: unknown) => context.log.warn({ err: error }, 'execution failed after waiting'));
  return result;
}

/** Runs `work` in one span for the whole execution, which continues the trace of the request that created the Run. */
async function withRunSpan(
  context: Context,
  run: ClaimedRun,
  work: (span: Span) => Promise<void>,
): Promise<void> {
  const stopped = context.metrics.running();
  const attributes = {
    'errand.run.id': run.id,
    'errand.run.attempt': run.attempt,
    'errand.run.kind': run.runbook === null ? 'ad_hoc' : 'runbook',
  };
  try {
    await continueTrace(run.traceparent, () => inSpan('run', attributes, work));
  } finally {
    stopped();
  }
}

async function executeClaimed(
  context: Context,
  { run, claimKey, claimedAt }: Claim,
  execution: Pick<Execution, 'signal' | 'stop'> & {
    slot: {
      /** The Run waits for a person; its slot is free during that time. */
      release: () => void;
      /** The Run ends; asks for another in its slot, in the call that ends it. */
      refill: () => void;
    };
  },
  span: Span,
): Promise<void> {
  const onLeaseLost = () => execution.stop('lost');
  const client = createRunClient(context, run);
  // Ends the parts in reverse order, the reporter last: their last reports must be sent or dropped.
  using parts = new DisposableStack();
  const reporting = new AbortController();
  parts.defer(() => reporting.abort(null));
  const reporter = createReporter(context, run, reporting.signal, (counts) => lease.reported(counts));
  parts.defer(() => reporter.drop());
  const live = createLiveView(context, run, (order) => person.receive(order));
  parts.defer(() => live.end());
  const control = createControl(execution.signal, {
    onClosed: () => {
      execution.slot.release();
      deadline.pause();
    },
    returnControl: () => person.returnControl(),
    onOpened: () => deadline.resume(),
    onChanged: () => person.update(),
    refresh: () => lease.heartbeat(),
  });
  const person = createPersonControl(
    control,
    () => cloudHost.declarePerson(),
    (report) => live.tell(report),
  );
  const lease = keepLease(context, run, claimedAt, onLeaseLost, (answer, sentAt) => {
    control.apply(answer, sentAt);
    live.watchedAt(answer.watchers);
  });
  context.active.onControl(run.id, () => lease.heartbeat());
  let isPending = false;
  parts.defer(() => (isPending ? lease.keepHeartbeatUntilApplied() : lease.release()));
  const deadline = startPausableTimer(run.timeoutMs, () => execution.stop('timeout'));
  parts.defer(deadline.clear);
  const observer = observeSteps(context.metrics);
  parts.defer(() => observer.end());
  const cloudHost = createHost(context, run, reporter, {
    signal: execution.signal,
    isHeld: () => lease.isHeld(),
    lose: onLeaseLost,
    onWaiting: execution.slot.release,
    onSuspended: () => execution.stop('suspended'),
    pauseDeadline: deadline.pause,
    resumeDeadline: deadline.resume,
    control,
  });
  const host = filterHost(cloudHost, observer.filter);

  const { outcome, browserLost } = await runInBrowser(context, run, claimKey, host, {
    onSurface: (surface) => {
      live.attach(surface);
      person.attach(surface);
    },
    onDesktop: () => live.tell({ type: 'desktop' }),
    onBrowser: (browser) => lease.attachBrowser(() => browser.pid),
    onReached: (reached) => {
      if (reached.status === 'completed') reporter.reach(reached);
    },
  });
  lease.detachBrowser();
  // A Run that completed before the shutdown reached it is reported, not released to be executed again.
  const reason = stopReason(execution.signal);
  const stopped = reason === 'shutdown' && outcome.status === 'completed' ? null : reason;
  span.setAttribute('errand.run.status', stopped ?? outcome.status);
  if (stopped === null && outcome.errorCode !== null) failSpan(span, outcome.errorCode);
  if (stopped === 'shutdown') await releaseRun(client, await reporter.flush());
  const failure = failureOf(stopped, run);
  if (stopped !== null && failure === null) return;
  const isRequeued =
    stopped === null && browserLost && (await loseBrowser(context, run.id, client, await reporter.flush()));
  if (isRequeued) return;
  await cloudHost.settle();
  const finished = reporter.finish(failure === null ? outcome : stoppedBy(failure, host, outcome));
  execution.slot.refill();
  isPending = (await finished) === 'queued';
}

function stopReason(signal: AbortSignal): StopReason | null {
  if (!signal.aborted) return null;
  return signal.reason instanceof Stopped ? signal.reason.reason : 'lost';
}
