import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CommandLine, createCommandLine } from './command-line.ts';
import { startMisbehavingProxy } from './misbehaving-proxy.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS } from './runs.ts';
import { UNKNOWN_ID } from './samples.ts';
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

describe('errand', () => {
  test('keeps a key in a private file, for its own address only', async () => {
    await using fresh = await createCommandLine();
    const env = { ERRAND_BASE_URL: sharedStack().baseUrl };
    expect(await fresh.call(['whoami'], { env })).toMatchObject({ code: 4 });
    expect(await fresh.call(['login', '--with-token'], { env, input: 'erk_wrong' })).toMatchObject({
      code: 4,
    });
    const login = await fresh.call(['login', '--with-token'], { env, input: `${key.issued.key}\n` });
    expect([login.code, login.out]).toEqual([0, '']);
    const file = path.join(fresh.home, '.config/errand/config.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const who = await fresh.call(['whoami', '--json'], { env: {} });
    expect(JSON.parse(who.out)).toMatchObject({ key: { id: key.issued.id } });
    const elsewhere = await fresh.call(['whoami', '--base-url', 'http://127.0.0.1:9'], { env: {} });
    expect(elsewhere.code).toBe(4);
    expect(await fresh.call(['logout'], { env: {} })).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).not.toContain('erk_');
  });

  test.each([
    [['fly'], 2],
    [['runs', 'get'], 2],
    [['runs', 'list', '--limit', 'many'], 2],
    [['runs', 'list', '--limit', '0'], 2],
    [['runbooks', 'list', '--limit', '101'], 2],
    [['runs', 'create', 'Look', '--wait', '--timeout', 'soon'], 2],
    [['runs', 'list', '--status', 'lost'], 1],
    [['runs', 'get', UNKNOWN_ID], 1],
    [['--help'], 0],
    [['runs', '--help'], 0],
  ])('ends %j with %i', async (args, code) => {
    expect(await errand.call(args)).toMatchObject({ code });
  });

  test('ends with 4 when the key lacks the scope', async () => {
    const reader = await person.key(['runs:read']);
    await using limited = await createCommandLine(reader.issued.key);
    expect(await limited.call(['runs', 'create', 'Look'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('runs:write') as unknown as string,
    });
  });

  test('sends any request of the API', async () => {
    const body = await errand.write('body.json', { task: 'Look', executionTarget: 'local' });
    const { out } = await errand.call(['api', 'post', '/v1/runs', '-d', `@${body}`]);
    expect(JSON.parse(out)).toMatchObject({ status: 'queued' });
  });

  test('finds nothing wrong with a healthy stack, and says what is wrong with another', async () => {
    expect(await errand.call(['doctor'])).toMatchObject({ code: 0 });
    await using proxy = await startMisbehavingProxy('http://127.0.0.1:9');
    const { code, out } = await errand.call(['doctor', '--base-url', proxy.baseUrl]);
    expect([code, out]).toEqual([1, expect.stringContaining('✖ address')]);
  });

  test('completes commands in bash', async () => {
    const { out } = await errand.call(['completion', 'bash']);
    const script = await errand.write('completion.bash', out);
    const ask =
      'source "$0"; COMP_WORDS=(errand runbooks dry); COMP_CWORD=2; _errand; echo "${COMPREPLY[*]}"';
    const { stdout } = await promisify(execFile)('bash', ['-c', ask, script]);
    expect(stdout.trim()).toBe('dry-run');
  });
});
