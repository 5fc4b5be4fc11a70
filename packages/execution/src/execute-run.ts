import { Problem } from '@errand/contracts';
import { type ClaimedRun, executorRoutes } from '@errand/contracts/internal';
import type { RunExecutionJob } from '@errand/contracts/queue';
import { type ClaimKey, type Span, continueTrace, failSpan, inSpan } from '@errand/service-kit';
import { filterHost } from '@errand/step-engine';
import type { Context } from './context.ts';
import { Stopped, type StopReason } from './active-runs.ts';
import { monotonicMs } from './clock.ts';
import { createControl } from './control.ts';
import { startDeadline } from './deadline.ts';
import { loseBrowser, releaseRun } from './give-back.ts';
import { createHost } from './host.ts';
import { keepLease } from './lease.ts';
import { createLiveView } from './live-view.ts';
import { observeSteps } from './observe-steps.ts';
import { createPersonControl } from './person-input.ts';
import { timedOut } from './outcome.ts';
import { createReporter } from './reporter.ts';
import { createRunClient } from './run-client.ts';
import { runInBrowser } from './run-in-browser.ts';

/**
 * Handles one `run-execution` job. Resolves early when the claim is refused, and when the Run starts waiting for approval:
 * the worker slot is then free for another Run while the page stays open.
 */
export async function executeRun(
  context: Context,
  job: RunExecutionJob,
  { reserved = false }: { reserved?: boolean } = {},
): Promise<void> {
  const execution = context.active.begin(job.runId);
  const waiting = Promise.withResolvers<void>();
  const releaseSlot = () => {
    if (context.active.size <= context.maxOpenPages) waiting.resolve();
  };
  const work = async () => {
    try {
      const claimKey = await context.claimKey();
      const claimedAt = monotonicMs();
      const run = await claim(context, { ...job, reserved }, claimKey);
      if (run !== null)
        await withRunSpan(context, run, (span) =>
          executeClaimed(context, run, { ...execution, claimKey, claimedAt, releaseSlot }, span),
        );
    } finally {
      execution.end();
    }
  };
  const working = work();
  await Promise.race([working, waiting.promise]);
  working.catch((error: unknown) =>
    context.log.warn({ err: error, runId: job.runId }, 'execution failed after waiting'),
  );
}

async function claim(
  context: Context,
  { runId, attempt, reserved }: RunExecutionJob & { reserved: boolean },
  { publicKey }: ClaimKey,
): Promise<ClaimedRun | null> {
  try {
    return await context.runs.call(executorRoutes.claim, {
      params: { run_id: runId },
      body: { attempt, executorId: context.executorId, reserved, publicKey },
    });
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return null;
    throw error;
  }
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
  run: ClaimedRun,
  execution: {
    signal: AbortSignal;
    stop(reason: StopReason): void;
    claimKey: ClaimKey;
    claimedAt: number;
    releaseSlot: () => void;
  },
  span: Span,
): Promise<void> {
  const onLeaseLost = () => execution.stop('lost');
  const client = createRunClient(context, run);
  // Ends the parts in the reverse of this order, the reporter last: what they still report must be sent or dropped.
  using parts = new DisposableStack();
  const reporting = new AbortController();
  parts.defer(() => reporting.abort());
  const reporter = createReporter(context, run, reporting.signal, (counts) => lease.reported(counts));
  parts.defer(() => reporter.drop());
  const live = createLiveView(context, run, (order) => person.receive(order));
  parts.defer(() => live.end());
  const control = createControl(execution.signal, {
    onClosed: () => {
      execution.releaseSlot();
      deadline.pause();
    },
    handBack: () => person.handBack(),
    onOpened: () => deadline.resume(),
    onChanged: () => person.update(),
    refresh: () => lease.heartbeat(),
  });
  const person = createPersonControl(
    control,
    () => cloudHost.declarePerson(),
    (report) => live.tell(report),
  );
  const lease = keepLease(context, run, execution.claimedAt, onLeaseLost, (answer, sentAt) => {
    control.apply(answer, sentAt);
    live.watchedAt(answer.watchers);
  });
  context.active.onControl(run.id, () => lease.heartbeat());
  let reported = false;
  parts.defer(() => (reported ? lease.keepHeartbeatUntilApplied() : lease.release()));
  const deadline = startDeadline(run.timeoutMs, () => execution.stop('timeout'));
  parts.defer(deadline.clear);
  const observer = observeSteps(context.metrics);
  parts.defer(() => observer.end());
  const cloudHost = createHost(context, run, reporter, {
    signal: execution.signal,
    isHeld: () => lease.isHeld(),
    lose: onLeaseLost,
    onWaiting: execution.releaseSlot,
    onSuspended: () => execution.stop('suspended'),
    pauseDeadline: deadline.pause,
    resumeDeadline: deadline.resume,
    control,
  });
  const host = filterHost(cloudHost, observer.filter);

  const { outcome, browserLost } = await runInBrowser(context, run, execution.claimKey, host, {
    onSurface: (surface) => {
      live.attach(surface);
      person.attach(surface);
    },
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
  if (stopped !== null && stopped !== 'timeout') return;
  const isRequeued =
    stopped === null && browserLost && (await loseBrowser(context, run.id, client, await reporter.flush()));
  if (isRequeued) return;
  await cloudHost.settle();
  await reporter.finish(stopped === 'timeout' ? timedOut(host, run, outcome) : outcome);
  reported = true;
}

function stopReason(signal: AbortSignal): StopReason | null {
  if (!signal.aborted) return null;
  return signal.reason instanceof Stopped ? signal.reason.reason : 'lost';
}
