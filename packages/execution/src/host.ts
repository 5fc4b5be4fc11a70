// Not by name: the desktop application adds it on a Node that lacks it.
import crypto from 'node:crypto';
import { type Host, StepError } from '@errand/browser-runtime';
import { type Decision, Problem, conflict } from '@errand/contracts';
import { BY_PERSON, BY_PERSON_STEP, type ClaimedRun } from '@errand/contracts/internal';
import { withoutTracing } from '@errand/service-kit';
import type { Context } from './context.ts';
import { monotonicMs } from './clock.ts';
import type { Control } from './control.ts';
import type { Reporter } from './reporter.ts';
import { retryWhileUnavailable } from './retry.ts';
import { type RunClient, createRunClient } from './run-client.ts';

export interface ExecutorHost extends Host {
  /** Records that the person who controls the browser acts from now on; rejects if they may not. */
  declarePerson(): Promise<void>;
  /** Resolves when every upload has succeeded or failed. */
  settle(): Promise<void>;
}

/** The engine's host in an executor: sends events to the queue, intents and files to the runs service. */
export function createHost(
  context: Pick<Context, 'runs' | 'executorId' | 'approvalHoldMs' | 'log'>,
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
    control: Control;
  },
): ExecutorHost {
  const client = createRunClient(context, run);
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
      const { kind, stepId, filename, contentType, bytes, isStepPicture } = file;
      const commit = isStepPicture ? 'relaxed' : 'durable';
      const about = { kind, stepId: stepId ?? undefined, filename, contentType, commit } as const;
      await client.storeArtifact(artifactId, about, bytes, execution.signal);
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

  /** A 409 says that this executor has lost the Run, often because it was cancelled: the execution stops, and no step failed. */
  const whileHeld = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Problem && error.status === 409) execution.lose();
      throw error;
    }
  };

  const askPerson = async (reason: string) => {
    const events = await reporter.flush();
    await whileHeld(() =>
      retryWhileUnavailable(() => client.askPerson({ events, reason }, execution.signal), {
        intervalMs: APPLY_RETRY_INTERVAL_MS,
        signal: execution.signal,
      }),
    );
    execution.control.apply({ status: 'paused', controller: null }, monotonicMs());
  };

  return {
    signal: execution.signal,
    gate: execution.control.gate,
    emit,
    declareIntent: async (intent) => {
      effects += 1;
      const numbered = { ordinal: effects, ...intent };
      await whileHeld(async () => {
        await execution.control.retryWhileClosed(() =>
          retryWhileUnavailable(() => client.declareIntent(numbered, execution.signal), {
            intervalMs: RETRY_INTERVAL_MS,
            signal: execution.signal,
          }),
        );
        if (!execution.isHeld()) throw conflict('The lease has expired.');
      });
    },
    declarePerson: async () => {
      effects += 1;
      const intent = {
        ordinal: effects,
        stepId: BY_PERSON_STEP,
        effect: 'write',
        action: BY_PERSON,
        byPerson: true,
        surface: 'browser',
      } as const;
      await client.declareIntent(intent, execution.signal);
      if (!execution.isHeld()) throw conflict('The lease has expired.');
    },
    store: (file) => {
      const artifactId = crypto.randomUUIDv7();
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
    load: async (file) => {
      if ('fileId' in file) return await client.readFile(file.fileId, execution.signal);
      await Promise.all(uploads.values());
      return await client.readArtifact(file.artifactId, execution.signal);
    },
    requestDecision: async ({ stepId, message, input, origin, pageDigest, element, url, answerSchema }) => {
      execution.pauseDeadline();
      try {
        const events = await reporter.flush();
        const request = {
          events,
          stepId,
          message,
          input,
          origin,
          pageDigest,
          element,
          url,
          answerSchema: answerSchema ?? null,
        };
        return await whileHeld(async () => {
          const { id } = await retryWhileUnavailable(
            () => client.requestApproval(request, execution.signal),
            { intervalMs: APPLY_RETRY_INTERVAL_MS, signal: execution.signal },
          );
          execution.onWaiting();
          return await awaitDecision(context, client, id, execution.signal, async () => {
            await Promise.all(uploads.values());
            const { suspended } = await client.suspend(await reporter.flush());
            if (suspended) execution.onSuspended();
          });
        });
      } finally {
        if (!execution.signal.aborted) execution.resumeDeadline();
      }
    },
    askPerson,
    logDefect: (err, stepId) =>
      context.log.error({ err, runId: run.id, stepId }, 'step failed with an internal error'),
    settle: async () => void (await Promise.all(uploads.values())),
  };
}

const RETRY_INTERVAL_MS = 1_000;
/** Reported events are usually applied within this time. */
const APPLY_RETRY_INTERVAL_MS = 100;

/** Long-polls until the approval is decided. After `approvalHoldMs` it tries to `suspend` the Run. */
async function awaitDecision(
  { approvalHoldMs }: Pick<Context, 'approvalHoldMs'>,
  client: RunClient,
  approvalId: string,
  signal: AbortSignal,
  suspend: () => Promise<void>,
): Promise<Decision> {
  const startedAt = performance.now();
  const poll = () => client.awaitApproval(approvalId, signal);
  const retry = { intervalMs: RETRY_INTERVAL_MS, signal };
  for (;;) {
    const { decision } = await retryWhileUnavailable(() => withoutTracing(poll), retry);
    if (decision !== null) return decision;
    if (performance.now() - startedAt >= approvalHoldMs) await retryWhileUnavailable(suspend, retry);
    signal.throwIfAborted();
  }
}
