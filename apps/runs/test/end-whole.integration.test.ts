import type { ReportedEvent, RunOutcome } from '@errand/contracts/queue';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { executor, failedStep } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';
import { completed, reported } from './run-reports.ts';

const failed: RunOutcome = {
  status: 'failed',
  summary: 'It could not be done.',
  finalUrl: null,
  outputs: {},
  errorCode: 'action_failed',
  errorMessage: 'It could not be done.',
};
const large = 'x'.repeat(60_000);

/** The report of a short Run, without its times. */
const reports: Record<string, { events: ReportedEvent[]; outcome: RunOutcome }> = {
  'that completed': {
    events: [
      reported('run.started', 'go'),
      reported('step.started', 'one', 's1'),
      {
        ...reported('step.completed', 'one', 's1'),
        data: { primitive: 'data.set', list: [1, null, 'é"\\'] },
      },
      reported('run.completed', 'end'),
    ],
    outcome: completed,
  },
  'that failed': {
    events: [
      reported('run.started', 'go'),
      failedStep('s1', 'nothing'),
      { ...reported('run.failed', 'It could not be done.'), data: { error_code: 'action_failed' } },
    ],
    outcome: failed,
  },
  'with text that PostgreSQL cannot store': {
    events: [reported('log', 'a\0b \uD800'), reported('run.completed', 'end')],
    outcome: completed,
  },
  'whose result is too large': {
    events: [1, 2, 3, 4, 5, 6].map((n) => reported('log', `${n} ${large}`)),
    outcome: { ...completed, outputs: { small: 1, large } },
  },
};

const ROW = `
  SELECT to_jsonb(runs) - '{id,created_at,started_at,completed_at,updated_at,running_since}'::text[] AS row,
         completed_at IS NOT NULL AS ended
  FROM runs WHERE id = $1`;

describe.each(queueBackends())('a Run ends alike by one report and by two, queued on $name,', (backend) => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness(backend);
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());

  const endedBy = async (send: (runId: string) => Promise<void>) => {
    const runId = await h.createRun();
    await h.claim(runId);
    await send(runId);
    await h.until('the Run has ended', async () => ['completed', 'failed'].includes(await h.status(runId)));
    const { rows: run } = await h.sql.query<{ row: unknown; ended: boolean }>(ROW, [runId]);
    const { rows: events } = await h.sql.query(
      'SELECT seq, at, type, step_id, message, data FROM run_events WHERE run_id = $1 ORDER BY seq',
      [runId],
    );
    const { rows: left } = await h.sql.query(
      'SELECT FROM outbox WHERE run_id = $1 UNION ALL SELECT FROM completed_steps WHERE run_id = $1',
      [runId],
    );
    return { run, events, left };
  };

  test.each(Object.keys(reports))('one %s', async (name) => {
    const { events, outcome } = reports[name] ?? { events: [], outcome: completed };
    const whole = await endedBy((runId) => h.report({ runId, ...executor, firstSeq: 1, events, outcome }));
    const inParts = await endedBy(async (runId) => {
      await h.report({ runId, ...executor, firstSeq: 1, events: events.slice(0, 1) });
      await h.until('the first part was applied', async () => {
        const { rows } = await h.sql.query('SELECT FROM runs WHERE id = $1 AND attempt_seq = 1', [runId]);
        return rows.length === 1;
      });
      await h.report({ runId, ...executor, firstSeq: 2, events: events.slice(1), outcome });
    });
    expect(whole).toEqual(inParts);
    expect(whole.left).toEqual([]);
  });
});
