import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from '@jest/globals';
import { browserLauncher, type BrowserPool, StepError } from '@errand/browser-runtime';
import { executeRunbook } from '../src/engine/runbook.ts';
import { openerOf, openPool, run, steps } from './browser.ts';
import { waitFor } from '@errand/wait-for';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

let whenFelt: () => void;
let temporary: string;
const before = process.env['TMPDIR'];
const cacheDir = join(tmpdir(), 'errand-browser');
const site = sharedSite({
  '/': '<title>Home</title>home',
  '/form': '<form action="/felt"><button>Send</button></form>',
  '/felt': () => whenFelt(),
  '/set': (_request, response) => {
    response.writeHead(200, { 'set-cookie': 'who=first; Max-Age=600', 'content-type': 'text/html' });
    response.end('<script>localStorage.who = "first"</script>');
  },
});

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'pool-test-'));
});
afterAll(() => rm(temporary, { recursive: true, force: true }));

/** Processes that no longer run but are not yet collected do not count. */
async function processesOf(group: number): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state !== 'Z' && Number(processGroup) === group) found.push(pid);
  }
  return found;
}

const visit = openerOf(site);
const look = {
  id: 'seen',
  primitive: 'browser.evaluate',
  input: { expression: '[document.cookie, localStorage.who ?? null]' },
};

describe('a pool', () => {
  let pool: BrowserPool;

  beforeEach(() => {
    pool = openPool();
    process.env['TMPDIR'] = temporary;
  });
  afterEach(() => pool?.close());
  afterEach(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });

  test('gives each Run a browser without the traces of others', async () => {
    const first = await run(pool, steps(visit('/set'), look));
    const second = await run(pool, steps(visit('/'), look));
    expect(first.outcome.outputs['seen']).toEqual(['who=first', 'first']);
    expect(second.outcome.outputs['seen']).toEqual(['', null]);
  });

  test('opens no browser for a Run whose steps and conditions need none, and one at the first that does', async () => {
    const set = { id: 'set', primitive: 'data.set', input: { value: 'kept' } };
    const when = 'value "{{ steps.set.output }}" equals "kept"';
    const without = await run(pool, steps(set, { ...set, id: 'again', when }), { lazy: true });
    expect(without.outcome).toMatchObject({ status: 'completed', outputs: { set: 'kept', again: 'kept' } });
    expect(pool.pid).toBeNull();
    const condition = { ...set, completionCondition: 'url contains "about:"' };
    const judged = await run(pool, steps(condition), { lazy: true });
    expect(judged.outcome).toMatchObject({ status: 'completed' });
    expect(pool.pid).not.toBeNull();
    const later = await run(pool, steps(set, visit('/'), look), { lazy: true });
    expect(later.outcome).toMatchObject({ status: 'completed', outputs: { seen: ['', null] } });
  });

  test('uses one process, and leaves nothing behind', async () => {
    await pool.start();
    const { pid } = pool;
    if (pid === null) throw new Error('no process');
    await Promise.all([run(pool, steps(visit('/'))), run(pool, steps(visit('/')))]);
    expect(pool.pid).toBe(pid);
    await pool.close();
    expect(pool.pid).toBeNull();
    await waitFor('the processes to end', async () => (await processesOf(pid)).length === 0);
    await waitFor('an empty folder', async () => (await readdir(temporary)).length === 0);
  });

  test('gives each context that it opened early to one Run, and opens another when the browser is gone', async () => {
    const ready = openPool({ count: 1, guarded: true });
    const bounds = { scoped: true, lazy: true };
    try {
      await ready.start();
      const first = await run(ready, steps(visit('/set'), look), bounds);
      expect(first.outcome.outputs['seen']).toEqual(['who=first', 'first']);
      const outside = { ...visit('/'), applicationScope: ['elsewhere.example'] };
      const refused = await run(ready, steps(outside), bounds);
      expect(refused.outcome.errorCode).toBe('site_not_allowed');
      const { pid } = ready;
      ready.kill();
      await waitFor('the browser to be gone', () => ready.pid !== pid);
      const second = await run(ready, steps(visit('/'), look), bounds);
      expect(second.outcome.outputs['seen']).toEqual(['', null]);
    } finally {
      await ready.close();
    }
  });

  test('closes the context when the work throws', async () => {
    let contexts = -1;
    const broken = pool.withContext({ host: createRecorder() }, async (surface) => {
      contexts = surface.context.browser()?.contexts().length ?? -1;
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(contexts).toBe(1);
    const after = await pool.withContext(
      { host: createRecorder() },
      async (surface) => surface.context.browser()?.contexts().length,
    );
    expect(after).toBe(1);
  });

  test('outlives its browser: the Run that is hit fails, the next one gets a new browser', async () => {
    const host = createRecorder();
    const waiting = {
      primitive: 'browser.wait',
      input: { for: { ms: 20_000 } },
      onFailure: 'continue' as const,
    };
    const hit = run(pool, steps(visit('/'), waiting), { host, limits: { stepTimeoutMs: 30_000 } });
    await waitFor('the second step', () => host.ofType('step.started').length === 2);
    const { pid } = pool;
    pool.kill();
    const { outcome } = await hit;
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'browser_crashed' });
    await waitFor('the processes to end', async () => pid !== null && (await processesOf(pid)).length === 0);
    const { outcome: next } = await run(pool, steps(visit('/')));
    expect(next.status).toBe('completed');
    expect(pool.pid).not.toBe(pid);
  });

  test('replaces a browser that hangs', async () => {
    await pool.start();
    const { pid } = pool;
    if (pid === null) throw new Error('no process');
    process.kill(-pid, 'SIGSTOP');
    const { outcome } = await run(pool, steps(visit('/')));
    expect(outcome.status).toBe('completed');
    expect(pool.pid).not.toBe(pid);
    await waitFor('the processes to end', async () => (await processesOf(pid)).length === 0);
  });

  test('a Run whose browser hangs ends before its step is out of time', async () => {
    const host = createRecorder();
    const waiting = { primitive: 'browser.wait', input: { for: '#never' } };
    const hit = run(pool, steps(visit('/'), waiting), { host, limits: { stepTimeoutMs: 600_000 } });
    await waitFor('the second step', () => host.ofType('step.started').length === 2);
    process.kill(-(pool.pid ?? 0), 'SIGSTOP');
    const { outcome } = await hit;
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'browser_crashed' });
  });

  test('a click after which the browser hangs is not said to have changed nothing', async () => {
    const host = createRecorder();
    whenFelt = () => process.kill(-(pool.pid ?? 0), 'SIGSTOP');
    const send = { primitive: 'browser.click', input: { target: 'Send' } };
    const { outcome } = await run(pool, steps(visit('/form'), send), {
      host,
      limits: { stepTimeoutMs: 6_000 },
    });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'step_timeout' });
    expect(host.ofType('step.failed')).toMatchObject([{ stepId: 's2', data: { landed: 'unknown' } }]);
  });

  test('reports a browser that died during other work', async () => {
    const lost = pool.withContext({ host: createRecorder() }, async (surface) => {
      pool.kill();
      await surface.page.goto(site.url);
    });
    await expect(lost).rejects.toEqual(new StepError('browser_crashed', 'The browser crashed.'));
  });

  test('reports a page that crashed while it was opened', async () => {
    await pool.start();
    let isOver = false;
    const killPages = async (): Promise<void> => {
      while (!isOver)
        for (const pid of await processesOf(pool.pid ?? 0)) {
          const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
          if (command.includes('--type=renderer')) process.kill(Number(pid), 'SIGKILL');
        }
    };
    const killing = killPages();
    const lend = () => pool.withContext({ host: createRecorder() }, async () => undefined);
    let crash: unknown;
    // A page may be opened before it is found.
    while (crash === undefined) crash = await lend().catch((error: unknown) => error);
    isOver = true;
    await killing;
    expect(crash).toMatchObject({ code: 'browser_crashed' });
  });

  test('a page that crashes fails its Run alone', async () => {
    const host = createRecorder();
    const [crashed, other] = await Promise.all([
      pool.withContext({ host, scoped: false }, async (surface) => {
        const running = executeRunbook({
          definition: {
            title: 'T',
            parameters: [],
            steps: steps(visit('/'), { primitive: 'browser.wait', input: { for: '#never' } }),
          },
          inputs: {},
          surface,
          host,
          // A page that crashes while Chromium takes its screenshot may end the whole browser (ADR 22).
          limits: { screenshots: false },
        });
        await waitFor('the second step', () => host.ofType('step.started').length === 2);
        await surface.page.goto('chrome://crash').catch(() => undefined);
        return running;
      }),
      run(pool, steps(visit('/'))),
    ]);
    expect(crashed).toMatchObject({ status: 'failed', errorCode: 'browser_crashed' });
    expect(other.outcome).toMatchObject({ status: 'completed' });
  });
});

describe('a browser', () => {
  test('reports a missing library in one sentence', async () => {
    const executable = join(temporary, 'broken-browser');
    await writeFile(
      executable,
      '#!/bin/sh\necho "$0: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory" >&2\nexit 127\n',
    );
    await chmod(executable, 0o755);
    await expect(
      browserLauncher({ executablePath: executable, cacheDir, environment: {} })(),
    ).rejects.toThrow(
      'The browser needs the shared library libnss3.so: install it (Debian: apt-get install libnss3), or set ERRAND_BROWSER_PATH to another browser.',
    );
  });

  test('reports that it is not installed', async () => {
    const launch = browserLauncher({ executablePath: '/nowhere/chrome', cacheDir, environment: {} });
    await expect(launch()).rejects.toThrow('There is no browser at /nowhere/chrome (ERRAND_BROWSER_PATH).');
  });

  test('is unpacked once when two processes begin at the same time, without a trace in the temporary folder', async () => {
    const cache = join(temporary, 'cache');
    const module = new URL('../../browser-runtime/src/browser/chromium-bundle.ts', import.meta.url).href;
    const script = `const { extractChromium } = await import(process.argv[1]); console.log((await extractChromium(process.argv[2])).executable);`;
    const unpack = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, module, cache]);
    const [first, second] = await Promise.all([unpack(), unpack()]);
    expect(first.stdout).toBe(second.stdout);
    expect(existsSync(first.stdout.trim())).toBe(true);
    expect(await readdir(cache)).toHaveLength(1);
  });

  test('does not get the secrets of its operator', async () => {
    const launch = browserLauncher({
      cacheDir,
      environment: { ...process.env, DATABASE_URL: 'postgres://secret' },
    });
    const browser = await launch();
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const environment = await readFile(
      `/proc/${processInfo.find(({ type }) => type === 'browser')?.id}/environ`,
      'utf8',
    );
    await browser.close();
    expect(environment).toContain('PATH=');
    expect(environment).not.toContain('postgres://secret');
  });
});
