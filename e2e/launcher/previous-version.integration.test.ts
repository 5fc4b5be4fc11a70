import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startShop } from '@errand/demo-shop';
import { startStack } from '@errand/local-stack';
import Errand from '@errand/sdk';
import { expect, test } from '@jest/globals';
import { signUp } from '@errand/launcher/account';
import { adHocTask } from '@errand/launcher/scenarios';
import { browserCacheDirectory } from '@errand/launcher/home';
import { npmStart } from './npm-start.ts';

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

    await using before = await npmStart(checkout, home);
    expect(await executeRun(before.address, before.apiKey, task)).toMatchObject({
      status: 'completed',
    });
  },
  ALL_MS,
);
