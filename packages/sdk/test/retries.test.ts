import { describe, expect, test } from '@jest/globals';
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
  ConflictError,
} from '../src/index.ts';
import {
  RUN_ID,
  ScriptedServer,
  accepted,
  cut,
  drop,
  hang,
  json,
  page,
  refuse,
  state,
} from './scripted-server.ts';

const RETRIED = [408, 429, 500, 502, 503, 504];
const NOT_RETRIED = [400, 401, 403, 404, 409, 413, 422];
const ok = state('running');

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
}

describe('a read', () => {
  test.each(RETRIED)('is retried after %i', async (status) => {
    await using server = await ScriptedServer.start(refuse(status), refuse(status), ok);
    expect(await server.client().runs.get(RUN_ID)).toMatchObject({ status: 'running' });
    expect(server.requests).toHaveLength(3);
  });

  test.each(NOT_RETRIED)('is not retried after %i', async (status) => {
    await using server = await ScriptedServer.start(refuse(status), ok);
    expect(await failure(server.client().runs.get(RUN_ID))).toMatchObject({ status });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['dropped', drop],
    ['cut', cut],
    ['garbled', page(200)],
  ])('is retried when its answer is %s', async (_how, act) => {
    await using server = await ScriptedServer.start(act, ok);
    expect(await server.client().runs.get(RUN_ID)).toMatchObject({ status: 'running' });
    expect(server.requests).toHaveLength(2);
  });

  test('fails with the last error once its retries are used up', async () => {
    await using server = await ScriptedServer.start(refuse(503));
    expect(await failure(server.client({ maxRetries: 1 }).runs.get(RUN_ID))).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(2);
    expect(await failure(server.client().runs.get(RUN_ID, { maxRetries: 0 }))).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(3);
  });

  test('fails with APITimeoutError when nothing is answered in time', async () => {
    await using server = await ScriptedServer.start(hang);
    const client = server.client({ timeout: 50, maxRetries: 1 });
    expect(await failure(client.runs.get(RUN_ID))).toBeInstanceOf(APITimeoutError);
    expect(server.requests).toHaveLength(2);
  });

  test('fails with an error that names the address and the reason when the server is unreachable', async () => {
    const server = await ScriptedServer.start(ok);
    const client = server.client({ maxRetries: 0 });
    await server[Symbol.asyncDispose]();
    const error = await failure(client.runs.get(RUN_ID));
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(error).toHaveProperty(
      'message',
      `${client.baseURL} gave no complete answer to GET /v1/runs/${RUN_ID}: the connection failed (ECONNREFUSED).`,
    );
  });

  test('ends with APIUserAbortError when its signal is aborted before, during or between attempts', async () => {
    await using server = await ScriptedServer.start(hang, refuse(503, { 'retry-after': '30' }));
    const client = server.client();
    expect(await failure(client.runs.get(RUN_ID, { signal: AbortSignal.abort() }))).toBeInstanceOf(
      APIUserAbortError,
    );
    expect(server.requests).toHaveLength(0);
    for (const attempt of [1, 2]) {
      const controller = new AbortController();
      const call = failure(client.runs.get(RUN_ID, { signal: controller.signal }));
      while (server.requests.length < attempt) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      expect(await call).toBeInstanceOf(APIUserAbortError);
    }
    expect(server.requests).toHaveLength(2);
  });
});

describe('a creation', () => {
  test.each([
    ...RETRIED.map((status) => [String(status), refuse(status)] as const),
    ['drop', drop],
    ['cut', cut],
    ['page', page(202)],
  ])('is repeated with the same key after %s', async (_what, act) => {
    await using server = await ScriptedServer.start(act, act, accepted);
    expect(await server.client().runs.create({ task: 'Look' })).toMatchObject({ id: RUN_ID });
    const keys = server.requests.map(({ headers }) => headers['x-idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  test('has a key of its own for each call', async () => {
    await using server = await ScriptedServer.start(accepted);
    await server.client().runs.create({ task: 'Look' });
    await server.client().runs.create({ task: 'Look' });
    const keys = server.requests.map(({ headers }) => headers['x-idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  test("keeps the caller's key, given as option or header", async () => {
    await using server = await ScriptedServer.start(accepted);
    await server.client().runs.create({ task: 'Look' }, { idempotencyKey: 'mine' });
    await server.client().runs.create({ task: 'Look' }, { headers: { 'X-Idempotency-Key': 'mine too' } });
    expect(server.requests.map(({ headers }) => headers['x-idempotency-key'])).toEqual(['mine', 'mine too']);
  });

  test('is never retried after 409', async () => {
    await using server = await ScriptedServer.start(refuse(409), accepted);
    expect(await failure(server.client().runs.create({ task: 'Look' }))).toBeInstanceOf(ConflictError);
    expect(server.requests).toHaveLength(1);
  });
});

describe('a POST that makes nothing new', () => {
  test.each([408, 429, 503])('is retried after %i, which says that nothing was done', async (status) => {
    await using server = await ScriptedServer.start(refuse(status), json(200, { status: 'running' }));
    await server.client().runs.approve(RUN_ID);
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ['500', refuse(500)],
    ['502', refuse(502)],
    ['503 without Retry-After', json(503, { detail: 'upstream reset' })],
    ['504', refuse(504)],
    ['a dropped answer', drop],
    ['a cut answer', cut],
    ['a garbled answer', page(200)],
  ])('is not retried after %s, when it may have been done', async (_what, act) => {
    await using server = await ScriptedServer.start(act, json(200, { status: 'running' }));
    expect(await failure(server.client().runs.approve(RUN_ID))).toBeInstanceOf(Error);
    expect(server.requests).toHaveLength(1);
  });

  test('is retried when no connection could be made', async () => {
    let calls = 0;
    const fetch = () => {
      calls += 1;
      return Promise.reject(
        new TypeError('fetch failed', {
          cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
        }),
      );
    };
    const server = await ScriptedServer.start(ok);
    const client = server.client({ fetch, maxRetries: 1 });
    await server[Symbol.asyncDispose]();
    expect(await failure(client.runs.cancel(RUN_ID))).toBeInstanceOf(APIConnectionError);
    expect(calls).toBe(2);
  });
});

describe('a lost answer', () => {
  const definition = { title: 'One', steps: [], parameters: [] };
  const runbook = { id: RUN_ID, schemaVersion: 3, status: 'draft', ...definition };

  test('the answer to an update is read again when the retry finds the version written', async () => {
    const written = { ...runbook, version: 3 };
    await using server = await ScriptedServer.start(drop, refuse(409), json(200, written));
    const answer = await server.client().runbooks.update(RUN_ID, { expectedVersion: 2, ...definition });
    expect(answer).toEqual(written);
  });

  test('the answer to an update of a Blueprint is read again, too', async () => {
    const body = { expectedVersion: 2, name: 'One', goal: 'Look around', maxSteps: 5 };
    const written = { id: RUN_ID, version: 3, name: 'One', goal: 'Look around', maxSteps: 5, startUrl: null };
    await using server = await ScriptedServer.start(drop, refuse(409), json(200, written));
    expect(await server.client().blueprints.update(RUN_ID, body)).toEqual(written);
  });

  test('an update reports the conflict when another client wrote the version', async () => {
    await using server = await ScriptedServer.start(
      drop,
      refuse(409),
      json(200, { ...runbook, version: 3, title: 'Another' }),
    );
    const update = server.client().runbooks.update(RUN_ID, { expectedVersion: 2, ...definition });
    expect(await failure(update)).toBeInstanceOf(ConflictError);
  });

  test('a deletion counts as done when the retry finds nothing', async () => {
    await using server = await ScriptedServer.start(drop, refuse(404));
    expect(await server.client().runbooks.delete(RUN_ID)).toBeUndefined();
  });

  test('a deletion gets 404 when nothing had been done', async () => {
    await using server = await ScriptedServer.start(refuse(503), refuse(404));
    expect(await failure(server.client().runbooks.delete(RUN_ID))).toMatchObject({ status: 404 });
  });
});

describe('Retry-After', () => {
  test('decides in seconds when the retry comes', async () => {
    await using server = await ScriptedServer.start(refuse(429, { 'retry-after': '0' }), ok);
    await server.client({ maxRetries: 1 }).runs.get(RUN_ID);
    expect(server.requests).toHaveLength(2);
  });

  test('is understood as a date', async () => {
    const past = new Date(Date.now() - 60_000).toUTCString();
    await using server = await ScriptedServer.start(refuse(503, { 'retry-after': past }), ok);
    await server.client({ maxRetries: 1 }).runs.get(RUN_ID);
    expect(server.requests).toHaveLength(2);
  });

  test('is passed to the caller at once when it is over a minute', async () => {
    await using server = await ScriptedServer.start(refuse(429, { 'retry-after': '3600' }));
    const error = await failure(server.client().runs.get(RUN_ID));
    expect(error).toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect(error).toBeInstanceOf(APIError);
    expect(server.requests).toHaveLength(1);
  });
});
