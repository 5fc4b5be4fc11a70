import { AcceptedRun, type Route, RunList, Scope, publicRoutes } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from './client.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { UNKNOWN_ID, createDraft, createPublished } from './samples.ts';
import { sharedStack } from './stack.ts';

const anonymous = new Client();
let person: Person;
let client: KeyClient;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
});

function request(as: Client, { method, path }: Route, id = UNKNOWN_ID) {
  return as.send(method, path.replaceAll(/\{\w+\}/g, id), method === 'GET' ? {} : { json: {} });
}

describe('API keys', () => {
  test('every route that needs a key answers a missing, malformed or unknown key with the same 401', async () => {
    const key = client.issued.key;
    const authorizations = [
      '',
      'Bearer',
      'Bearer  ',
      `Basic ${Buffer.from(key).toString('base64')}`,
      key,
      `Token ${key}`,
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key} ${key}`,
      `Bearer "${key}"`,
      `Bearer ${key.slice(0, 20)}${key.slice(20).split('').reverse().join('')}`,
      'Bearer erk_00000000_0000000000000000000000000000000000000000000000000',
      'Bearer null',
    ];
    const answers = [];
    for (const route of publicRoutes)
      if (route.access !== 'public') answers.push(await request(anonymous, route));
    for (const authorization of authorizations)
      answers.push(await new Client({ authorization }).get('/v1/runs'));
    for (const answer of answers) {
      answer.refusal(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test('every route requires its scopes, and the 403 names the missing one', async () => {
    for (const route of publicRoutes) {
      if (typeof route.access === 'string' || route.access.scopes.length === 0) continue;
      const { scopes } = route.access;
      expect([route.name, (await request(await person.key(scopes), route)).status]).not.toEqual([
        route.name,
        403,
      ]);
      for (const missing of scopes) {
        const others = await person.key(Scope.options.filter((scope) => scope !== missing));
        (await request(others, route)).refusal(403, missing);
      }
    }
  });

  test.each([
    ['POST /v1/runs', 'runs:write'],
    ['GET /v1/runs', 'runs:read'],
    ['GET /v1/runs/{run_id}', 'runs:read'],
    ['POST /v1/runs/{run_id}/cancel', 'runs:write'],
    ['GET /v1/runs/{run_id}/events', 'runs:read'],
    ['GET /v1/runs/{run_id}/artifacts', 'runs:read'],
    ['GET /v1/runs/{run_id}/artifacts/{artifact_id}', 'runs:read'],
    ['POST /v1/runs/{run_id}/approval', 'runs:approve'],
    ['POST /v1/runbooks', 'runbooks:write'],
    ['GET /v1/runbooks', 'runbooks:read'],
    ['GET /v1/runbooks/{runbook_id}', 'runbooks:read'],
    ['PUT /v1/runbooks/{runbook_id}', 'runbooks:write'],
    ['DELETE /v1/runbooks/{runbook_id}', 'runbooks:write'],
    ['POST /v1/runbooks/{runbook_id}/publish', 'runbooks:write'],
    ['GET /v1/runbooks/{runbook_id}/revisions', 'runbooks:read'],
    ['GET /v1/runbooks/{runbook_id}/revisions/{revision_id}', 'runbooks:read'],
    ['POST /v1/runbooks/validate', 'runbooks:write'],
    ['POST /v1/runbooks/{runbook_id}/runs', 'runs:write'],
  ] as const)('%s requires the scope %s', async (name, scope) => {
    const [method = '', path = ''] = name.split(' ');
    const others = Scope.options.filter((each) => each !== scope);
    const call = method === 'GET' ? {} : { json: {} };
    const url = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
    (await (await person.key(others)).send(method, url, call)).refusal(403, scope);
    expect((await (await person.key([scope])).send(method, url, call)).status).not.toBe(403);
  });

  test('local Runs require runs:local, Runs in the cloud do not', async () => {
    const { id } = await createPublished(client);
    const writer = await person.key(['runs:write']);
    const local = { executionTarget: 'local' };
    (await writer.post('/v1/runs', { task: 'x', ...local })).refusal(403, 'runs:local');
    (await writer.post(`/v1/runbooks/${id}/runs`, local)).refusal(403, 'runs:local');
    (await (await person.key(['runs:local'])).post('/v1/runs', { task: 'x', ...local })).refusal(
      403,
      'runs:write',
    );
    const both = await person.key(['runs:write', 'runs:local']);
    expect((await both.post('/v1/runs', { task: 'x', ...local })).as(202, AcceptedRun).executionTarget).toBe(
      'local',
    );
    const run = (await both.post(`/v1/runbooks/${id}/runs`, local)).as(202, AcceptedRun);
    expect([run.executionTarget, run.status]).toEqual(['local', 'queued']);
  });
});

describe('workspace isolation', () => {
  test('ids of another workspace get the same 404 as ids that do not exist', async () => {
    const stranger = await signUp();
    const theirs = await stranger.key();
    const run = (await client.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(202, AcceptedRun);
    const runbook = await createPublished(client);
    const ids = {
      run_id: run.id,
      runbook_id: runbook.id,
      revision_id: runbook.revisionId,
      key_id: client.issued.id,
    };
    const body = (name: string) =>
      ({
        replaceRunbook: { expectedVersion: 1, title: 'x', steps: runbook.steps, parameters: [] },
        publishRunbook: { expectedVersion: 1 },
        decideApproval: { decision: 'approve' },
      })[name] ?? {};
    for (const { name, method, path, access } of publicRoutes) {
      if (!path.includes('{')) continue;
      const as = access === 'session' ? stranger.session : theirs;
      const call = method === 'GET' ? {} : { json: body(name) };
      const at = (known: Readonly<Record<string, string>>) =>
        as.send(
          method,
          path.replaceAll(/\{(\w+)\}/g, (_, id: string) => known[id] ?? UNKNOWN_ID),
          call,
        );
      const [foreign, unknown] = [await at(ids), await at({})];
      foreign.refusal(404);
      expect([name, foreign.text]).toEqual([name, unknown.text]);
      const shape = (answer: typeof foreign) => [...answer.headers.keys()].sort();
      expect(shape(foreign)).toEqual(shape(unknown));
    }
    expect((await theirs.get('/v1/runs')).as(200, RunList).data).toEqual([]);
    expect((await theirs.get(`/v1/runs?runbookId=${runbook.id}`)).as(200, RunList).data).toEqual([]);
    expect((await theirs.get('/v1/runbooks')).json).toEqual({ data: [], next_cursor: null });
    (
      await theirs.post(`/v1/runbooks/${(await createPublished(theirs)).id}/runs`, {
        revisionId: runbook.revisionId,
      })
    ).refusal(404);
  });

  test('two workspaces can use the same titles and idempotency keys', async () => {
    const theirs = await (await signUp()).key();
    const { title } = await createDraft(client);
    await createDraft(theirs, { title });
    const run = { task: 'x', executionTarget: 'local' };
    const key = { 'x-idempotency-key': 'shared-by-workspaces' };
    const mine = (await client.post('/v1/runs', run, key)).as(202, AcceptedRun);
    const other = (await theirs.post('/v1/runs', { ...run, task: 'y' }, key)).as(202, AcceptedRun);
    expect(other.id).not.toBe(mine.id);
  });
});

describe('malformed ids', () => {
  test('every route returns 404 for a malformed id', async () => {
    const { id } = (await client.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(
      202,
      AcceptedRun,
    );
    const bad = [
      id.toUpperCase(),
      id.slice(1),
      `${id}0`,
      `{${id}}`,
      id.replaceAll('-', ''),
      '1',
      'null',
      '%00',
      '%20',
      '%zz',
      `${id}%00`,
      '..',
      "'",
      '%F0%9F%98%80',
    ];
    for (const route of publicRoutes) {
      if (!route.path.includes('{')) continue;
      const as = route.access === 'session' ? person.session : client;
      for (const each of route.name === 'getRun' ? bad : bad.slice(0, 3))
        if (each !== '..') (await request(as, route, each)).refusal(404);
    }
  });
});

describe('dashboard sessions', () => {
  test('a session can use the routes of API keys and shares their workspace', async () => {
    const run = (await person.session.post('/v1/runs', { task: 'by session', executionTarget: 'local' })).as(
      202,
      AcceptedRun,
    );
    const seen = (await client.get('/v1/runs?limit=1')).as(200, RunList).data[0];
    expect([seen?.id, seen?.task]).toEqual([run.id, 'by session']);
    (await person.session.get(`/v1/runs/${run.id}`)).as(200, AcceptedRun.partial().loose());
    await createDraft(person.session);
  });

  test('a session can read without an Origin header and write only from its own origin', async () => {
    const { cookie } = person;
    (await new Client({ cookie }).get('/v1/runs')).as(200, RunList);
    (await new Client({ cookie, origin: 'https://evil.example' }).get('/v1/runs')).as(200, RunList);
    const before = (await client.get('/v1/runs?limit=1')).text;
    const origins = [
      undefined,
      'https://evil.example',
      'null',
      '',
      `${sharedStack().baseUrl}.evil.example`,
      'http://127.0.0.1:1',
    ];
    for (const origin of origins) {
      const forged = new Client({ cookie, ...(origin === undefined ? {} : { origin }) });
      (await forged.post('/v1/runs', { task: 'forged' })).refusal(403);
      (await forged.post('/v1/api-keys', { name: 'forged', scopes: ['runs:read'] })).refusal(403);
      (await forged.post(`/v1/api-keys/${client.issued.id}/revoke`)).refusal(403);
    }
    expect((await client.get('/v1/runs?limit=1')).text).toBe(before);
  });

  test('a session is ignored beside an Authorization header, and a forged one is rejected', async () => {
    const { cookie } = person;
    const both = { cookie, origin: sharedStack().baseUrl, authorization: 'Bearer nonsense' };
    (await new Client(both).get('/v1/runs')).refusal(401);
    (
      await new Client({ cookie: cookie.replace(/=...../, '=xxxxx'), origin: sharedStack().baseUrl }).get(
        '/v1/runs',
      )
    ).refusal(401);
    (
      await new Client({ cookie: 'errand.session_token=x', origin: sharedStack().baseUrl }).get(
        '/v1/api-keys',
      )
    ).refusal(401);
  });

  test('a session ends with sign-out', async () => {
    const other = await signUp();
    const out = await fetch(`${sharedStack().baseUrl}/api/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: other.cookie, origin: sharedStack().baseUrl },
    });
    expect(out.status).toBe(200);
    (await other.session.get('/v1/runs')).refusal(401);
  });
});
