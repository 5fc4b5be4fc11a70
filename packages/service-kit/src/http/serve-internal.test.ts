import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { Id } from '@errand/contracts';
import { type InternalRoute, internalRoute } from '@errand/contracts/internal';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { createLogger } from '../logging.ts';
import { problemOf, sendProblem } from './answer.ts';
import { type InternalClient, createInternalClient } from './internal-client.ts';
import { serveInternal, serveInternalRoutes } from './serve-internal.ts';

const ID = '0190d2a0-0000-7000-8000-000000000001';
const params = z.object({ item_id: Id });
const routes = {
  double: internalRoute({
    method: 'POST',
    path: '/internal/items/{item_id}/double',
    params,
    query: z.object({ times: z.coerce.number().int(), label: z.string().optional() }),
    body: z.strictObject({ value: z.int(), extra: z.int().default(1) }),
    answer: z.strictObject({ id: Id, value: z.int(), label: z.string().nullable() }),
  }),
  remove: internalRoute({ method: 'POST', path: '/internal/items/{item_id}/remove', params }),
  store: internalRoute({
    method: 'PUT',
    path: '/internal/items/{item_id}',
    params,
    body: z.custom<Uint8Array>(),
    maxFileBytes: 4,
  }),
  read: internalRoute({ method: 'GET', path: '/internal/items/{item_id}', params, answer: 'file' }),
};

let stored: Uint8Array = new Uint8Array();
const handle = serveInternalRoutes(
  [
    serveInternal(routes.double, async ({ params: { item_id: id }, query, body }) => ({
      id,
      value: body.value * query.times + body.extra,
      label: query.label ?? null,
    })),
    serveInternal(routes.remove, () => Promise.resolve()),
    serveInternal(routes.store, async ({ body }) => void (stored = body)),
    serveInternal(routes.read, async () => ({
      filename: 'größe.txt',
      contentType: 'text/plain',
      bytes: stored.length,
      content: Readable.from([stored]),
    })),
  ],
  ['token'],
);

const log = createLogger('test', 'silent');
let server: Server;
let url: string;
let client: InternalClient;
beforeAll(async () => {
  server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch((error: unknown) =>
      sendProblem(response, problemOf(error, log)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createInternalClient(url, 'token');
});
afterAll(async () => {
  await client?.close();
  server?.close();
});

test('a call reaches the handler of its route with parsed params, query and body', async () => {
  const call = { params: { item_id: ID }, query: { times: 3 }, body: { value: 5 } };
  expect(await client.call(routes.double, call)).toEqual({ id: ID, value: 16, label: null });
  expect(await client.call(routes.remove, { params: { item_id: ID } })).toBeUndefined();
});

test('a file goes through with its bytes, name and type, and one above the limit gets 413', async () => {
  const call = { params: { item_id: ID } };
  await client.call(routes.store, { ...call, body: Uint8Array.of(1, 2, 3) });
  expect(await client.call(routes.read, call)).toEqual({
    filename: 'größe.txt',
    contentType: 'text/plain',
    bytes: Uint8Array.of(1, 2, 3),
  });
  await expect(client.call(routes.store, { ...call, body: new Uint8Array(5) })).rejects.toMatchObject({
    status: 413,
  });
});

test('returns 401 without the token, 404 for unknown routes and malformed ids, 422 for invalid input', async () => {
  const status = async (route: InternalRoute, call: object, token = 'token') => {
    await using stack = new AsyncDisposableStack();
    const other = createInternalClient(url, token);
    stack.defer(() => other.close());
    return await (other.call as (route: InternalRoute, call: object) => Promise<unknown>)(route, call).then(
      () => 200,
      ({ status: refused }: { status: number }) => refused,
    );
  };
  const call = { params: { item_id: ID }, query: { times: 3 }, body: { value: 5 } };
  expect(await status(routes.double, call, 'other')).toBe(401);
  expect(await status({ ...routes.remove, method: 'PUT' }, call)).toBe(404);
  expect(await status({ ...routes.remove, path: '/internal/items' }, {})).toBe(404);
  expect(await status(routes.double, { ...call, params: { item_id: 'x' } })).toBe(404);
  expect(await status(routes.double, { ...call, query: { times: 'x' } })).toBe(422);
  expect(await status(routes.double, { ...call, body: { value: 'x' } })).toBe(422);
  expect(await status(routes.double, { ...call, body: undefined })).toBe(422);
});
