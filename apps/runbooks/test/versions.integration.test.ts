import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PublishedRunbook, Revision } from '@errand/contracts';
import { type Caller, type TestService, definition, startTestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => service?.[Symbol.asyncDispose]());

function replace({ send }: Caller, id: string, expectedVersion: number, changes: object = {}) {
  return send('PUT', `/v1/runbooks/${id}`, { expectedVersion, ...definition(changes) });
}
function publish({ send }: Caller, id: string, expectedVersion: number) {
  return send('POST', `/v1/runbooks/${id}/publish`, { expectedVersion });
}
function pin(caller: Caller, id: string, query: Record<string, string> = {}) {
  return service.pin({ workspaceId: caller.workspaceId, runbookId: id, ...query });
}

describe('replacing', () => {
  test('creates the next version as a draft', async () => {
    const caller = service.caller();
    const created = await caller.create();
    const answer = await replace(caller, created.id, 1, {
      title: 'New',
      parameters: [{ name: 'a', type: 'date' }],
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: created.id, title: 'New', version: 2, status: 'draft', createdAt: created.createdAt },
    });
    expect(answer.body.updatedAt > created.updatedAt).toBe(true);
    expect((await caller.send('GET', `/v1/runbooks/${created.id}`)).body).toEqual(answer.body);
  });

  test('keeps its own title', async () => {
    const caller = service.caller();
    const { id, title } = await caller.create();
    expect((await replace(caller, id, 1, { title })).status).toBe(200);
  });

  test('exactly one of many concurrent replacements of a version succeeds', async () => {
    const caller = service.caller();
    const { id } = await caller.create();
    const answers = await Promise.all(Array.from({ length: 20 }, () => replace(caller, id, 1)));
    const counts = Object.groupBy(answers, ({ status }) => String(status));
    expect(counts['200']).toHaveLength(1);
    expect(counts['409']).toHaveLength(19);
    expect((await caller.send('GET', `/v1/runbooks/${id}`)).body).toEqual(counts['200']?.[0]?.body);
  });

  test.each([0, 2, Number.MAX_SAFE_INTEGER])('expectedVersion %d is refused', async (expectedVersion) => {
    const caller = service.caller();
    const { id } = await caller.create();
    const status = expectedVersion < 1 ? 422 : 409;
    expect((await replace(caller, id, expectedVersion)).status).toBe(status);
    expect((await publish(caller, id, expectedVersion)).status).toBe(status);
  });

  test.each([{ schemaVersion: 3 }, { status: 'draft' }, { expectedVersion: undefined }, { steps: [] }])(
    'is refused with 422: %j',
    async (changes) => {
      const caller = service.caller();
      const { id } = await caller.create();
      expect((await replace(caller, id, 1, changes)).status).toBe(422);
    },
  );
});

describe('publishing', () => {
  test('freezes the current version without a new one', async () => {
    const caller = service.caller();
    const created = await caller.create();
    const answer = await publish(caller, created.id, 1);
    expect(answer.status).toBe(200);
    const { revisionId, ...runbook } = PublishedRunbook.parse(answer.body);
    expect(runbook).toEqual({ ...created, status: 'published', updatedAt: runbook.updatedAt });
    const { body } = await pin(caller, created.id);
    expect(Revision.parse(body)).toMatchObject({ revisionId, version: 1, steps: created.steps });
  });

  test('returns the same response the second time', async () => {
    const caller = service.caller();
    const { id } = await caller.create();
    const first = await publish(caller, id, 1);
    expect((await publish(caller, id, 1)).body).toEqual(first.body);
  });

  test('creates one revision for concurrent requests', async () => {
    const caller = service.caller();
    const { id } = await caller.create();
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(caller, id, 1)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body['revisionId'])).size).toBe(1);
    expect((await caller.send('GET', `/v1/runbooks/${id}/revisions`)).body.data).toHaveLength(1);
  });

  test('fails with a stale version when a concurrent replacement wins, or makes that fail', async () => {
    const caller = service.caller();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await caller.create();
      const [replaced, published] = await Promise.all([replace(caller, id, 1), publish(caller, id, 1)]);
      expect(replaced.status).toBe(200);
      const { body } = await caller.send('GET', `/v1/runbooks/${id}/revisions`);
      expect(body.data).toHaveLength(published.status === 200 ? 1 : 0);
      expect((await caller.send('GET', `/v1/runbooks/${id}`)).body).toMatchObject({
        version: 2,
        status: 'draft',
      });
    }
  });

  test('a replaced Runbook is a draft again, and its published revision stays executable', async () => {
    const caller = service.caller();
    const created = await caller.create({ title: 'Old', status: 'published' });
    await replace(caller, created.id, 1, { title: 'New' });
    expect((await pin(caller, created.id)).body).toMatchObject({ title: 'Old', version: 1 });
    const second = await publish(caller, created.id, 2);
    expect(second.body).toMatchObject({ status: 'published', version: 2 });
    expect((await pin(caller, created.id)).body).toMatchObject({ title: 'New', version: 2 });
    const old = await pin(caller, created.id, { revisionId: String(created['revisionId']) });
    expect(old.body).toMatchObject({ title: 'Old', version: 1 });
    const { body } = await caller.send('GET', `/v1/runbooks/${created.id}/revisions`);
    expect(body.data.map((revision) => revision['version'])).toEqual([2, 1]);
    expect(body.data[1]).toEqual(old.body);
  });
});

describe('pinning', () => {
  test('returns 409 when nothing is published', async () => {
    const caller = service.caller();
    const { id } = await caller.create();
    expect((await pin(caller, id)).status).toBe(409);
    expect((await pin(caller, id, { revisionId: randomUUIDv7() })).status).toBe(404);
  });

  test("returns 404 for another workspace's Runbook, another Runbook's revision and unknown ids", async () => {
    const caller = service.caller();
    const [one, two] = [
      await caller.create({ status: 'published' }),
      await caller.create({ status: 'published' }),
    ];
    expect((await pin(service.caller(), one.id)).status).toBe(404);
    expect((await pin(caller, one.id, { revisionId: String(two['revisionId']) })).status).toBe(404);
    expect((await pin(caller, randomUUIDv7())).status).toBe(404);
    const path = `/v1/runbooks/${one.id}/revisions/${String(two['revisionId'])}`;
    expect((await caller.send('GET', path)).status).toBe(404);
  });
});

test.each(['UPDATE revisions SET title = title', 'DELETE FROM revisions'])(
  'the database refuses: %s',
  async (statement) => {
    await service.caller().create({ status: 'published' });
    await expect(service.database.query(statement)).rejects.toThrow('is immutable');
  },
);

describe('pinning several revisions in one call', () => {
  test('answers each on its own, and does not send one that is known', async () => {
    const caller = service.caller();
    const { workspaceId } = caller;
    const one = await caller.create({ status: 'published' });
    const other = await caller.create({ title: 'Other', status: 'published' });
    const draft = await caller.create();
    const knownRevisionId = String(one['revisionId']);
    await replace(caller, other.id, 1);
    await publish(caller, other.id, 2);
    const { body } = await service.post('revisions/pin', {
      asked: [
        { workspaceId, runbookId: one.id },
        { workspaceId, runbookId: one.id, knownRevisionId },
        { workspaceId, runbookId: other.id, knownRevisionId: String(other['revisionId']) },
        { workspaceId, runbookId: draft.id },
        { workspaceId: randomUUIDv7(), runbookId: one.id, knownRevisionId },
      ],
    });
    expect(body).toMatchObject([
      { revisionId: knownRevisionId, version: 1, steps: one.steps },
      null,
      { version: 2 },
      { status: 409 },
      { status: 404 },
    ]);
  });
});
