import { randomUUIDv7 } from 'node:crypto';
import { signals } from '@errand/contracts/queue';
import { createLogger } from '@errand/service-kit';
import { waitFor } from '@errand/test-kit';
import { afterEach, expect, test } from '@jest/globals';
import { createChangeSignals } from '../src/events/change-signals.ts';
import { createRunChanges } from '../src/events/run-changes.ts';

const log = createLogger('test', 'silent');
const WORKSPACE = randomUUIDv7();

let stop = new AbortController();
afterEach(() => {
  stop.abort();
  stop = new AbortController();
});

/** Changes whose signals the test sends. Every Run is of the workspace; `counts` holds how many Runs each statement asked for. */
function changesWith(answer: (ids: string[]) => Promise<{ rows: object[] }>) {
  const counts: number[] = [];
  let signal: (ids: readonly string[] | null) => void = () => undefined;
  const query = ({ values: [ids] }: { values: [string[]] }) => {
    counts.push(ids.length);
    return answer(ids);
  };
  const changes = createRunChanges({
    log,
    pool: { query } as never,
    watch: { onChanges: (listener) => (signal = listener) },
  });
  return { changes, counts, signal: (ids: readonly string[] | null) => signal(ids) };
}
function rowsOf(ids: string[]) {
  return Promise.resolve({
    rows: ids.map((id) => ({
      workspace_id: WORKSPACE,
      id,
      started_at: null,
      completed_at: null,
      updated_at: new Date(),
    })),
  });
}
const RESET = [{ type: 'reset' }];

test('changes are read together, and a Run that changes again before it was sent is told of once', async () => {
  const { changes, counts, signal } = changesWith(rowsOf);
  const stream = changes.follow(WORKSPACE, stop.signal);
  expect((await stream.next()).value).toEqual(RESET);
  const [first, second] = [randomUUIDv7(), randomUUIDv7()];
  signal([first, second]);
  signal([first]);
  await waitFor('the Runs to be read', () => counts.length === 1);
  signal([first]);
  await waitFor('the Run to be read again', () => counts.length === 2);
  const { value } = await stream.next();
  expect(value?.map((each) => each.type === 'changed' && each.run.id)).toEqual([first, second]);
  expect(counts).toEqual([2, 1]);
});

test('a reader that does not read is told to start over instead of being sent ever more, while others are not held up', async () => {
  const { changes, counts, signal } = changesWith(rowsOf);
  const [stalled, other] = [changes.follow(WORKSPACE, stop.signal), changes.follow(WORKSPACE, stop.signal)];
  for (const stream of [stalled, other]) expect((await stream.next()).value).toEqual(RESET);
  for (let round = 1; round <= 3; round += 1) {
    signal(Array.from({ length: 600 }, () => randomUUIDv7()));
    await waitFor('the Runs to be read', () => counts.length === round);
    expect((await other.next()).value).toHaveLength(600);
  }
  expect((await stalled.next()).value).toEqual(RESET);
});

test('everyone starts over when signals were lost, when Runs cannot be read, and when too many changed', async () => {
  let isAway = false;
  const { changes, counts, signal } = changesWith((ids) =>
    isAway ? Promise.reject(new Error('away')) : rowsOf(ids),
  );
  const stream = changes.follow(WORKSPACE, stop.signal);
  await stream.next();
  signal(null);
  expect((await stream.next()).value).toEqual(RESET);
  isAway = true;
  signal([randomUUIDv7()]);
  expect((await stream.next()).value).toEqual(RESET);
  isAway = false;
  const before = counts.length;
  signal(Array.from({ length: 10_001 }, () => randomUUIDv7()));
  expect((await stream.next()).value).toEqual(RESET);
  expect(counts.length).toBe(before);
});

test('nothing is read while no stream is open', async () => {
  const { changes, counts, signal } = changesWith(rowsOf);
  const stream = changes.follow(WORKSPACE, stop.signal);
  await stream.next();
  await stream.return(undefined as never);
  signal([randomUUIDv7()]);
  const again = changes.follow(WORKSPACE, stop.signal);
  await again.next();
  signal(['a member', randomUUIDv7()]);
  expect((await again.next()).value).toHaveLength(1);
  expect(counts).toEqual([1]);
});

test('a new Run shares the signal of the next change, and a change that could not be signalled is said to be lost', async () => {
  const sent: unknown[] = [];
  let isAway = false;
  let refused = 0;
  const publish = (topic: string, data?: unknown) => {
    if (isAway) {
      refused += 1;
      return Promise.reject(new Error('away'));
    }
    sent.push(topic === signals.changesLost ? topic : data);
    return Promise.resolve();
  };
  const { accepted, changed } = createChangeSignals({ publish }, log, stop.signal);
  accepted('new');
  changed('claimed');
  await waitFor('the signal', () => sent.length > 0);
  accepted('alone');
  await waitFor('its own signal', () => sent.length > 1);
  isAway = true;
  changed('unheard');
  await waitFor('the signal to be refused', () => refused === 1);
  isAway = false;
  await waitFor('the loss to be told', () => sent.includes(signals.changesLost));
  expect(sent).toEqual([['new', 'claimed'], ['alone'], signals.changesLost]);
});
