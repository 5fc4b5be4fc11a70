import { expect, test } from '@jest/globals';
import { checkHistory, invariants } from '../../src/history/check.ts';
import { validHistory } from './valid-history.ts';

type History = ReturnType<typeof validHistory>;

function at<Item>(items: Item[], position: number): Item {
  const item = items.at(position);
  if (item === undefined) throw new Error(`there is no item ${position}`);
  return item;
}

/** How to break a valid history, by the invariant that must report it, and text that the report must contain. */
const plants: Record<string, { breaks: (history: History) => void; tells: string }[]> = {
  'every 202 becomes terminal': [
    { breaks: ({ runs }) => void (at(runs, 0).status = 'running'), tells: 'done' },
    { breaks: ({ runs }) => void runs.splice(1, 1), tells: 'which is not stored' },
  ],
  'one Run per idempotency key': [
    { breaks: ({ runs }) => void runs.push({ ...at(runs, 0), id: 'copy' }), tells: 'done and copy' },
    { breaks: ({ runs }) => void runs.push({ ...at(runs, 3), id: 'twin' }), tells: 'ended and twin' },
    {
      breaks: ({ exchanges }) =>
        void exchanges.push({ ...at(exchanges, 1), body: JSON.stringify({ id: 'tried' }) }),
      tells: 'done and tried',
    },
  ],
  'a rejected request stores nothing': [
    { breaks: ({ exchanges }) => void (at(exchanges, 2).status = 503), tells: 'answered 503' },
    { breaks: ({ creations }) => void creations.splice(3, 1), tells: 'never requested' },
  ],
  'every request with a key is eventually answered': [
    { breaks: ({ exchanges }) => void exchanges.splice(1, 1), tells: 'one-7f3-1' },
    {
      breaks: ({ exchanges }) => void exchanges.push({ ...at(exchanges, 1), status: 503 }),
      tells: 'one-7f3-1',
    },
  ],
  'a Run has an outbox row if and only if it is queued': [
    { breaks: ({ outboxRows }) => void outboxRows.push({ runId: 'done', attempt: 2 }), tells: 'done' },
    { breaks: ({ runs }) => void (at(runs, 2).status = 'queued'), tells: 'tried' },
  ],
  'the load of a workspace is the number of its Runs that executors hold': [
    { breaks: ({ loads }) => void (at(loads, 0).counted = 2), tells: 'counts 2, 1 are held' },
  ],
  'exactly one terminal transition per Run': [
    {
      breaks: ({ transitions }) => void transitions.push({ ...at(transitions, 3), from: 'running' }),
      tells: 'ended 2 times',
    },
    {
      breaks: ({ transitions }) =>
        void transitions.push({ ...at(transitions, 3), from: 'completed', to: 'failed' }),
      tells: 'left completed for failed',
    },
    { breaks: ({ transitions }) => void transitions.splice(-1, 1), tells: 'ended 0 times' },
  ],
  'a status changes only as the contract allows': [
    {
      breaks: ({ transitions }) => void (at(transitions, 0).to = 'running'),
      tells: 'from nothing to running',
    },
    {
      breaks: ({ transitions }) =>
        void transitions.splice(1, 0, { ...at(transitions, 1), to: 'waiting_for_approval' }),
      tells: 'from queued to waiting_for_approval',
    },
  ],
  'one terminal event, the last one, says how a Run ended': [
    { breaks: ({ events }) => void (at(events, 6).type = 'run.completed'), tells: '2 terminal events' },
    { breaks: ({ events }) => void (at(events, 3).type = 'run.failed'), tells: 'says run.failed' },
    { breaks: ({ events }) => void (at(events, 10).type = 'log'), tells: '0 terminal events' },
    {
      breaks: ({ events, runs }) => {
        events.push({ ...at(events, 3), seq: 5, type: 'log' });
        at(runs, 0).lastSeq = 5;
      },
      tells: 'says log after run.completed',
    },
  ],
  'status and step_count never go back within an attempt': [
    { breaks: ({ transitions }) => void (at(transitions, 3).stepCount = 0), tells: 'from 1 to 0 steps' },
    {
      breaks: ({ transitions }) =>
        void transitions.splice(3, 0, { ...at(transitions, 2), from: 'running', to: 'queued' }),
      tells: 'from running to queued',
    },
    { breaks: ({ transitions }) => void (at(transitions, 10).attempt = 1), tells: 'from attempt 2 to 1' },
  ],
  'events are numbered from 1 without gaps': [
    { breaks: ({ events }) => void events.splice(1, 1), tells: 'event 3 in place of 2' },
    { breaks: ({ runs }) => void (at(runs, 0).lastSeq = 5), tells: 'counts 5 events' },
  ],
  'a terminal status that a client received never changes': [
    {
      breaks: ({ exchanges }) => void (at(exchanges, 5).body = '{"status":"completed"}'),
      tells: 'was told to be completed and is cancelled',
    },
    {
      breaks: ({ exchanges }) =>
        void exchanges.push({
          ...at(exchanges, 5),
          sentAt: 2_000,
          answeredAt: 2_001,
          body: '{"status":"running"}',
        }),
      tells: 'later running',
    },
  ],
  'step_count counts the completed steps': [
    { breaks: ({ runs }) => void (at(runs, 0).stepCount = 2), tells: 'counts 2 steps, 1 completed' },
  ],
  'a Run begins nothing while it is paused or a person controls it': [
    {
      breaks: ({ intents }) => void (at(intents, 2).action = 'click'),
      tells: 'while it was user_controlling',
    },
    {
      breaks: ({ intents }) => void intents.push({ ...at(intents, 0), runId: 'held', createdAt: 1_200 }),
      tells: 'while it was paused',
    },
  ],
  'a person acts only while they control the Run': [
    { breaks: ({ intents }) => void (at(intents, 2).createdAt = 1_200), tells: 'held' },
  ],
  'only Runs of Blueprints are interrupted': [
    { breaks: ({ runs }) => void (at(runs, 4).blueprintId = null), tells: 'held' },
  ],
  'each change of control is told in exactly one event': [
    { breaks: ({ events }) => void (at(events, 12).type = 'log'), tells: 'control.paused 1 times' },
    { breaks: ({ transitions }) => void (at(transitions, 16).from = 'paused'), tells: 'tells 1' },
    { breaks: ({ events }) => void (at(events, 16).data = null), tells: 'resumed 1 times' },
  ],
  'an effect lands at most once per step': [
    { breaks: ({ effects }) => void effects.push(at(effects, 1)), tells: 'one-7f3-2 post landed 2 times' },
  ],
  'every effect belongs to a stored Run that requested it': [
    {
      breaks: ({ effects }) => void effects.push({ ...at(effects, 0), token: 'unknown' }),
      tells: 'no Run is stored',
    },
    {
      breaks: ({ effects }) => void effects.push({ ...at(effects, 0), step: 'other' }),
      tells: 'never asked for',
    },
  ],
  'the intent is on disk before the effect': [
    { breaks: ({ intents }) => void (at(intents, 1).createdAt = 1_700), tells: 'a later intent' },
    { breaks: ({ intents }) => void intents.splice(0, 1), tells: 'no intent' },
  ],
  'the ledger records the true outcome of an effect': [
    { breaks: ({ effects }) => void effects.splice(0, 1), tells: 'said to have landed and did not' },
    { breaks: ({ intents }) => void (at(intents, 1).landed = false), tells: 'not to have landed and did' },
  ],
  'every effect of a completed Run landed exactly once': [
    { breaks: ({ effects }) => void effects.splice(0, 1), tells: 'landed 0 times' },
    { breaks: ({ effects }) => void effects.push(at(effects, 0)), tells: 'landed 2 times' },
  ],
  'a Run that did not complete names the effects that landed or may have': [
    { breaks: ({ events }) => void (at(events, 5).data = null), tells: 'lost' },
    {
      breaks: ({ events }) =>
        void (at(events, 5).data = { effects: [{ step_id: 'post', outcome: 'not_landed' }] }),
      tells: 'lost',
    },
  ],
  'executor_lost names the step whose effect is unknown': [
    { breaks: ({ runs }) => void (at(runs, 1).errorMessage = 'The executor was lost.'), tells: 'lost' },
    {
      breaks: ({ runs }) => {
        at(runs, 1).errorCode = 'device_disconnected';
        at(runs, 1).errorMessage = 'The device was disconnected.';
      },
      tells: 'lost',
    },
  ],
  'a local Run is held by devices alone and any other by executors alone': [
    { breaks: ({ runs }) => void (at(runs, 0).target = 'local'), tells: 'done (local) was held by x1' },
    {
      breaks: ({ transitions }) => void (at(transitions, 1).owner = 'device:d1'),
      tells: 'done (cloud) was held by device:d1',
    },
  ],
  'no data crosses workspaces': [
    {
      breaks: ({ exchanges }) => void (at(exchanges, 6).body = '{"data":[{"task":"two-a41-1"}]}'),
      tells: 'an answer to one (list)',
    },
    { breaks: ({ exchanges }) => void (at(exchanges, 7).status = 200), tells: 'answered 200' },
    { breaks: ({ runs }) => void (at(runs, 0).workspaceId = 'w2'), tells: 'asked for by one' },
    { breaks: ({ events }) => void (at(events, 0).message = 'two-a41-1'), tells: 'the events of run done' },
  ],
  'no Run sees browser state of another Run': [
    { breaks: ({ effects }) => void (at(effects, 0).cookies = 'token=one-7f3-2'), tells: 'one-7f3-2' },
  ],
  'no fault shows as internal_error': [
    { breaks: ({ runs }) => void (at(runs, 1).errorCode = 'internal_error'), tells: 'lost' },
  ],
  'a graceful shutdown loses no attempt': [
    { breaks: ({ faults }) => void (at(faults, 0).isGraceful = true), tells: 'lost' },
  ],
};

test('a valid history breaks no invariant', () => {
  expect(checkHistory(validHistory())).toEqual([]);
});

test('every invariant has a test case that breaks it', () => {
  expect(Object.keys(plants).toSorted()).toEqual(invariants.map(({ name }) => name).toSorted());
});

test.each(
  Object.entries(plants).flatMap(([invariant, cases]) => cases.map((each) => ({ invariant, ...each }))),
)('reports the broken invariant “$invariant”: $tells', ({ invariant, breaks, tells }) => {
  const history = validHistory();
  breaks(history);
  const details = checkHistory(history)
    .filter((violation) => violation.invariant === invariant)
    .map(({ detail }) => detail);
  expect(details).toContainEqual(expect.stringContaining(tells));
});
