import { randomUUIDv7 } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Host, StepError } from '@errand/browser-runtime';
import { type Decision, Problem, conflict } from '@errand/contracts';
import { ApprovalState, type ClaimedRun, SuspendedRun, RequestedApproval } from '@errand/contracts/internal';
import { withoutTracing } from '@errand/service-kit';
import type { Context } from '../context.ts';
import type { Reporter } from './reporter.ts';

export interface ExecutorHost extends Host {
  /** Resolves when every upload has succeeded or failed. */
  settle(): Promise<void>;
}

/** The engine's host in an executor: sends events to the queue, intents and files to the runs service. */
export const createHost = (
  context: Context,
  run: ClaimedRun,
  reporter: Reporter,
  execution: {
    signal: AbortSignal;
    /** False once another executor may have the Run, for example after this process was paused. */
    isHeld: () => boolean;
    lose: () => void;
    /** Called when the Run starts waiting for approval. */
    onWaiting: () => void;
    /** Called when the Run was suspended: the execution stops and reports nothing more. */
    onSuspended: () => void;
    pauseDeadline: () => void;
    resumeDeadline: () => void;
  },
): ExecutorHost => {
  const holder = { attempt: run.attempt, executorId: context.executorId };
  /** By artifact; each resolves with why a storage quota did not admit the file. */
  const uploads = new Map<string, Promise<StepError | null>>();
  /** Artifacts whose steps await the result of the upload. */
  const awaited = new Set<string>();
  let effects = 0;

  const emit: Host['emit'] = ({ type, stepId, message, data, result }) =>
    reporter.emit({
      at: new Date().toISOString(),
      type,
      step_id: stepId,
      message,
      data: data ?? null,
      ...(result && { result }),
    });

  const upload = async (
    artifactId: string,
    file: Parameters<Host['store']>[0],
  ): Promise<StepError | null> => {
    try {
      await context.runs.send({
        method: 'PUT',
        path: `/internal/runs/${run.id}/artifacts/${artifactId}`,
        query: {
          ...holder,
          kind: file.kind,
          stepId: file.stepId ?? undefined,
          filename: file.filename,
          contentType: file.contentType,
        },
        body: file.bytes,
        lease: run.lease,
        signal: execution.signal,
      });
      return null;
    } catch (error) {
      if (execution.signal.aborted) return null;
      if (error instanceof Problem && error.status === 413) {
        const refusal = `The file ${file.filename} was not kept. ${error.message}`;
        if (!awaited.has(artifactId)) emit({ type: 'log', stepId: file.stepId, message: refusal });
        return new StepError(file.kind === 'download' ? 'download_failed' : 'action_failed', refusal);
      }
      context.log.warn({ err: error, runId: run.id }, 'artifact upload failed');
      emit({ type: 'log', stepId: file.stepId, message: `The file ${file.filename} could not be stored.` });
      return null;
    }
  };

  return {
    signal: execution.signal,
    emit,
    declareIntent: async (intent) => {
      effects += 1;
      const body = { ...holder, ordinal: effects, ...intent };
      try {
        await retryWhileUnavailable(execution.signal, () =>
          context.runs.send({
            method: 'POST',
            path: `/internal/runs/${run.id}/intents`,
            body,
            lease: run.lease,
            signal: execution.signal,
          }),
        );
        if (!execution.isHeld()) throw conflict('The lease has expired.');
      } catch (error) {
        if (error instanceof Problem && error.status === 409) execution.lose();
        throw error;
      }
    },
    store: (file) => {
      const artifactId = randomUUIDv7();
      const uploading = upload(artifactId, file).finally(() => uploads.delete(artifactId));
      uploads.set(artifactId, uploading);
      return artifactId;
    },
    stored: async (artifactId) => {
      awaited.add(artifactId);
      const refusal = await uploads.get(artifactId);
      awaited.delete(artifactId);
      if (refusal) throw refusal;
    },
    load: async (artifactId) => {
      await Promise.all(uploads.values());
      return await context.runs.download({
        path: `/internal/runs/${run.id}/artifacts/${artifactId}`,
        query: holder,
        lease: run.lease,
        signal: execution.signal,
      });
    },
    requestDecision: async ({ stepId, message, input, origin, url, answerSchema }) => {
      execution.pauseDeadline();
      try {
        const events = await reporter.flush();
        const body = {
          ...holder,
          events,
          stepId,
          message,
          input,
          origin,
          url,
          answerSchema: answerSchema ?? null,
        };
        const { id } = await retryWhileUnavailable(
          execution.signal,
          () =>
            context.runs.call(
              {
                method: 'POST',
                path: `/internal/runs/${run.id}/approvals`,
                body,
                lease: run.lease,
                signal: execution.signal,
              },
              RequestedApproval,
            ),
          APPLY_RETRY_INTERVAL_MS,
        );
        execution.onWaiting();
        return await awaitDecision(context, run, id, execution.signal, async () => {
          await Promise.all(uploads.values());
          if (await suspendRun(context, run, await reporter.flush())) execution.onSuspended();
        });
      } finally {
        if (!execution.signal.aborted) execution.resumeDeadline();
      }
    },
    settle: async () => void (await Promise.all(uploads.values())),
  };
};

const RETRY_INTERVAL_MS = 1_000;
/** Reported events are usually applied within this time. */
const APPLY_RETRY_INTERVAL_MS = 100;

/** Retries an idempotent call for as long as the service is unavailable. */
async function retryWhileUnavailable<Answer>(
  signal: AbortSignal,
  call: () => Promise<Answer>,
  pauseMs = RETRY_INTERVAL_MS,
): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 503) throw error;
      await setTimeout(pauseMs, undefined, { signal });
    }
  }
}

/** Long-polls until the approval is decided. After `approvalHoldMs` it tries to `suspend` the Run. */
async function awaitDecision(
  context: Context,
  run: ClaimedRun,
  approvalId: string,
  signal: AbortSignal,
  suspend: () => Promise<void>,
): Promise<Decision> {
  const startedAt = performance.now();
  const poll = () =>
    context.runs.call(
      {
        method: 'GET',
        path: `/internal/runs/${run.id}/approvals/${approvalId}`,
        query: { attempt: run.attempt, executorId: context.executorId },
        lease: run.lease,
        signal,
        longPoll: true,
      },
      ApprovalState,
    );
  for (;;) {
    const { decision } = await retryWhileUnavailable(signal, () => withoutTracing(poll));
    if (decision !== null) return decision;
    if (performance.now() - startedAt >= context.approvalHoldMs) await retryWhileUnavailable(signal, suspend);
    signal.throwIfAborted();
  }
}

async function suspendRun(context: Context, run: ClaimedRun, events: number): Promise<boolean> {
  const response = await context.runs.call(
    {
      method: 'POST',
      path: `/internal/runs/${run.id}/suspend`,
      body: { attempt: run.attempt, executorId: context.executorId, events },
      lease: run.lease,
    },
    SuspendedRun,
  );
  return response.suspended;
}
