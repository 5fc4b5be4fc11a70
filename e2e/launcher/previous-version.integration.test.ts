import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startShop } from '@errand/demo-shop';
import { freePort, startStack } from '@errand/local-stack';
import Errand from '@errand/sdk';
import { expect, test } from '@jest/globals';
import { signUp } from '@errand/launcher/account';
import { adHocTask } from '@errand/launcher/scenarios';
import { browserCacheDirectory } from '@errand/launcher/home';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ALL_MS = 20 * 60_000;
const RUN_MS = 3 * 60_000;

const run = promisify(execFile);

/** The previous release: the commit in ERRAND_PREVIOUS_VERSION, or the last tag before this commit. */
function previousVersion(): string | undefined {
  const configured = process.env['ERRAND_PREVIOUS_VERSION'];
  if (configured) return configured;
  try {
    return execFileSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

const previous = previousVersion();
if (previous === undefined)
  process.stderr.write(
    '\nSkipped: no previous version to run on this schema (no tag v… before this commit).\n',
  );

async function installPrevious(version: string, folder: string): Promise<void> {
  await mkdir(folder);
  await run('sh', ['-euc', 'git archive "$0" | tar --extract --directory="$1"', version, folder], {
    cwd: ROOT,
  });
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 2 ** 26 });
}

/** Runs `npm start` of another checkout and waits until it is ready; stopped when disposed. */
async function startOther(checkout: string, home: string) {
  const child = spawn(path.join(checkout, 'node_modules/.bin/node'), ['apps/launcher/src/start.ts'], {
    cwd: checkout,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      ERRAND_HOME: home,
      ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
      PORT: String(await freePort()),
    },
  });
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  let access: { baseUrl: string; apiKey: string } | undefined;
  while (access === undefined) {
    if (child.exitCode !== null) throw new Error(`The previous version did not start:\n${output}`);
    await pause(200);
    access = await readFile(path.join(home, 'local.json'), 'utf8')
      .then((text) => JSON.parse(text) as typeof access)
      .catch(() => undefined);
  }
  return { access, [Symbol.asyncDispose]: stop };
}

async function executeRun(baseUrl: string, apiKey: string, task: string) {
  const errand = new Errand({ apiKey, baseURL: baseUrl });
  const signal = AbortSignal.timeout(RUN_MS);
  const { id } = await errand.runs.create({ task }, { signal });
  const types: string[] = [];
  for await (const event of errand.runs.stream(id, { signal })) types.push(event.type);
  const state = await errand.runs.get(id, { signal });
  return { status: state.status, ending: types.at(-1) };
}

(previous === undefined ? test.skip : test)(
  'the services of the previous version work on the databases that this version has migrated',
  async () => {
    await using undo = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(tmpdir(), 'errand-previous-'));
    undo.defer(() => rm(folder, { recursive: true, force: true }));
    const home = path.join(folder, 'home');
    const checkout = path.join(folder, 'checkout');
    const shop = await startShop();
    undo.defer(() => shop.close());
    const task = adHocTask(shop.url);
    await installPrevious(previous ?? '', checkout);

    {
      await using now = await startStack({
        dir: home,
        port: 0,
        env: { ...process.env, ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory() },
      });
      const { apiKey } = await signUp(now.baseUrl, 'ada@example.com', 'a long enough password');
      expect(await executeRun(now.baseUrl, apiKey, task)).toMatchObject({ status: 'completed' });
    }

    await using before = await startOther(checkout, home);
    expect(await executeRun(before.access.baseUrl, before.access.apiKey, task)).toMatchObject({
      status: 'completed',
    });
  },
  ALL_MS,
);
