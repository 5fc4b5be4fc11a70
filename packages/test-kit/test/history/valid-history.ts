import type { EventRecord, History } from '../../src/history/history.ts';

type Mutable<Value> = Value extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
    : Value;

function event(runId: string, seq: number, type: string, stepId: string | null = null): EventRecord {
  return {
    runId,
    seq,
    at: 1_000 + seq,
    type,
    stepId,
    message: type,
    data: null,
  };
}

/**
 * A history without violations: `done` wrote once and completed, `lost` failed during its write and reports that, `tried`
 * was queued twice and completed, `ended` was cancelled, `held` was paused, controlled, interrupted and completed, and a
 * request of another workspace was rejected.
 */
export function validHistory(): Mutable<History> {
  const row = {
    workspaceId: 'w1',
    target: 'cloud' as const,
    blueprintId: null,
    key: null,
    attempt: 1,
    errorCode: null,
    errorMessage: null,
    createdAt: 1_000,
    completedAt: 2_000,
  };
  const change = { runId: 'done', at: 1_000, attempt: 1, owner: 'x1', stepCount: 0 };
  const held = { ...change, runId: 'held' };
  const asked = { sentAt: 1_000, answeredAt: 1_010, workspace: 'one' };
  const accepted = (token: string, id: string) => ({
    ...asked,
    request: { kind: 'create' as const, token },
    status: 202,
    body: JSON.stringify({ id, status: 'queued' }),
  });
  return structuredClone<History>({
    workspaces: [
      { name: 'one', id: 'w1', mark: 'one-7f3' },
      { name: 'two', id: 'w2', mark: 'two-a41' },
    ],
    creations: [
      { token: 'one-7f3-1', workspace: 'one', key: 'k1', effects: ['post'] },
      { token: 'one-7f3-2', workspace: 'one', key: 'k2', effects: ['post'] },
      { token: 'one-7f3-3', workspace: 'one', key: 'k3', effects: [] },
      { token: 'one-7f3-4', workspace: 'one', key: null, effects: [] },
      { token: 'one-7f3-5', workspace: 'one', key: null, effects: [] },
    ],
    exchanges: [
      { ...accepted('one-7f3-1', 'done'), status: null, body: '' },
      accepted('one-7f3-1', 'done'),
      accepted('one-7f3-2', 'lost'),
      accepted('one-7f3-3', 'tried'),
      accepted('one-7f3-4', 'ended'),
      {
        ...asked,
        request: { kind: 'cancel', runId: 'ended' },
        status: 200,
        body: '{"status":"cancelled"}',
      },
      { ...asked, request: { kind: 'list' }, status: 200, body: '{"data":[{"task":"one-7f3-1"}]}' },
      {
        ...asked,
        workspace: 'two',
        request: { kind: 'trespass', runId: 'done' },
        status: 404,
        body: '{"detail":"Not found."}',
      },
      accepted('one-7f3-5', 'held'),
    ],
    effects: [
      { at: 1_500, token: 'one-7f3-1', step: 'post', cookies: 'token=one-7f3-1' },
      { at: 1_600, token: 'one-7f3-2', step: 'post', cookies: '' },
    ],
    runs: [
      { ...row, id: 'done', token: 'one-7f3-1', key: 'k1', status: 'completed', stepCount: 1, lastSeq: 4 },
      {
        ...row,
        id: 'lost',
        token: 'one-7f3-2',
        key: 'k2',
        status: 'failed',
        stepCount: 0,
        lastSeq: 2,
        errorCode: 'executor_lost',
        errorMessage: 'The executor was lost during step "post".',
      },
      {
        ...row,
        id: 'tried',
        token: 'one-7f3-3',
        key: 'k3',
        status: 'completed',
        attempt: 2,
        stepCount: 1,
        lastSeq: 4,
      },
      { ...row, id: 'ended', token: 'one-7f3-4', status: 'cancelled', attempt: 0, stepCount: 0, lastSeq: 1 },
      {
        ...row,
        id: 'held',
        blueprintId: 'b1',
        token: 'one-7f3-5',
        status: 'completed',
        attempt: 2,
        stepCount: 0,
        lastSeq: 7,
      },
    ],
    transitions: [
      { ...change, from: null, to: 'queued', attempt: 0, owner: null },
      { ...change, from: 'queued', to: 'running' },
      { ...change, from: 'running', to: 'running', stepCount: 1 },
      { ...change, from: 'running', to: 'completed', stepCount: 1, owner: null },
      { ...change, runId: 'lost', from: 'queued', to: 'running' },
      { ...change, runId: 'lost', from: 'running', to: 'failed', owner: null },
      { ...change, runId: 'tried', from: 'queued', to: 'running' },
      { ...change, runId: 'tried', from: 'running', to: 'running', stepCount: 1 },
      { ...change, runId: 'tried', from: 'running', to: 'queued', stepCount: 1, owner: null },
      { ...change, runId: 'tried', from: 'queued', to: 'running', attempt: 2 },
      { ...change, runId: 'tried', from: 'running', to: 'completed', attempt: 2, stepCount: 1, owner: null },
      { ...change, runId: 'ended', from: 'queued', to: 'cancelled', attempt: 0, owner: null },
      { ...held, from: null, to: 'queued', attempt: 0, owner: null },
      { ...held, from: 'queued', to: 'running' },
      { ...held, at: 1_100, from: 'running', to: 'paused' },
      { ...held, at: 1_300, from: 'paused', to: 'user_controlling' },
      { ...held, at: 1_500, from: 'user_controlling', to: 'running' },
      { ...held, at: 1_600, from: 'running', to: 'interrupted', owner: null },
      { ...held, at: 1_700, from: 'interrupted', to: 'running', owner: null },
      { ...held, at: 1_800, from: 'running', to: 'running', attempt: 2 },
      { ...held, at: 1_900, from: 'running', to: 'completed', attempt: 2, owner: null },
    ],
    events: [
      event('done', 1, 'run.started'),
      event('done', 2, 'step.started', 'post'),
      event('done', 3, 'step.completed', 'post'),
      event('done', 4, 'run.completed'),
      event('lost', 1, 'step.started', 'post'),
      {
        ...event('lost', 2, 'run.failed', 'post'),
        data: { effects: [{ step_id: 'post', outcome: 'unknown' }] },
      },
      event('tried', 1, 'run.started'),
      { ...event('tried', 2, 'log'), message: 'The executor was lost; the Run is queued again.' },
      event('tried', 3, 'step.completed', 'read'),
      event('tried', 4, 'run.completed'),
      event('ended', 1, 'run.cancelled'),
      event('held', 1, 'run.started'),
      event('held', 2, 'control.paused'),
      event('held', 3, 'control.taken'),
      event('held', 4, 'control.released'),
      { ...event('held', 5, 'log'), message: 'The executor was lost; the Run is interrupted.' },
      { ...event('held', 6, 'log'), data: { control: 'resumed' } },
      event('held', 7, 'run.completed'),
    ],
    intents: [
      { runId: 'done', attempt: 1, stepId: 'post', action: 'click', landed: true, createdAt: 1_400 },
      { runId: 'lost', attempt: 1, stepId: 'post', action: 'click', landed: null, createdAt: 1_500 },
      {
        runId: 'held',
        attempt: 1,
        stepId: 'control',
        action: 'by a person',
        landed: true,
        createdAt: 1_400,
      },
    ],
    outboxRows: [],
    loads: [{ workspaceId: 'ws-one', counted: 1, held: 1 }],
    faults: [{ name: 'kill -9 of the executor', from: 1_200, until: 1_900, isGraceful: false }],
  }) as Mutable<History>;
}
