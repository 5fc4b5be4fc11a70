import type { ReportedEvent, RunEventsJob, RunOutcome } from '@errand/contracts/queue';
import { createLogger } from '@errand/service-kit';
import { expect, test } from '@jest/globals';
import { createReporter } from '../src/execution/reporter.ts';

const event = (type: ReportedEvent['type'], message: string): ReportedEvent => ({
  at: '2026-11-21T00:00:00.000Z',
  type,
  step_id: null,
  message,
  data: null,
});
const outcome: RunOutcome = {
  status: 'completed',
  summary: 'Done.',
  finalUrl: null,
  outputs: {},
  errorCode: null,
  errorMessage: null,
};

test('the end of a Run travels with its outcome, also when the queue is slow', async () => {
  const jobs: RunEventsJob[] = [];
  const held: (() => void)[] = [];
  const reports = {
    add: async (added: readonly { data: RunEventsJob }[]) => {
      await new Promise<void>((resolve) => held.push(resolve));
      jobs.push(...added.map(({ data }) => data));
    },
    close: () => Promise.resolve(),
  };
  const context = { reports, executorId: 'executor', log: createLogger('test', 'silent') };
  const counts: { sent: number; sending: number }[] = [];
  const reporter = createReporter(
    context,
    { id: 'run', attempt: 1 },
    new AbortController().signal,
    (counted) => counts.push(counted),
  );

  reporter.emit(event('run.started', 'first'));
  const first = reporter.flush();
  while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
  reporter.emit(event('log', 'second'));
  const second = reporter.flush();
  reporter.emit(event('run.completed', 'end'));
  const finished = reporter.finish(outcome);
  let settled = false;
  const all = Promise.all([first, second, finished]).then(() => (settled = true));
  while (!settled) {
    held.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;

  expect(
    jobs.map(({ firstSeq, events, outcome: said }) => [firstSeq, events.map(({ message }) => message), said]),
  ).toEqual([
    [1, ['first'], null],
    [2, ['second'], null],
    [3, ['end'], outcome],
  ]);
  expect(counts.map(({ sent, sending }) => [sent, sending])).toEqual([
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 3],
    [3, 3],
  ]);
});
