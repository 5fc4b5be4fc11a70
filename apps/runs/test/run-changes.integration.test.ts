import { randomUUIDv7 } from 'node:crypto';
import { RunChange } from '@errand/contracts';
import { PRINCIPAL_HEADER, type Principal } from '@errand/contracts/internal';
import { messagesOf, queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimedRun, executor, requestApproval } from './executor.ts';
import { type Harness, TOKEN, startHarness } from './harness.ts';
import { completed, reported } from './run-reports.ts';

/** The messages of the stream of a service, for a caller. */
async function* follow(url: string, principal: Principal, stop: AbortSignal): AsyncGenerator<RunChange> {
  const response = await fetch(`${url}/v1/runs/changes`, {
    headers: {
      authorization: `Bearer ${TOKEN}`,
      [PRINCIPAL_HEADER]: JSON.stringify(principal),
      accept: 'text/event-stream',
    },
    signal: stop,
  });
  for await (const message of messagesOf(response)) yield RunChange.parse(message);
}

/** Reads until the Run has this status; returns the statuses of all Runs on the way. */
async function until(changes: AsyncGenerator<RunChange>, runId: string, status: string): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const { value } = await changes.next();
    if (value?.type !== 'changed') throw new Error(`not a change: ${JSON.stringify(value)}`);
    seen.push(`${value.run.id} ${value.run.status}`);
    if (value.run.id === runId && value.run.status === status) return seen;
  }
}

describe.each(queueBackends())('changes of Runs, on $name', (backend) => {
  let h: Harness;
  let other: AsyncDisposable & { url: string };
  const stop = new AbortController();
  beforeAll(async () => {
    h = await startHarness(backend);
    other = await h.startOther();
  });
  afterAll(async () => {
    stop.abort();
    await other?.[Symbol.asyncDispose]();
    await h?.[Symbol.asyncDispose]();
  });

  test('each process of the service tells of a Run from its acceptance to its end', async () => {
    const streams = [h.url, other.url].map((url) => follow(url, h.principal, stop.signal));
    for (const stream of streams) expect((await stream.next()).value).toEqual({ type: 'reset' });
    const runId = await h.createRun();
    for (const stream of streams) await until(stream, runId, 'queued');
    await h.claim(runId);
    for (const stream of streams) await until(stream, runId, 'running');
    await h.report({
      runId,
      ...executor,
      firstSeq: 1,
      events: [reported('run.completed', 'Done.')],
      outcome: completed,
    });
    for (const stream of streams) await until(stream, runId, 'completed');
  });

  test('a local Run, one that is cancelled and one that waits for approval are told of', async () => {
    const stream = follow(h.url, h.principal, stop.signal);
    await stream.next();
    const member = h.as({ scopes: [...h.principal.scopes, 'runs:local'] });
    const { body } = await member.call('POST', '/v1/runs', { task: 'x', executionTarget: 'local' });
    const local = String(body['id']);
    await until(stream, local, 'queued');
    await h.call('POST', `/v1/runs/${local}/cancel`);
    await until(stream, local, 'cancelled');
    const waiting = await claimedRun(h);
    await requestApproval(h, waiting);
    await until(stream, waiting, 'waiting_for_approval');
  });

  test('a workspace is told of its own Runs only', async () => {
    const theirs: Principal = { ...h.principal, workspaceId: randomUUIDv7() };
    const stream = follow(h.url, theirs, stop.signal);
    await stream.next();
    const foreign = await claimedRun(h);
    const own = String((await h.as(theirs).call('POST', '/v1/runs', { task: 'Do something' })).body['id']);
    expect((await until(stream, own, 'queued')).filter((each) => each.includes(foreign))).toEqual([]);
  });

  test('the stream is refused with 406 when it is not asked for', async () => {
    const { status, body } = await h.call('GET', '/v1/runs/changes');
    expect([status, body['detail']]).toEqual([406, expect.stringContaining('Accept: text/event-stream')]);
  });
});
