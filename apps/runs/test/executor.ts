import { SuspendedRun } from '@errand/contracts/internal';
import type { ReportedEvent } from '@errand/contracts/queue';
import { expect } from '@jest/globals';
import type { Answer, Harness } from './harness.ts';
import { reported } from './run-reports.ts';

/** The executor of the first attempt. */
export const executor = { attempt: 1, executorId: 'executor-1' };

export async function claimedRun(h: Harness): Promise<string> {
  const runId = await h.createRun();
  await h.claim(runId);
  return runId;
}

export function declareIntent(
  h: Harness,
  runId: string,
  stepId: string,
  surface: 'browser' | 'http',
  ordinal = 1,
): Promise<Answer> {
  return h.internal('POST', `/internal/runs/${runId}/intents`, {
    ...executor,
    ordinal,
    stepId,
    effect: 'write',
    action: `do ${stepId}`,
    surface,
  });
}

export function completedStep(stepId: string, output: unknown, reusable = true): ReportedEvent {
  return {
    ...reported('step.completed', stepId, stepId),
    result: { output, reusable },
  };
}

export function failedStep(stepId: string, landed: string): ReportedEvent {
  return {
    ...reported('step.failed', stepId, stepId),
    data: { landed },
  };
}

/** Reports events and waits until they are applied. */
export async function reportEvents(
  h: Harness,
  runId: string,
  events: ReportedEvent[],
  holder = executor,
): Promise<void> {
  await h.report({ runId, ...holder, firstSeq: 1, events });
  await h.until('the report was applied', async () => {
    const { rows } = await h.sql.query('SELECT FROM run_events WHERE run_id = $1 AND message = $2', [
      runId,
      events.at(-1)?.message,
    ]);
    return rows.length > 0;
  });
}

export async function lastEvent(h: Harness, runId: string) {
  const { body } = await h.call('GET', `/v1/runs/${runId}/events`);
  return (body['data'] as { type: string; data: unknown }[]).at(-1);
}

/** Simulates a lost executor: its lease expires. */
export function expireLease(h: Harness, runId: string): Promise<unknown> {
  return h.sql.query(`UPDATE runs SET lease_expires_at = now() - interval '1 ms' WHERE id = $1`, [runId]);
}

/** Requests approval of the step "pay"; returns the id of the approval. */
export async function requestApproval(h: Harness, runId: string, more: object = {}): Promise<string> {
  const { status, body } = await h.internal('POST', `/internal/runs/${runId}/approvals`, {
    ...executor,
    stepId: 'pay',
    message: 'Pay?',
    input: { target: 'Pay' },
    origin: 'https://shop.example',
    pageDigest: 'digest of the page',
    ...more,
  });
  expect(status).toBe(200);
  return String(body['id']);
}

/** Lets the approval of a Run expire. */
export function expireApproval(h: Harness, runId: string): Promise<unknown> {
  return h.sql.query('UPDATE approvals SET expires_at = now() WHERE run_id = $1', [runId]);
}

export function suspend(h: Harness, runId: string, events = 0): Promise<Answer> {
  return h.internal('POST', `/internal/runs/${runId}/suspend`, { ...executor, events });
}

export function isSuspended({ body }: Answer): boolean {
  return SuspendedRun.parse(body).suspended;
}
