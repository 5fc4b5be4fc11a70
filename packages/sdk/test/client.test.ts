import { inspect } from 'node:util';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import Errand, * as sdk from '../src/index.ts';
import { KEY, RUN_ID, ScriptedServer, accepted, json, page, refuse, state } from './scripted-server.ts';

const { ERRAND_API_KEY, ERRAND_BASE_URL } = process.env;
afterEach(() => {
  for (const [name, value] of Object.entries({ ERRAND_API_KEY, ERRAND_BASE_URL }))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
});

describe('the client', () => {
  test('says how to set a key when there is none', () => {
    delete process.env['ERRAND_API_KEY'];
    expect(() => new Errand()).toThrow(/ERRAND_API_KEY.*apiKey/);
  });

  test('takes key and address from the environment, and options before them', () => {
    process.env['ERRAND_API_KEY'] = `${KEY}\n`;
    process.env['ERRAND_BASE_URL'] = 'https://one.example/';
    expect(new Errand().baseURL).toBe('https://one.example');
    expect(new Errand({ baseURL: 'https://two.example/errand/' }).baseURL).toBe('https://two.example/errand');
    delete process.env['ERRAND_BASE_URL'];
    expect(new Errand().baseURL).toBe('http://localhost:8080');
  });

  test.each(['localhost:8080', 'ftp://x', 'nonsense', 'http://user:secret@host'])(
    'refuses the address %s',
    (baseURL) => {
      expect(() => new Errand({ apiKey: KEY, baseURL })).toThrow(sdk.ErrandError);
    },
  );

  test('refuses a key with characters that no header takes, without showing it', () => {
    expect(() => new Errand({ apiKey: 'schlüssel' })).toThrow(/copy it again/);
    expect(() => new Errand({ apiKey: 'schlüssel' })).not.toThrow(/schl/);
  });

  test('refuses a key in a browser page unless told', () => {
    const page = globalThis as { window?: unknown; document?: unknown };
    Object.assign(page, { window: {}, document: {} });
    try {
      expect(() => new Errand({ apiKey: KEY })).toThrow(/dangerouslyAllowBrowser/);
      expect(new Errand({ apiKey: KEY, dangerouslyAllowBrowser: true })).toBeDefined();
    } finally {
      delete page.window;
      delete page.document;
    }
  });

  test('sends key, user agent, default headers and those of the call', async () => {
    await using server = await ScriptedServer.start(accepted);
    const client = server.client({ defaultHeaders: { 'X-One': '1', 'X-Two': '2' } });
    await client.runs.create({ task: 'Look' }, { headers: { 'X-Two': null, 'X-Request-ID': 'mine' } });
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      url: '/v1/runs',
      body: '{"task":"Look"}',
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        'user-agent': `errand-sdk/${sdk.VERSION}`,
        'x-one': '1',
        'x-request-id': 'mine',
      },
    });
    expect(server.requests[0]?.headers).not.toHaveProperty('x-two');
  });

  test('uses the fetch that it is given', async () => {
    const urls: string[] = [];
    const fetch = (url: unknown) => {
      urls.push(String(url));
      return Promise.resolve(Response.json({ status: 'cancelled' }));
    };
    await new Errand({ apiKey: KEY, baseURL: 'http://host', fetch }).runs.cancel(RUN_ID);
    expect(urls).toEqual([`http://host/v1/runs/${RUN_ID}/cancel`]);
  });

  test.each(['', '.', '..'])(
    'rejects the promise of a call with the id %j, which would be another path',
    async (id) => {
      const { runs, runbooks } = new Errand({ apiKey: KEY });
      const calls = [runs.get(id), runs.artifacts.download(RUN_ID, id), runbooks.delete(id)];
      for (const call of calls) await expect(call).rejects.toThrow(/must be an id/);
    },
  );

  test('encodes ids', async () => {
    await using server = await ScriptedServer.start(refuse(404));
    await server
      .client()
      .runs.get('a/../b?c')
      .catch(() => undefined);
    expect(server.requests[0]?.url).toBe('/v1/runs/a%2F..%2Fb%3Fc');
  });

  test('has the version of its package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(sdk.VERSION).toBe(version);
  });

  test('uploads bytes as they are', async () => {
    await using server = await ScriptedServer.start(refuse(503), json(201, { id: RUN_ID }));
    const bytes = new TextEncoder().encode('a,b\n1,2\n');
    await server.client().files.create(bytes, { filename: 'rows & more.csv', contentType: 'text/csv' });
    expect(server.requests[1]).toMatchObject({
      method: 'POST',
      url: '/v1/files?filename=rows+%26+more.csv',
      body: 'a,b\n1,2\n',
      headers: { 'content-type': 'text/csv' },
    });
  });
});

describe('an answer', () => {
  test('comes with its response and request id', async () => {
    await using server = await ScriptedServer.start(json(202, { id: RUN_ID }, { 'x-request-id': 'req-1' }));
    const call = server.client().runs.create({ task: 'Look' });
    const { data, response, requestId } = await call.withResponse();
    expect([data.id, response.status, requestId]).toEqual([RUN_ID, 202, 'req-1']);
    expect(await (await call.asResponse()).json()).toEqual({ id: RUN_ID });
    expect(server.requests).toHaveLength(1);
  });

  test('leaves the body of an artifact unread', async () => {
    await using server = await ScriptedServer.start((response) => response.end('bytes'));
    const response = await server.client().runs.artifacts.download(RUN_ID, RUN_ID);
    expect(await response.text()).toBe('bytes');
  });
});

describe('an error', () => {
  test.each([
    [400, sdk.BadRequestError],
    [401, sdk.AuthenticationError],
    [403, sdk.PermissionDeniedError],
    [404, sdk.NotFoundError],
    [409, sdk.ConflictError],
    [413, sdk.PayloadTooLargeError],
    [422, sdk.UnprocessableEntityError],
    [429, sdk.RateLimitError],
    [500, sdk.InternalServerError],
    [503, sdk.InternalServerError],
    [418, sdk.APIError],
  ])('has a class of its own for status %i', async (status, ErrorClass) => {
    await using server = await ScriptedServer.start(refuse(status, { 'x-request-id': 'req-2' }));
    const error = await server
      .client({ maxRetries: 0 })
      .runs.list()
      .then(null, (each: unknown) => each);
    expect(error).toBeInstanceOf(ErrorClass);
    expect(error).toBeInstanceOf(sdk.APIError);
    expect(error).toBeInstanceOf(sdk.ErrandError);
    expect(error).toMatchObject({
      name: ErrorClass.name,
      status,
      detail: `refused with ${status}`,
      requestId: 'req-2',
    });
  });

  test("is an APIError with its status for a proxy's page", async () => {
    await using server = await ScriptedServer.start(page(502));
    const error = await server
      .client({ maxRetries: 0 })
      .runs.list()
      .then(null, (each: unknown) => each);
    expect(error).toBeInstanceOf(sdk.InternalServerError);
    expect(error).toMatchObject({ status: 502, detail: null });
  });

  test('is an APIError with its status for a success that is not JSON', async () => {
    await using server = await ScriptedServer.start(page(200));
    const error = await server
      .client({ maxRetries: 0 })
      .runs.list()
      .then(null, (each: unknown) => each);
    expect(error).toBeInstanceOf(sdk.APIError);
    expect(error).toMatchObject({ name: 'APIError', status: 200 });
  });

  test('shows no key and no secret, even when the server repeats them', async () => {
    await using server = await ScriptedServer.start(
      json(422, { detail: `bad header Bearer ${KEY}` }),
      (response) => response.destroy(),
    );
    const client = server.client({ maxRetries: 0 });
    for (const _ of [1, 2]) {
      const error = await client.runs
        .create({ task: '{{ secrets.pw }}', secrets: { pw: 'hunter2' } })
        .then(null, (each: unknown) => each);
      const shown = inspect(error, { depth: 9, showHidden: true });
      expect(shown).toMatch(/Error/);
      expect(shown).not.toMatch(new RegExp(`${KEY}|hunter2`));
    }
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(KEY);
    expect(JSON.stringify(client)).not.toContain(KEY);
  });

  test('leaves no unhandled rejection when withResponse alone does not handle it', async () => {
    await using server = await ScriptedServer.start(refuse(404));
    await expect(server.client().runs.get(RUN_ID).withResponse()).rejects.toMatchObject({ status: 404 });
  });
});

describe('a list', () => {
  const run = (id: number) => ({ id: String(id) });

  test('yields all items, page by page, each once though new ones push them on', async () => {
    await using server = await ScriptedServer.start(
      json(200, { data: [run(3), run(2)], has_more: true }),
      json(200, { data: [run(2), run(1)], has_more: false }),
    );
    const ids: string[] = [];
    for await (const { id } of server.client().runs.list({ status: 'failed', 'metadata.ticket': 'A 1' }))
      ids.push(id);
    expect(ids).toEqual(['3', '2', '1']);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v1/runs?status=failed&metadata.ticket=A+1',
      '/v1/runs?status=failed&metadata.ticket=A+1&offset=2',
    ]);
  });

  test('gives its pages one by one', async () => {
    await using server = await ScriptedServer.start(
      json(200, { data: [run(2)], next_cursor: 'abc' }),
      json(200, { data: [run(1)], next_cursor: null }),
    );
    const first = await server.client().runbooks.list({ limit: 1 });
    expect([first.data, first.hasNextPage()]).toEqual([[run(2)], true]);
    const second = await first.getNextPage();
    expect([second?.data, second?.hasNextPage(), await second?.getNextPage()]).toEqual([
      [run(1)],
      false,
      null,
    ]);
    expect(server.requests[1]?.url).toBe('/v1/runbooks?limit=1&cursor=abc');
  });

  test('ends at a page that is not full when the answer has no has_more', async () => {
    await using server = await ScriptedServer.start(
      json(200, { data: [run(1), run(2)] }),
      json(200, { data: [run(3)] }),
    );
    const ids: string[] = [];
    for await (const { id } of server.client().runs.artifacts.list(RUN_ID, { limit: 2 })) ids.push(id);
    expect(ids).toEqual(['1', '2', '3']);
  });

  test('continues a list of events after the last seq', async () => {
    await using server = await ScriptedServer.start(
      json(200, { data: [{ seq: 4 }, { seq: 5 }], has_more: true }),
      json(200, { data: [{ seq: 6 }], has_more: false }),
    );
    const seen: number[] = [];
    for await (const { seq } of server.client().runs.events(RUN_ID, { after: 3 })) seen.push(seq);
    expect(seen).toEqual([4, 5, 6]);
    expect(server.requests.map(({ url }) => url.split('?')[1])).toEqual(['after=3', 'after=5']);
  });
});

test('an approval carries decision, comment and value', async () => {
  await using server = await ScriptedServer.start(json(200, { status: 'running' }));
  const { runs } = server.client();
  await runs.approve(RUN_ID, { comment: 'fine', value: { total: 3 } });
  await runs.reject(RUN_ID);
  expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { comment: 'fine', value: { total: 3 }, decision: 'approve' },
    { decision: 'reject' },
  ]);
});

test('a Run that was waited for keeps its id', async () => {
  await using server = await ScriptedServer.start(accepted, state('completed'));
  expect(await server.client().runs.createAndWait({ task: 'Look' })).toMatchObject({
    id: RUN_ID,
    status: 'completed',
  });
});
