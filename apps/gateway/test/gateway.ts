import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ApiKey, IssuedApiKey, Scope } from '@errand/contracts';
import { freePort } from '@errand/local-stack';
import { BATCH_PATH, type RequestHandler, serveBatches } from '@errand/service-kit';
import { type TestDatabase, createTestDatabase } from '@errand/test-kit';
import { start } from '../src/index.ts';

export const INTERNAL_TOKEN = 'internal-token-of-the-tests-0123456789';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Stands in for a service behind the gateway: records requests and answers as configured. */
export interface StandIn extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Cuts every connection. */
  disconnect(): void;
}

export async function startStandIn(): Promise<StandIn> {
  const received: Received[] = [];
  const receive: RequestHandler = async (request, response) => {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body });
    standIn.answer(request, response);
  };
  const receiveBatch = serveBatches(INTERNAL_TOKEN, receive);
  const server: Server = createServer(
    (request, response) => void (request.url === BATCH_PATH ? receiveBatch : receive)(request, response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":[],"has_more":false}');
    },
    disconnect: () => server.closeAllConnections(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

export interface Account {
  readonly cookie: string;
  readonly userId: string;
}

export interface KeyRequest extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that is a stream needs it. */
  readonly duplex?: 'half';
}

export interface TestGateway extends AsyncDisposable {
  readonly url: string;
  readonly origin: string;
  readonly database: TestDatabase;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON as a signed-in person's browser would. */
  asPerson(account: Account, path: string, body?: unknown): Promise<Response>;
  asKey(key: string, path: string, init?: KeyRequest): Promise<Response>;
  signUp(name?: string): Promise<Account>;
  makeKey(account: Account, scopes: readonly Scope[], more?: object): Promise<IssuedApiKey>;
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

let people = 0;

/** A gateway on a database of its own, or on another's, in front of services that are away unless named. */
export async function startGateway(
  options: { services?: StandIn; database?: TestDatabase; env?: Record<string, string> } = {},
): Promise<TestGateway> {
  await using undo = new AsyncDisposableStack();
  const database = options.database ?? undo.use(await createTestDatabase('gateway'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const away = `http://127.0.0.1:${await freePort()}`;
  const gateway = await start({
    ERRAND_PORT: String(port),
    ERRAND_DATABASE_URL: database.url,
    ERRAND_RUNS_URL: options.services?.url ?? away,
    ERRAND_RUNBOOKS_URL: options.services?.url ?? away,
    ERRAND_PUBLIC_URL: origin,
    ERRAND_AUTH_SECRET: 'q8Zr1vX0pLmN4sKd7TgY2wBc5hJf9aEu6RiO',
    ERRAND_INTERNAL_TOKEN: INTERNAL_TOKEN,
    ERRAND_LOG_LEVEL: 'fatal',
    ERRAND_SHUTDOWN_GRACE_MS: '200',
    ...options.env,
  });
  undo.defer(() => gateway.destroy());
  const call: TestGateway['fetch'] = (path, init) =>
    fetch(gateway.url + path, { redirect: 'manual', ...init });
  const sendJson = (path: string, body: unknown, headers: Record<string, string>) =>
    call(path, {
      method: 'POST',
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const asPerson: TestGateway['asPerson'] = ({ cookie }, path, body) =>
    sendJson(path, body, { cookie, origin });
  const owned = undo.move();
  return {
    url: gateway.url,
    origin,
    database,
    fetch: call,
    asPerson,
    asKey: (key, path, init) =>
      call(path, { ...init, headers: { ...init?.headers, Authorization: `Bearer ${key}` } }),
    signUp: async (name = 'Ada Lovelace') => {
      people += 1;
      const response = await sendJson(
        '/api/auth/sign-up/email',
        { name, email: `person-${process.pid}-${people}@example.com`, password: 'a long enough password' },
        {},
      );
      if (response.status !== 200)
        throw new Error(`sign-up answered ${response.status}: ${await response.text()}`);
      const { user } = (await response.json()) as { user: { id: string } };
      return { cookie: cookiesOf(response), userId: user.id };
    },
    makeKey: async (account, scopes, more = {}) => {
      const response = await asPerson(account, '/v1/api-keys', { name: 'test', scopes, ...more });
      if (response.status !== 201) throw new Error(`no key: ${response.status} ${await response.text()}`);
      return (await response.json()) as IssuedApiKey;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

export async function jsonOf<Shape = { detail: string }>(response: Response): Promise<Shape> {
  return (await response.json()) as Shape;
}

export async function keysOf(gateway: TestGateway, { cookie }: Account): Promise<ApiKey[]> {
  return (await jsonOf<{ data: ApiKey[] }>(await gateway.fetch('/v1/api-keys', { headers: { cookie } })))
    .data;
}

/** The workspace that a person's session is in. */
export async function workspaceOf(gateway: TestGateway, { cookie }: Account): Promise<string> {
  const { session } = await jsonOf<{ session: { activeOrganizationId: string } }>(
    await gateway.fetch('/api/auth/get-session', { headers: { cookie } }),
  );
  return session.activeOrganizationId;
}
