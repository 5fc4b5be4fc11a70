import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CommandLine, createCommandLine } from './command-line.ts';
import {
  DOORS,
  type Door,
  type DoorName,
  type Outcome,
  openDoors,
  openMcpOnStdio,
  openThreeDoors,
} from './doors.ts';
import { startMisbehavingProxy } from './misbehaving-proxy.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS } from './runs.ts';
import { MIB, UNKNOWN_ID, newTitle, runbook, setStep } from './samples.ts';
import { sharedStack } from './stack.ts';

let person: Person;
let key: KeyClient;
let commandLine: CommandLine;
let doors: Record<DoorName, Door>;

beforeAll(async () => {
  person = await signUp();
  key = await person.key();
  commandLine = await createCommandLine(key.issued.key);
  doors = openDoors(commandLine, key.issued.key);
}, RUN_MS);
afterAll(async () => {
  await commandLine?.[Symbol.asyncDispose]();
});

/** The data of an outcome; fails on a refusal. */
function dataOf(outcome: Outcome): Record<string, unknown> {
  expect(outcome).toHaveProperty('data');
  return 'data' in outcome ? (outcome.data as Record<string, unknown>) : {};
}

/** What every door answers to the same call, in the order of DOORS. */
async function throughAll(call: (door: Door, name: DoorName) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const name of DOORS) outcomes.push(await call(doors[name], name));
  return outcomes;
}

const EXIT_CODES: Readonly<Record<number, number>> = { 401: 4, 403: 4 };

/** Fails unless each client reports this refusal in the same words. */
function expectRefusals(outcomes: readonly Outcome[], status: number, detail: unknown): void {
  expect(outcomes).toEqual([
    { refusal: { status, detail } },
    { refusal: { status, detail } },
    { refusal: { code: EXIT_CODES[status] ?? 1, detail } },
    { refusal: { status, detail } },
  ]);
}

describe('the four doors to one API', () => {
  test('every client creates a Run that every client lists, reads and cancels alike', async () => {
    const created = await throughAll((door, name) =>
      door.createRun({ task: `Look, ${name}`, executionTarget: 'local', metadata: { door: name } }),
    );
    const ids = created.map((outcome) => {
      const { id, ...rest } = dataOf(outcome);
      expect(rest).toEqual({ status: 'queued', executionTarget: 'local' });
      return String(id);
    });
    // The reason why a Run waits is noted a moment later, which counts as an update of it.
    const [rest, sdk, cli, mcp] = (await throughAll((door) => door.listRuns(4))).map(dataOf).map((page) => ({
      ...page,
      data: (page['data'] as Record<string, unknown>[]).map(({ updated_at: _updated, ...row }) => row),
    }));
    expect([sdk, cli]).toEqual([rest, rest]);
    const rows = rest?.data ?? [];
    expect(rows.map(({ id, task, metadata }) => [id, task, metadata])).toEqual(
      DOORS.map((name, index) => [ids[index], `Look, ${name}`, { door: name }]).toReversed(),
    );
    // The tool has a summary in the place of the result.
    expect(mcp).toEqual({
      ...rest,
      data: rows.map(({ result: _result, ...row }) => ({ ...row, summary: null })),
    });

    for (const id of ids) {
      const [state, ...others] = (await throughAll((door) => door.getRun(id))).map(dataOf);
      expect(others).toEqual([state, state, expect.objectContaining({ ...state, id })]);
    }
    for (const id of ids)
      for (const outcome of await throughAll((door) => door.cancelRun(id)))
        expect(outcome).toEqual({ data: { status: 'cancelled' } });
  });

  test('a creation repeated with its key creates one Run through each client', async () => {
    for (const name of DOORS) {
      const once = () => doors[name].createRun({ task: 'Look', executionTarget: 'local' }, `once-${name}`);
      const first = dataOf(await once());
      expect([name, dataOf(await once())]).toEqual([name, first]);
      await doors.REST.cancelRun(String(first['id']));
    }
  });

  test(
    'every client takes a Runbook through its life with the same answers',
    async () => {
      const steps = [setStep('keep', '{{ inputs.word }}')];
      const parameters = [{ name: 'word', type: 'string', required: true }];
      const unlike = new Set(['id', 'title', 'createdAt', 'updatedAt', 'revisionId']);
      const alike = (outcome: Outcome) =>
        Object.fromEntries(Object.entries(dataOf(outcome)).filter(([name]) => !unlike.has(name)));
      const lives = await Promise.all(
        DOORS.map(async (name) => {
          const door = doors[name];
          const definition = runbook({ title: newTitle(), steps, parameters });
          const { title } = definition;
          const valid = dataOf(await door.validateRunbook(definition));
          const draft = await door.createRunbook(definition);
          const id = String(dataOf(draft)['id']);
          const replacement = { expectedVersion: 1, title, steps: [...steps, setStep('more')], parameters };
          const updated = await door.updateRunbook(id, replacement);
          const stale = await door.updateRunbook(id, replacement);
          const published = await door.publishRunbook(id, 2);
          const read = await door.getRunbook(id);
          const started = dataOf(await door.runRunbook(id, { word: 'same' }));
          const ended = dataOf(await door.waitForRun(String(started['id'])));
          const tried = await door.dryRunRunbook(id);
          return {
            valid,
            draft: alike(draft),
            updated: alike(updated),
            stale: 'refusal' in stale ? stale.refusal.detail : stale,
            published: alike(published),
            read: alike(read),
            started: alike({ data: started }),
            ended: [ended['status'], (ended['result'] as { outputs: unknown }).outputs, ended['step_count']],
            tried: 'refusal' in tried ? tried.refusal.detail : alike(tried),
          };
        }),
      );
      const [life] = lives;
      expect(life).toMatchObject({
        valid: { valid: true, problems: [] },
        updated: { version: 2, status: 'draft' },
        stale: expect.stringContaining('expectedVersion') as unknown,
        published: { version: 2, status: 'published' },
        ended: ['completed', { keep: 'same', more: 1 }, 2],
        tried: expect.stringContaining('word') as unknown,
      });
      for (const each of lives) expect(each).toEqual(life);
    },
    RUN_MS,
  );

  test('every client reports a refusal in the same words', async () => {
    const title = newTitle();
    dataOf(await doors.REST.createRunbook(runbook({ title })));
    expectRefusals(
      await throughAll((door) => door.createRunbook(runbook({ title }))),
      409,
      expect.stringContaining('title'),
    );
    expectRefusals(await throughAll((door) => door.cancelRun(UNKNOWN_ID)), 404, 'Not found.');
    expectRefusals(await throughAll((door) => door.getRunbook(UNKNOWN_ID)), 404, 'Not found.');
    const steps = [{ id: 'fly', kind: 'primitive', primitive: 'browser.fly', input: {} }];
    expectRefusals(
      await throughAll((door) => door.createRunbook(runbook({ steps }))),
      422,
      expect.stringMatching(/steps\[0\]\.primitive/),
    );
    // The tool of MCP has a schema of its own, which refuses a blank task before the API does.
    expectRefusals(
      await throughAll((door) => door.createRun({ task: '   ', executionTarget: 'local' })),
      422,
      expect.stringContaining('task'),
    );
    const large = { task: 'Look', executionTarget: 'local', metadata: { note: 'x'.repeat(20_000) } };
    expectRefusals(
      await throughAll((door) => door.createRun(large)),
      422,
      expect.stringContaining('metadata'),
    );
  });

  test('a body over 1 MiB is refused with 413 through every client', async () => {
    const steps = [setStep('large', 'x'.repeat(MIB))];
    expectRefusals(
      await throughAll((door) => door.createRunbook(runbook({ steps }))),
      413,
      expect.stringMatching(/1 MiB|1048576/),
    );
  });

  test('an idempotency key with another body is refused with 409, and MCP derives a key from the arguments', async () => {
    const [rest, sdk, cli, mcp] = await throughAll(async (door, name) => {
      const key = `other-body-${name}`;
      dataOf(await door.createRun({ task: 'Look', executionTarget: 'local' }, key));
      return door.createRun({ task: 'Look elsewhere', executionTarget: 'local' }, key);
    });
    const refusal = { status: 409, detail: expect.stringMatching(/X-Idempotency-Key/i) as unknown };
    expect([rest, sdk, cli]).toEqual([
      { refusal },
      { refusal },
      { refusal: { code: 1, detail: refusal.detail } },
    ]);
    expect(mcp).toHaveProperty('data.status', 'queued');
  });

  test(
    "each client reports a rate limit, an unavailable service and a proxy's page in its own words",
    async () => {
      await using proxy = await startMisbehavingProxy(sharedStack().baseUrl);
      await using mcp = await openMcpOnStdio(key.issued.key, proxy.baseUrl);
      const behind = { ...openThreeDoors(commandLine, key.issued.key, proxy.baseUrl), MCP: mcp };
      const refusals: [Parameters<typeof proxy.plan>[0], number, RegExp][] = [
        ['rate-limited', 429, /^Too many requests/],
        ['unavailable', 503, /temporarily unavailable/],
      ];
      for (const [misdeed, status, detail] of refusals) {
        const outcomes: Outcome[] = [];
        for (const name of DOORS) {
          proxy.plan(...Array.from({ length: 10 }, () => misdeed));
          outcomes.push(await behind[name].cancelRun(UNKNOWN_ID));
        }
        expectRefusals(outcomes, status, expect.stringMatching(detail));
      }
      // An error that is not the API's own has a status and no detail.
      for (const name of ['SDK', 'CLI', 'MCP'] as const) {
        proxy.plan(...Array.from({ length: 10 }, () => 'bad-gateway' as const));
        expect([name, await behind[name].getRun(UNKNOWN_ID)]).toEqual([
          name,
          {
            refusal:
              name === 'CLI'
                ? { code: 1, detail: expect.anything() }
                : expect.objectContaining({ status: 502 }),
          },
        ]);
      }
      proxy.plan();
    },
    RUN_MS,
  );

  test('a key without a scope and an unknown key are refused through every client', async () => {
    const reader = await person.key(['runs:read']);
    doors = openDoors(commandLine, reader.issued.key);
    const [rest, sdk, cli, mcp] = await throughAll((door) => door.cancelRun(UNKNOWN_ID));
    const refusal = { status: 403, detail: 'The API key lacks the scope runs:write.' };
    expect([rest, sdk, cli]).toEqual([
      { refusal },
      { refusal },
      { refusal: { code: 4, detail: refusal.detail } },
    ]);
    // A tool that the scopes do not allow does not exist.
    expect(mcp).toEqual({ refusal: { detail: expect.stringContaining('errand_cancel_run') } });

    doors = openDoors(commandLine, 'erk_unknown');
    expectRefusals(
      await throughAll((door) => door.cancelRun(UNKNOWN_ID)),
      401,
      expect.stringContaining('A valid API key is required'),
    );
  });
});
