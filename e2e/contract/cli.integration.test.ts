import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CommandLine, createCommandLine } from './command-line.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS, listed } from './runs.ts';
import { newTitle, runbook } from './samples.ts';
import { sharedStack } from './stack.ts';

let person: Person;
let key: KeyClient;
let errand: CommandLine;

beforeAll(async () => {
  person = await signUp();
  key = await person.key();
  errand = await createCommandLine(key.issued.key);
}, RUN_MS);
afterAll(async () => {
  await errand[Symbol.asyncDispose]();
});

/** A published Runbook, made by the command line. */
async function publish(changes: Record<string, unknown> = {}): Promise<string> {
  const file = await errand.write('published.json', runbook(changes));
  const { code, out, err } = await errand.call(['runbooks', 'create', '-f', file, '--publish']);
  expect([code, err]).toEqual([0, '']);
  return out.trim();
}

describe('errand runs', () => {
  test('creates, shows, lists and cancels a Run', async () => {
    const args = ['runs', 'create', '--local', '--metadata', 'cli=yes', 'Look around'];
    const created = await errand.call(args);
    expect([created.code, created.err]).toEqual([0, '']);
    const id = created.out.trim();
    expect(await listed(key, id)).toMatchObject({ task: 'Look around', metadata: { cli: 'yes' } });

    const got = await errand.call(['runs', 'get', '--json', id]);
    expect(got.out.trim()).toBe((await key.get(`/v1/runs/${id}`)).text);
    const fields = await errand.call(['runs', 'list', '--json', 'id,status', '--limit', '1']);
    expect(JSON.parse(fields.out)).toMatchObject({ data: [{ id, status: 'queued' }] });
    expect(Object.keys((JSON.parse(fields.out) as { data: object[] }).data[0] ?? {})).toEqual([
      'id',
      'status',
    ]);
    expect((await errand.call(['runs', 'list'])).out).toContain(id);
    expect((await errand.call(['runs', 'cancel', id])).out).toBe('cancelled\n');
    expect((await errand.call(['runs', 'watch', id])).code).toBe(3);
  });

  test('takes the task from standard input', async () => {
    const { out } = await errand.call(['runs', 'create', '--local', '-'], { input: 'Look\nhere\n' });
    expect((await listed(key, out.trim())).task).toBe('Look\nhere');
  });

  test('creates one Run for one idempotency key', async () => {
    const args = ['runs', 'create', '--local', '--idempotency-key', 'cli-once', 'Look'];
    expect((await errand.call(args)).out).toBe((await errand.call(args)).out);
  });

  test('ends with 7 when the wait takes too long, and with 130 when it is interrupted', async () => {
    const args = ['runs', 'create', '--local', '--wait', 'Look'];
    expect((await errand.call([...args, '--timeout', '1s'])).code).toBe(7);
    const { code, err } = await errand.call(args, { interruptAfter: /^Run / });
    expect(code).toBe(130);
    expect(err).toMatch(/Run [0-9a-f-]{36} goes on/);
  });

  test('saves artifacts under names that stay in the folder', async () => {
    const id = await publish();
    const { out } = await errand.call(['runbooks', 'run', id, '--wait', '--json']);
    expect(JSON.parse(out)).toMatchObject({ status: 'completed' });
    const runId = (await key.get('/v1/runs?limit=1')).json as { data: { id: string }[] };
    const folder = path.join(errand.home, 'files');
    const saved = await errand.call(['runs', 'artifacts', runId.data[0]?.id ?? '', '--download', folder]);
    expect(saved.code).toBe(0);
    for (const file of saved.out.split('\n').filter(Boolean)) expect(path.dirname(file)).toBe(folder);
  });
});

describe('errand runbooks', () => {
  test(
    'pushes, diffs, pulls, validates and publishes a file',
    async () => {
      const title = newTitle();
      const file = await errand.write(
        'one.yaml',
        `title: ${title}\nsteps:\n  - { id: keep, kind: primitive, primitive: data.set, input: { value: 1 } }\n`,
      );
      expect(await errand.call(['runbooks', 'validate', file])).toMatchObject({ code: 0 });
      expect(await errand.call(['runbooks', 'push', file])).toMatchObject({ code: 0 });
      expect(await errand.call(['runbooks', 'diff', file])).toMatchObject({ code: 0, out: '' });
      const next = await errand.write(
        'two.json',
        runbook({
          title,
          steps: [{ id: 'keep', kind: 'primitive', primitive: 'data.set', input: { value: 2 } }],
        }),
      );
      const difference = await errand.call(['runbooks', 'diff', next]);
      expect(difference.out).toMatch(/-\s+"value": 1\n\+\s+"value": 2/);
      const pushed = await errand.call(['runbooks', 'push', next]);
      expect([pushed.code, pushed.out]).toEqual([0, expect.stringContaining('version 2')]);
      expect(pushed.err).toContain('"value": 2');
      expect(JSON.parse((await errand.call(['runbooks', 'pull', title])).out)).toMatchObject({
        title,
        schemaVersion: 3,
      });
      const published = await errand.call(['runbooks', 'publish', title]);
      expect((await errand.call(['runbooks', 'revisions', title])).out).toContain(published.out.trim());
      const run = await errand.call(['runbooks', 'run', title, '--wait', '--json', 'status']);
      expect([run.code, run.out]).toEqual([0, '{"status":"completed"}\n']);
    },
    RUN_MS,
  );

  test(
    'pushes TypeScript of a CommonJS project and pulls it again without a difference',
    async () => {
      const title = newTitle();
      await errand.write('package.json', '{ "type": "commonjs" }');
      const source = await errand.write(
        'order.ts',
        `import { data, runbook, string } from '@errand/runbooks';
export default runbook(${JSON.stringify(title)}, { who: string() }, ({ inputs }) => {
  const who: ReturnType<typeof data.set> = data.set('who', { value: inputs.who });
  return [who, data.set('greet', { value: \`Hello \${who.output}\` })];
});
`,
      );
      const env = {
        ...process.env,
        ERRAND_API_KEY: key.issued.key,
        ERRAND_BASE_URL: sharedStack().baseUrl,
      };
      const entry = path.resolve(import.meta.dirname, '../../apps/cli/src/main.ts');
      const cli = (...args: string[]) => promisify(execFile)(process.execPath, [entry, ...args], { env });
      await cli('runbooks', 'push', source, '--publish');
      const pulled = await errand.call(['runbooks', 'pull', title, '--ts']);
      const again = await errand.write('again.ts', pulled.out);
      expect((await cli('runbooks', 'push', again)).stderr).toContain('No changes.');
      const run = await errand.call(['runbooks', 'run', title, '-i', 'who=Ada', '--wait', '--json']);
      expect(JSON.parse(run.out)).toMatchObject({ result: { outputs: { greet: 'Hello Ada' } } });
    },
    RUN_MS,
  );

  test('creates a Runbook with the status that its file asks for', async () => {
    const file = await errand.write('published.json', runbook({ title: newTitle(), status: 'published' }));
    const created = await errand.call(['runbooks', 'create', '-f', file, '--json', 'status']);
    expect([created.code, created.out]).toEqual([0, '{"status":"published"}\n']);
  });

  test('reports every problem of a file and ends with 1', async () => {
    const file = await errand.write(
      'bad.json',
      runbook({ steps: [{ id: 'a', kind: 'primitive', primitive: 'browser.fly', input: {} }] }),
    );
    const { code, out } = await errand.call(['runbooks', 'validate', file]);
    expect([code, out]).toEqual([1, expect.stringContaining('steps[0].primitive')]);
  });

  test(
    'gives inputs their types, and takes secrets from standard input only',
    async () => {
      const id = await publish({
        parameters: [
          { name: 'count', type: 'integer' },
          { name: 'pin', type: 'secret', required: true },
        ],
        steps: [
          { id: 'keep', kind: 'primitive', primitive: 'data.set', input: { value: '{{ inputs.count }}' } },
        ],
      });
      expect(await errand.call(['runbooks', 'run', id, '-i', 'pin=1234'])).toMatchObject({
        code: 2,
        out: '',
      });
      const args = ['runbooks', 'run', id, '-i', 'count=3', '--secret', 'pin', '--wait', '--json'];
      const { code, out, err } = await errand.call(args, { input: 'geheim-4711\n' });
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ result: { outputs: { keep: 3 } } });
      expect(out + err).not.toContain('geheim');
    },
    RUN_MS,
  );

  test(
    'ends with 5 when the Run fails and with 6 when it waits for approval',
    async () => {
      const failing = await publish({
        steps: [
          { id: 'no', kind: 'primitive', primitive: 'data.match', input: { value: 'a', pattern: 'b' } },
        ],
      });
      expect(await errand.call(['runbooks', 'run', failing, '--wait'])).toMatchObject({ code: 5 });
      const asking = await publish({
        steps: [{ id: 'ask', kind: 'primitive', primitive: 'human.approve', input: { message: 'Go on?' } }],
      });
      const waiting = await errand.call([
        'runbooks',
        'run',
        asking,
        '--wait',
        '--exit-on-approval',
        '--json',
      ]);
      expect(waiting.code).toBe(6);
      const id = /Run ([0-9a-f-]{36})/.exec(waiting.err)?.[1] ?? '';
      const approver = await person.key();
      await using other = await createCommandLine(approver.issued.key);
      expect(await other.call(['runs', 'approve', id, '--comment', 'fine'])).toMatchObject({ code: 0 });
      const watched = await errand.call(['runs', 'watch', id, '--json']);
      const types = watched.out
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { type: string }).type);
      expect([watched.code, types.at(-1)]).toEqual([0, 'run.completed']);
      expect(types).toContain('approval.granted');
      const events = await errand.call(['runs', 'events', id, '--json']);
      expect(events.out).toBe(watched.out);
    },
    RUN_MS,
  );
});
