import { type ReportedEvent, type RunEventsJob, type RunOutcome, RunReport } from '@errand/contracts/queue';
import { type RunbookDefinition, conflict } from '@errand/contracts';
import { createClaimKey, createLogger, reportProof } from '@errand/service-kit';
import { expect, test } from '@jest/globals';
import { createSingleExchange } from '../src/exchange.ts';
import { createReporter } from '../src/reporter.ts';

function event(type: ReportedEvent['type'], message: string): ReportedEvent {
  return {
    at: '2026-11-21T00:00:00.000Z',
    type,
    step_id: null,
    message,
    data: null,
  };
}
const outcome: RunOutcome = {
  status: 'completed',
  summary: 'Done.',
  finalUrl: null,
  outputs: {},
  errorCode: null,
  errorMessage: null,
};

/** Nothing is ended by a call. */
const exchange = createSingleExchange({
  runs: { call: () => Promise.reject(new Error('no calls')) },
  executorId: 'executor',
  claimKey: createClaimKey,
});

function reportOf({ report }: RunEventsJob): RunReport {
  return RunReport.parse(JSON.parse(report));
}

test('sends the end event together with the outcome, even when the queue is slow', async () => {
  const jobs: RunEventsJob[] = [];
  const pending: (() => void)[] = [];
  const reports = {
    add: async (added: readonly { data: RunEventsJob }[]) => {
      await new Promise<void>((resolve) => pending.push(resolve));
      jobs.push(...added.map(({ data }) => data));
    },
    has: () => Promise.resolve(false),
    close: () => Promise.resolve(),
  };
  const context = { reports, exchange, executorId: 'executor', log: createLogger('test', 'silent') };
  const counts: { sent: number; sending: number }[] = [];
  const reporter = createReporter(
    context,
    { id: 'run', attempt: 1, lease: 'lease', runbook: null },
    new AbortController().signal,
    (counted) => counts.push(counted),
  );

  reporter.emit(event('run.started', 'first'));
  const first = reporter.flush();
  while (pending.length === 0) await new Promise((resolve) => setImmediate(resolve));
  reporter.emit(event('log', 'second'));
  const second = reporter.flush();
  reporter.emit(event('run.completed', 'end'));
  const finished = reporter.finish(outcome);
  let settled = false;
  const all = Promise.all([first, second, finished]).then(() => (settled = true));
  while (!settled) {
    pending.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;

  expect(
    jobs
      .map(reportOf)
      .map(({ firstSeq, events, outcome: sent }) => [firstSeq, events.map(({ message }) => message), sent]),
  ).toEqual([
    [1, ['first'], null],
    [2, ['second'], null],
    [3, ['end'], outcome],
  ]);
  expect(jobs.map(({ proof }) => proof)).toEqual(jobs.map(({ report }) => reportProof('lease', report)));
  expect(JSON.stringify(jobs)).not.toContain('"lease"');
  expect(counts.map(({ sent, sending }) => [sent, sending])).toEqual([
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 3],
    [3, 3],
  ]);
});

test('sends the last step end event with the outcome and does not number it twice', async () => {
  const jobs: { id: string; data: RunEventsJob }[] = [];
  const reports = {
    add: async (added: readonly { id: string; data: RunEventsJob }[]) => void jobs.push(...added),
    has: () => Promise.resolve(false),
    close: () => Promise.resolve(),
  };
  const context = { reports, exchange, executorId: 'executor', log: createLogger('test', 'silent') };
  const steps = ['first', 'last'].map((id) => ({ id, kind: 'primitive', primitive: 'data.set', input: {} }));
  const runbook = { title: 'Two steps', parameters: [], steps } as unknown as RunbookDefinition;
  const reporter = createReporter(
    context,
    { id: 'run', attempt: 1, lease: 'lease', runbook },
    new AbortController().signal,
    () => undefined,
  );
  const stepEvent = (id: string) => ({ ...event('step.completed', id), step_id: id });

  reporter.emit(stepEvent('first'));
  reporter.emit(stepEvent('last'));
  reporter.reach(outcome);
  await reporter.flush();
  reporter.emit(event('run.completed', 'end'));
  await reporter.finish(outcome);

  expect(
    jobs.map(({ id, data }) => {
      const { firstSeq, events, reached, outcome: sent } = reportOf(data);
      return [id, firstSeq, events.length, reached, sent];
    }),
  ).toEqual([
    ['run-1-1-reached', 1, 2, outcome, null],
    ['run-1-3', 3, 1, undefined, outcome],
  ]);
});

test('sends no report again that was refused because the Run is not held any more', async () => {
  let calls = 0;
  const reports = {
    add: () => {
      calls += 1;
      return Promise.reject(conflict('The Run is not held by this executor.'));
    },
    has: () => Promise.resolve(false),
    close: () => Promise.resolve(),
  };
  const context = { reports, exchange, executorId: 'executor', log: createLogger('test', 'silent') };
  const run = { id: 'run', attempt: 1, lease: 'lease', runbook: null };
  const reporter = createReporter(context, run, new AbortController().signal, () => undefined);
  reporter.emit(event('run.started', 'first'));
  await reporter.flush();
  expect(await reporter.finish(outcome)).toBe('queued');
  expect(calls).toBe(2);
});
