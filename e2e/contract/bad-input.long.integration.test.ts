import { readFile } from 'node:fs/promises';
import { AcceptedRun, ApiKeyList, RunList, RunbookList, publicRoutes } from '@errand/contracts';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { anyCodePoint, type Schemas, arbitraryOf } from './arbitrary.ts';
import { type Answer, type Call, Client } from './client.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { UNKNOWN_ID, createDraft, createPublished } from './samples.ts';
import { sharedStack } from './stack.ts';

fc.configureGlobal({ seed: jest.getSeed() });

interface Operation {
  requestBody?: { content: Record<string, { schema: object }> };
  parameters: { name: string; in: string }[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

let person: Person;
let client: KeyClient;
let document: Document;
let ids: Record<string, string>;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
  document = (await (await fetch(`${sharedStack().baseUrl}/v1/openapi.json`)).json()) as Document;
  const run = (await client.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(202, AcceptedRun);
  ids = {
    run_id: run.id,
    runbook_id: (await createPublished(client)).id,
    key_id: (await person.key()).issued.id,
  };
});

const MARK = 'errand-secret-4711';
const CASES = 20;
const RUN_MS = 180_000;

/** The contents of the workspace, without fields that change by themselves. */
async function readContents(): Promise<unknown> {
  const [runs, runbooks, keys] = await Promise.all([
    client.get('/v1/runs?limit=1'),
    client.get('/v1/runbooks?limit=1'),
    person.session.get('/v1/api-keys'),
  ]);
  return [
    runs.as(200, RunList).data.map(({ id }) => id),
    runbooks.as(200, RunbookList),
    keys.as(200, ApiKeyList).data.map((key) => ({ ...key, lastUsedAt: null })),
  ];
}

/** As they were after the last request, unless that one may have changed them. */
let contents: unknown;

/** Sends a request; expects no 5xx, and that a refused request stored nothing. */
async function attempt(send: () => Promise<Answer>): Promise<Answer> {
  contents ??= await readContents();
  const answer = await send();
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expect(await readContents()).toEqual(contents);
  else contents = undefined;
  return answer;
}

const withBody = publicRoutes.filter(
  ({ method, maxFileBytes }) => method !== 'GET' && maxFileBytes === undefined,
);
function withIds(path: string) {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? UNKNOWN_ID);
}
function as(access: unknown) {
  return access === 'session' ? person.session : client;
}

describe.each(withBody.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_name, { method, path, access }) => {
    const send = (call: Call) => attempt(() => as(access).send(method, withIds(path), call));

    test(
      'never returns 5xx for a generated body, and stores nothing when it refuses one',
      async () => {
        const schema =
          document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema ??
          {};
        const bodies = arbitraryOf(schema, document.components.schemas);
        await fc.assert(
          fc.asyncProperty(bodies, async (json) => void (await send({ body: JSON.stringify(json) }))),
          { numRuns: CASES },
        );
      },
      RUN_MS,
    );

    test.each([
      ['a huge number', '{"task":1e400,"title":1e400,"expectedVersion":1e400}'],
      ['a number with many digits', `{"expectedVersion":${'9'.repeat(400)}}`],
      ['minus zero', '{"expectedVersion":-0}'],
      [
        'a deep list',
        `{"metadata":${'['.repeat(190)}${']'.repeat(190)},"steps":${'['.repeat(190)}${']'.repeat(190)}}`,
      ],
      ['a very deep list', '['.repeat(100_000) + ']'.repeat(100_000)],
      ['many keys', `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join()}}`],
      ['a long key', `{"${'k'.repeat(500_000)}":1}`],
      ['many steps', `{"schemaVersion":3,"title":"x","parameters":[],"steps":[${'{},'.repeat(50_000)}{}]}`],
      [
        'keys of the prototype',
        '{"__proto__":{"task":"x"},"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":2}',
      ],
      [
        'escaped surrogates',
        String.raw`{"task":"\ud800","title":"\udc00\ud800","name":"\udfff","decision":"\ud83d"}`,
      ],
      ['escaped NUL', String.raw`{"task":"a\u0000b","title":"\u0000","name":"\u0000","\u0000":1}`],
      ['text for SQL', `{"task":"'); DROP TABLE runs; --","title":"\\\\'; --","name":"$1","decision":"%s"}`],
      ['half a number', '{"a":-}'],
      ['a lone quote', '"'],
      [
        'something secret',
        `{"password":"${MARK}","token":"${MARK}","inputs":{"nope":"${MARK}"},"task":5,"name":5}`,
      ],
      ['something secret that cannot be parsed', `{"token":"${MARK}",`],
    ])('returns 4xx for %s', async (_what, body) => {
      const { status } = await send({ body });
      expect(status === 200 && path.endsWith('/validate') ? 422 : status).toBeGreaterThanOrEqual(400);
    });
  },
);

test(
  'generated headers and queries never cause a 5xx',
  async () => {
    const printable = fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((code) => code !== 0x7f)
        .map((code) => String.fromCharCode(code)),
      maxLength: 300,
    });
    const names = [
      'x-idempotency-key',
      'x-request-id',
      'last-event-id',
      'accept',
      'content-type',
      'content-encoding',
      'origin',
      'user-agent',
    ];
    const raw = new Client({ authorization: client.identity['authorization'] ?? '' });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        printable,
        fc.constantFrom('GET', 'POST'),
        async (name, value, method) => {
          const path = method === 'GET' ? `/v1/runs/${ids['run_id']}` : '/v1/runs';
          const { status } = await raw.send(method, path, {
            ...(method === 'POST' && { body: '{}' }),
            headers: { [name]: value.trim() },
          });
          expect([200, 400, 415, 422]).toContain(status);
        },
      ),
      { numRuns: 150 },
    );
    const queries = publicRoutes.filter(({ method }) => method === 'GET');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...queries),
        fc.string({ unit: anyCodePoint, maxLength: 30 }),
        async (route, value) => {
          const parameters =
            document.paths[route.path]?.['get']?.parameters.filter((each) => each.in === 'query') ?? [];
          const encoded = encodeURIComponent(value.toWellFormed());
          for (const query of [encoded, ...parameters.map(({ name }) => `${name}=${encoded}`)]) {
            const { status } = await as(route.access).get(`${withIds(route.path)}?${query}`);
            expect(status).toBeLessThan(500);
          }
        },
      ),
      { numRuns: 60 },
    );
  },
  RUN_MS,
);

test('generated paths return 404', async () => {
  await fc.assert(
    fc.asyncProperty(fc.webPath(), async (path) => {
      const { status } = await client.get(`/v1/runs/${path.replaceAll(/^\/+/g, '') || 'x'}`);
      expect(status).toBe(404);
    }),
    { numRuns: 100, examples: [['.'], ['..'], ['x/.'], ['%2e']] },
  );
});

test(
  'generated definitions are created exactly when validation accepts them',
  async () => {
    const schema =
      document.paths['/v1/runbooks']?.['post']?.requestBody?.content['application/json']?.schema ?? {};
    await fc.assert(
      fc.asyncProperty(arbitraryOf(schema, document.components.schemas), async (json) => {
        const body = JSON.stringify(json);
        const validation = await client.send('POST', '/v1/runbooks/validate', { body });
        const { valid } = validation.json as { valid: boolean };
        const creation = await client.send('POST', '/v1/runbooks', { body });
        expect([body, creation.status < 300]).toEqual([body, valid]);
      }),
      { numRuns: 150 },
    );
  },
  RUN_MS,
);

test('the service works after hostile input, and no log contains a secret or a failed request', async () => {
  await createDraft(client);
  const secrets = [
    MARK,
    client.issued.key.slice(13),
    ...person.cookie.split('; ').map((each) => each.split('=')[1]?.slice(0, 20) ?? MARK),
  ];
  for (const file of sharedStack().logFiles) {
    const log = await readFile(file, 'utf8');
    for (const secret of secrets) expect([file, log.includes(secret)]).toEqual([file, false]);
    expect(log.split('\n').filter((line) => line.includes('request failed'))).toEqual([]);
  }
});
