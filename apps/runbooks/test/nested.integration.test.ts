import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PinnedRevision } from '@errand/contracts/internal';
import { type Caller, type TestService, definition, startTestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => service?.[Symbol.asyncDispose]());

function run(runbookId: string, inputs?: object, id = 'call') {
  return { id, kind: 'primitive', primitive: 'runbook.run', input: { runbookId, ...(inputs && { inputs }) } };
}

/** Creates a published Runbook that runs others, one step for each. */
function published(caller: Caller, ids: string[] = [], changes: object = {}) {
  const steps = ids.map((id, at) => run(id, undefined, `call${at}`));
  return caller.create({ status: 'published', ...(steps.length > 0 && { steps }), ...changes });
}

function pin(caller: Caller, id: string) {
  return service.pin({ workspaceId: caller.workspaceId, runbookId: id });
}

describe('a Runbook that runs others', () => {
  test('is pinned with the latest revisions of all of them', async () => {
    const caller = service.caller();
    const inner = await published(caller);
    const middle = await published(caller, [inner.id]);
    const outer = await published(caller, [middle.id, inner.id]);
    const newer = { expectedVersion: 1, ...definition({ title: 'Newer' }) };
    await caller.send('PUT', `/v1/runbooks/${inner.id}`, newer);
    expect((await pin(caller, outer.id)).body['runbooks']).toMatchObject({ [inner.id]: { version: 1 } });
    const { body } = await caller.send('POST', `/v1/runbooks/${inner.id}/publish`, { expectedVersion: 2 });
    const pinned = PinnedRevision.parse((await pin(caller, outer.id)).body);
    expect(pinned.runbooks).toMatchObject({
      [middle.id]: { version: 1, revisionId: middle['revisionId'] },
      [inner.id]: { version: 2, revisionId: body['revisionId'], title: 'Newer' },
    });
    const current = await service.internal(`runbooks/${outer.id}/current`, {
      workspaceId: caller.workspaceId,
    });
    expect(current.body['runbooks']).toEqual(pinned.runbooks);
  });

  test('is refused when it is written with an unknown Runbook, or with inputs that no version takes', async () => {
    const caller = service.caller();
    const foreign = await published(service.caller());
    const inner = await published(caller, [], {
      parameters: [{ name: 'who', type: 'string', required: true }],
    });
    const detail = async (step: object) => {
      const { status, body } = await caller.send('POST', '/v1/runbooks', {
        schemaVersion: 3,
        ...definition({ steps: [step] }),
      });
      return `${status} ${body.detail}`;
    };
    for (const id of [foreign.id, randomUUIDv7(), 'greeting'])
      expect(await detail(run(id))).toBe(
        '422 steps[0].input.runbookId: no Runbook of this workspace has this id',
      );
    expect(await detail(run('{{ run.id }}'))).toMatch(/^422 steps\[0\]\.input\.runbookId: must be the id/);
    expect(await detail(run(inner.id))).toBe('422 steps[0].input.inputs.who: is required');
    expect(await detail(run(inner.id, { who: 5 }))).toBe('422 steps[0].input.inputs.who: must be a string');
    expect(await detail(run(inner.id, { who: '{{ run.id }}', whom: 1 }))).toMatch(
      /^422 steps\[0\]\.input\.inputs\.whom/,
    );
    expect(await detail(run(inner.id, { who: '{{ run.id }}' }))).toMatch(/^201/);
  });

  test('cannot be part of a circle or more than five deep', async () => {
    const caller = service.caller();
    let last = await published(caller);
    const first = last;
    for (let depth = 2; depth <= 5; depth += 1) last = await published(caller, [last.id]);
    const steps = [run(last.id)];
    const tooDeep = await caller.send('POST', '/v1/runbooks', { schemaVersion: 3, ...definition({ steps }) });
    expect(tooDeep).toMatchObject({ status: 422 });
    expect(tooDeep.body.detail).toContain('Runbooks can run each other at most 5 deep: this Runbook → ');
    const circle = await caller.send('PUT', `/v1/runbooks/${first.id}`, {
      expectedVersion: 1,
      ...definition({ steps }),
    });
    expect(circle.status).toBe(422);
    expect(circle.body.detail).toContain('Runbooks must not run each other in a circle: this Runbook → ');
    const itself = { expectedVersion: 1, ...definition({ steps: [run(first.id)] }) };
    expect((await caller.send('PUT', `/v1/runbooks/${first.id}`, itself)).status).toBe(422);
  });

  test('cannot be run while one of them is not published, keeps them from being deleted, and leaves the title of a deleted one free', async () => {
    const caller = service.caller();
    const inner = await caller.create({ title: 'Inner draft' });
    const outer = await published(caller, [inner.id], { title: 'Outer' });
    expect(await pin(caller, outer.id)).toMatchObject({
      status: 409,
      body: { detail: 'Step "call0" runs the Runbook "Inner draft", which has no published revision.' },
    });
    const principal = {
      workspaceId: caller.workspaceId,
      userId: 'ada',
      keyId: null,
      scopes: ['runbooks:write'],
    };
    const remove = (id: string) => service.post(`runbooks/${id}/delete`, { principal });
    expect(await remove(inner.id)).toMatchObject({
      status: 409,
      body: { detail: 'Other Runbooks run this one: "Outer".' },
    });
    expect((await remove(outer.id)).status).toBe(204);
    expect((await remove(inner.id)).status).toBe(204);
    const again = { schemaVersion: 3, ...definition({ title: 'Inner draft' }) };
    expect(await caller.send('POST', '/v1/runbooks/validate', again)).toMatchObject({
      status: 200,
      body: { valid: true, problems: [] },
    });
    expect((await caller.send('POST', '/v1/runbooks', again)).status).toBe(201);
  });
});
