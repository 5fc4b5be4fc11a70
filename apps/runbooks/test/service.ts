import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Runbook, Scope } from '@errand/contracts';
import { type AskedRevision, PRINCIPAL_HEADER } from '@errand/contracts/internal';
import { createTestDatabase, openTestPool } from '@errand/test-kit';
import type { Pool } from 'pg';
import { readConfig } from '../src/config.ts';
import { startRunbooksService } from '../src/index.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: Runbook & Record<string, unknown> & { data: Record<string, unknown>[]; detail: string };
}

export interface Caller {
  workspaceId: string;
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** Creates a Runbook, which must succeed. */
  create: (changes?: object) => Promise<Answer['body']>;
}

export interface TestService extends AsyncDisposable {
  url: string;
  database: Pool;
  /** Someone in a new workspace; by default they may read and write Runbooks. */
  caller: (...scopes: Scope[]) => Caller;
  internal: (path: string, query: Record<string, string>) => Promise<Answer>;
  post: (path: string, body: object) => Promise<Answer>;
  /** Asks for one revision; its refusal is the answer's status. */
  pin: (asked: AskedRevision) => Promise<Pick<Answer, 'status' | 'body'>>;
}

const TOKEN = 'internal-token-of-the-runbooks-tests';
const SCOPES: Scope[] = ['runbooks:read', 'runbooks:write'];

export function definition(changes: object = {}) {
  return {
    title: `Title ${randomUUID()}`,
    steps: [
      { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: 'https://a.test' } },
    ],
    parameters: [],
    ...changes,
  };
}

/** The service as a process would run it, on a database of its own. */
export async function startTestService({ hasModel = false } = {}): Promise<TestService> {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(await createTestDatabase('runbooks'));
  const service = await startRunbooksService(
    readConfig({
      ERRAND_PORT: '0',
      ERRAND_LOG_LEVEL: 'silent',
      ERRAND_INTERNAL_TOKEN: TOKEN,
      ERRAND_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      ERRAND_SHUTDOWN_GRACE_MS: '1000',
      ERRAND_DATABASE_URL: database.url,
      ...(hasModel && { ERRAND_MODEL: 'some-model' }),
    }),
  );
  undo.defer(() => service.destroy());
  const pool = openTestPool(database.url);
  undo.defer(() => pool.end());

  const exchange = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(service.url + path, init);
    return {
      status: response.status,
      headers: response.headers,
      body: (response.status === 204 ? null : await response.json()) as Answer['body'],
    };
  };

  const caller = (...scopes: Scope[]): Caller => {
    const workspaceId = randomUUIDv7();
    const principal = JSON.stringify({
      workspaceId,
      userId: 'someone',
      keyId: randomUUIDv7(),
      scopes: scopes.length === 0 ? SCOPES : scopes,
    });
    const send: Caller['send'] = (method, path, body, headers = {}) =>
      exchange(path, {
        method,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          [PRINCIPAL_HEADER]: principal,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    const create: Caller['create'] = async (changes) => {
      const answer = await send('POST', '/v1/runbooks', { schemaVersion: 3, ...definition(changes) });
      if (answer.status !== 201) throw new Error(`not created: ${answer.body.detail}`);
      return answer.body;
    };
    return { workspaceId, send, create };
  };

  const post: TestService['post'] = (path, body) =>
    exchange(`/internal/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const owned = undo.move();
  return {
    url: service.url,
    database: pool,
    caller,
    internal: (path, query) =>
      exchange(`/internal/${path}?${new URLSearchParams(query).toString()}`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      }),
    post,
    pin: async (asked) => {
      const { status, body } = await post('revisions/pin', { asked: [asked] });
      if (status !== 200) return { status, body };
      const [pinned] = body as unknown as [Answer['body']];
      const refused = (pinned as { status?: unknown } | null)?.status;
      return { status: typeof refused === 'number' ? refused : 200, body: pinned };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
