import { BrowserUnavailable, type Host, StepError, type BrowserSession } from '@errand/browser-runtime';
import { type Mask, createMask, executeRunbook, needsScope } from '@errand/step-engine';
import {
  createConditionJudge,
  createHealer,
  createModelClient,
  createStepAgent,
  executeAgentTask,
} from '@errand/agent';
import { executeTask, type TaskExecution } from '@errand/planner';
import { taskOfBlueprint, withSecretInputs } from '@errand/runbook-language';
import { setTimeout } from 'node:timers/promises';
import { Problem } from '@errand/contracts';
import { type ClaimedRun, executorRoutes } from '@errand/contracts/internal';
import type { RunExecutionJob, RunOutcome } from '@errand/contracts/queue';
import {
  type ClaimKey,
  type Span,
  continueTrace,
  createClaimKey,
  failSpan,
  inSpan,
  openSpan,
} from '@errand/service-kit';
import type { Context } from '../context.ts';
import { Stopped, type StopReason } from './active-runs.ts';
import { startDeadline } from './deadline.ts';
import { createHost } from './host.ts';
import { keepLease } from './lease.ts';
import { observeSteps } from './observe-steps.ts';
import { createReporter } from './reporter.ts';
import { createRunClient } from './run-client.ts';
import { monotonicMs } from './clock.ts';

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
      const claimKey = await createClaimKey();
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
  const lease = keepLease(context, run, execution.claimedAt, onLeaseLost);
  const reporting = new AbortController();
  const reporter = createReporter(context, run, reporting.signal, (counts) => lease.reported(counts));
  const deadline = startDeadline(run.timeoutMs, () => execution.stop('timeout'));
  const cloudHost = createHost(context, run, reporter, {
    signal: execution.signal,
    isHeld: () => lease.isHeld(),
    lose: onLeaseLost,
    onWaiting: execution.releaseSlot,
    onSuspended: () => execution.stop('suspended'),
    pauseDeadline: deadline.pause,
    resumeDeadline: deadline.resume,
  });
  const host = observeSteps(cloudHost, context.metrics);
  let reported = false;
  try {
    const { outcome, browserLost } = await executeInBrowser(
      context,
      run,
      execution.claimKey,
      host,
      (reached) => {
        if (reached.status === 'completed') reporter.reach(reached);
      },
    );
    lease.detachBrowser();
    // A Run that completed before the shutdown reached it is reported, not released to be executed again.
    const reason = stopReason(execution.signal);
    const stopped = reason === 'shutdown' && outcome.status === 'completed' ? null : reason;
    span.setAttribute('errand.run.status', stopped ?? outcome.status);
    if (stopped === null && outcome.errorCode !== null) failSpan(span, outcome.errorCode);
    if (stopped === 'shutdown') await releaseRun(context, run, await reporter.flush());
    if (stopped !== null && stopped !== 'timeout') return;
    if (stopped === null && browserLost && (await loseBrowser(context, run, await reporter.flush()))) return;
    await host.settle();
    await reporter.finish(stopped === 'timeout' ? timedOut(host, run, outcome) : outcome);
    reported = true;
  } finally {
    host.end();
    deadline.clear();
    if (reported) lease.keepHeartbeatUntilApplied();
    else lease.release();
    reporter.drop();
    reporting.abort();
  }
}

function stopReason(signal: AbortSignal): StopReason | null {
  if (!signal.aborted) return null;
  return signal.reason instanceof Stopped ? signal.reason.reason : 'lost';
}

interface Performed {
  outcome: RunOutcome;
  /** True when the browser process ended, not only a page of the Run. */
  browserLost: boolean;
}

/** The engine returns step failures as outcomes; what it throws is an internal error or the loss of the browser. */
async function executeInBrowser(
  context: Context,
  run: ClaimedRun,
  claimKey: ClaimKey,
  host: Host,
  /** Called with the outcome before the browser context is closed. */
  reach: (outcome: RunOutcome) => void,
): Promise<Performed> {
  const secrets = await openInputs(context, run, claimKey);
  if (secrets === null) return { outcome: failed(host, internalError()), browserLost: false };
  let isBrowserLost = async () => true;
  const withBrowserState = async (outcome: RunOutcome): Promise<Performed> => ({
    outcome,
    browserLost: outcome.errorCode === 'browser_crashed' && (await isBrowserLost()),
  });
  const work = async (surface: BrowserSession) => {
    const outcome = await runTask(context, run, { surface, host, secrets });
    reach(outcome);
    return outcome;
  };
  const opening = openSpan('open browser', {});
  try {
    const outcome = await context.browsers.withContext(
      {
        host,
        allowPrivateNetwork: context.allowPrivateNetwork,
        scoped: run.runbook === null ? run.applicationScope !== undefined : needsScope(run.runbook),
      },
      (surface) => {
        opening.end();
        isBrowserLost = () => surface.isBrowserLost();
        return work(surface);
      },
    );
    return await withBrowserState(outcome);
  } catch (error) {
    opening.end(error instanceof StepError ? error.code : 'internal_error');
    const mask = createMask(Object.values(secrets));
    if (!host.signal.aborted)
      context.log.error({ err: masked(error, mask), runId: run.id }, 'Run execution failed');
    return await withBrowserState(failed(host, toStepError(error)));
  }
}

function toStepError(error: unknown): StepError {
  if (error instanceof StepError) return error;
  if (error instanceof BrowserUnavailable)
    return new StepError('browser_crashed', 'No browser could be started.', { noEffect: true });
  return internalError();
}

/** An ad-hoc Run is executed by the agent, or by the planner without a model; a Runbook uses a model only where it says so. */
function runTask(
  context: Context,
  run: ClaimedRun,
  session: { surface: BrowserSession; host: Host; secrets: Readonly<Record<string, string>> },
): Promise<RunOutcome> {
  const { surface, host, secrets } = session;
  const limits = { trace: context.trace };
  const model = context.modelOf(run.workspaceId);
  const modelClient = model === null ? null : createModelClient(model);
  if (run.runbook !== null)
    return executeRunbook({
      definition: run.runbook,
      inputs: withSecretInputs(run.inputs, secrets),
      run: { id: run.id, startedAt: run.startedAt },
      surface,
      host,
      limits,
      dryRun: run.dryRun,
      earlier: run,
      ...(modelClient !== null && {
        agent: createStepAgent(modelClient),
        heal: createHealer(modelClient),
        judge: createConditionJudge(modelClient),
      }),
    });
  const { outputSchema, applicationScope } = run;
  const execution = { surface, host, limits, secrets, outputSchema, applicationScope, earlier: run };
  const work = taskOf(run, modelClient === null);
  return modelClient === null
    ? executeTask({ ...execution, ...work })
    : executeAgentTask({ ...execution, ...work, model: modelClient });
}

/** The task of an ad-hoc Run, or the goal of a Blueprint with its inputs. */
function taskOf(
  { task, blueprint, inputs }: ClaimedRun,
  namesTexts: boolean,
): Pick<TaskExecution, 'task'> & {
  texts?: Readonly<Record<string, string>>;
  startUrl?: string | null;
  maxSteps?: number;
} {
  if (blueprint === undefined) return { task };
  const { maxSteps } = blueprint;
  return { ...taskOfBlueprint(blueprint, inputs, namesTexts), ...(maxSteps !== null && { maxSteps }) };
}

function internalError() {
  return new StepError('internal_error', 'Something went wrong on our side.');
}

/** Decrypts the secret inputs. Null when they were not sealed for this claim. */
async function openInputs(
  context: Context,
  run: ClaimedRun,
  claimKey: ClaimKey,
): Promise<Record<string, string> | null> {
  if (run.secretInputs === null) return {};
  try {
    return await claimKey.open(run.id, run.attempt, run.secretInputs);
  } catch (error) {
    context.log.error({ err: error, runId: run.id }, 'opening the secret inputs failed');
    return null;
  }
}

/** Browser errors can quote typed text, so secrets are masked before logging. */
function masked(error: unknown, mask: Mask): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(mask.text(message)), { name, stack: mask.text(stack ?? '') });
}

function failed(host: Host, { code, message }: StepError): RunOutcome {
  host.emit({ type: 'run.failed', stepId: null, message, data: { error_code: code } });
  return {
    status: 'failed',
    summary: message,
    finalUrl: null,
    outputs: {},
    errorCode: code,
    errorMessage: message,
  };
}

function timedOut(host: Host, run: ClaimedRun, outcome: RunOutcome): RunOutcome {
  return {
    ...outcome,
    ...failed(
      host,
      new StepError('run_timeout', `The Run took longer than ${Math.round(run.timeoutMs / 1000)} s.`),
    ),
    outputs: outcome.outputs,
    finalUrl: outcome.finalUrl,
  };
}

const MAX_RELEASE_TRIES = 10;
const RELEASE_RETRY_INTERVAL_MS = 150;

/** Reports are applied in the background; the runs service answers 503 until all of them are. */
async function untilApplied<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 503 || tries >= MAX_RELEASE_TRIES) throw error;
      await setTimeout(RELEASE_RETRY_INTERVAL_MS);
    }
  }
}

function releaseRun(context: Context, run: ClaimedRun, events: number): Promise<void> {
  return untilApplied(() => createRunClient(context, run).release(events));
}

/** True when a Run whose browser was lost was requeued; false when this execution must report its failure. */
async function loseBrowser(context: Context, run: ClaimedRun, events: number): Promise<boolean> {
  try {
    const { requeued } = await untilApplied(() => createRunClient(context, run).loseBrowser(events));
    return requeued;
  } catch (error) {
    context.log.warn({ err: error, runId: run.id }, 'requeueing after browser loss failed');
    return false;
  }
}
