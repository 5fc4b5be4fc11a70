import type { ReportedEvent } from '@errand/contracts/queue';
import { expect } from '@jest/globals';
import { type Answer, type Harness, reported } from './harness.ts';

/** The first that carries a Run out. */
export const executor = { attempt: 1, executorId: 'executor-1' };

export const claimed = async (h: Harness): Promise<string> => {
  const runId = await h.createRun();
  await h.claim(runId);
  return runId;
};

export const declare = (
  h: Harness,
  runId: string,
  stepId: string,
  surface: 'browser' | 'http',
  ordinal = 1,
): Promise<Answer> =>
  h.internal('POST', `/internal/runs/${runId}/intents`, {
    ...executor,
    ordinal,
    stepId,
    effect: 'write',
    action: `do ${stepId}`,
    surface,
  });

export const completedStep = (stepId: string, output: unknown, whole = true): ReportedEvent => ({
  ...reported('step.completed', stepId, stepId),
  result: { output, whole },
});

export const failedStep = (stepId: string, landed: string): ReportedEvent => ({
  ...reported('step.failed', stepId, stepId),
  data: { landed },
});

/** Reports, and waits until it was applied. */
export const tell = async (h: Harness, runId: string, events: ReportedEvent[]): Promise<void> => {
  await h.report({ runId, ...executor, firstSeq: 1, events });
  await h.until('the report was applied', async () => {
    const { rows } = await h.sql.query('SELECT FROM run_events WHERE run_id = $1 AND message = $2', [
      runId,
      events.at(-1)?.message,
    ]);
    return rows.length > 0;
  });
};

/** Asks a person about the step "pay". */
export const ask = async (h: Harness, runId: string, more: object = {}): Promise<string> => {
  const { status, body } = await h.internal('POST', `/internal/runs/${runId}/approvals`, {
    ...executor,
    stepId: 'pay',
    message: 'Pay?',
    input: { target: 'Pay' },
    origin: 'https://shop.example',
    ...more,
  });
  expect(status).toBe(200);
  return String(body['id']);
};

export const park = (h: Harness, runId: string, events = 0): Promise<Answer> =>
  h.internal('POST', `/internal/runs/${runId}/park`, { ...executor, events });
