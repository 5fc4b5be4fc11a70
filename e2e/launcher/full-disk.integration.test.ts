import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AcceptedRun, ErrorBody, RunState } from '@errand/contracts';
import { type RunningStack, startStack } from '@errand/local-stack';
import { type SmallDisk, mountSmallDisk, waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signUp } from '@errand/launcher/account';
import { browserCacheDirectory } from '@errand/launcher/home';

const START_MS = 180_000;
const TEST_MS = 300_000;
const TIMEOUT_MS = 180_000;
const DISK_MEGABYTES = 512;
/** Large, so that they soon need new pages. */
const TASK = `unintelligible ${'x'.repeat(8_000)}`;

const dir = await mkdtemp(path.join(tmpdir(), 'errand-full-'));
const services = await mountSmallDisk(dir, DISK_MEGABYTES);
const postgres = services && (await mountSmallDisk(path.join(dir, 'postgres'), DISK_MEGABYTES));
if (services === null)
  process.stderr.write('skipped: full disks, because this process may not mount one (not root?)\n');

afterAll(async () => {
  await postgres?.unmount();
  await services?.unmount();
  await rm(dir, { recursive: true, force: true });
});

function waitUntil(what: string, condition: () => boolean | Promise<boolean>) {
  return waitFor(what, condition, { timeoutMs: TIMEOUT_MS });
}

(services === null ? describe.skip : describe)('a full disk', () => {
  let stack: RunningStack;
  let headers: Record<string, string>;
  const ends: string[] = [];

  beforeAll(async () => {
    stack = await startStack({
      dir,
      port: 0,
      env: {
        ...process.env,
        ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
        ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
      },
      onExit: ({ name }) => ends.push(name),
    });
    const { apiKey } = await signUp(stack.baseUrl, 'ada@example.com', 'a long enough password');
    headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  }, START_MS);
  afterAll(() => stack?.stop(), START_MS);

  /** Accepts a Run; null when the answer is a well-formed 503, and throws at any other. */
  const accept = async (): Promise<string | null> => {
    const response = await fetch(`${stack.baseUrl}/v1/runs`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ task: TASK }),
    });
    const body: unknown = await response.json();
    if (response.status !== 503) return AcceptedRun.parse(body).id;
    ErrorBody.parse(body);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    await delay(100);
    return null;
  };

  /** Accepts Runs until the condition holds for one of the outcomes. */
  const acceptUntil = async (accepted: string[], isWanted: (id: string | null) => boolean) => {
    await waitUntil('that outcome', async () => {
      const id = await accept();
      if (id !== null) accepted.push(id);
      return isWanted(id);
    });
  };

  const logs = async () =>
    (await Promise.all(stack.processes.map(({ logFile }) => readFile(logFile, 'utf8')))).join('');

  test.each<[string, () => (SmallDisk | null)[]]>([
    ['of everything', () => [services, postgres]],
    ['of PostgreSQL alone', () => [postgres]],
  ])(
    '%s is answered by 503, ends no service, loses no accepted Run, and is over when it has space again',
    async (_whose, disks) => {
      const before = stack.processes.map(({ pid }) => pid);
      const accepted: string[] = [];
      await acceptUntil(accepted, (id) => id !== null);
      for (const disk of disks()) await disk?.fill();
      await acceptUntil(accepted, (id) => id === null);
      for (let refused = 0; refused < 20; refused += 1) await acceptUntil(accepted, (id) => id === null);
      for (const disk of disks()) await disk?.free();
      await acceptUntil(accepted, (id) => id !== null);

      expect(stack.processes.map(({ pid }) => pid)).toEqual(before);
      expect(ends.filter((name) => name !== 'PostgreSQL')).toEqual([]);
      for (const id of accepted)
        await waitUntil(`Run ${id} to end`, async () => {
          const response = await fetch(`${stack.baseUrl}/v1/runs/${id}`, { headers });
          return response.ok && RunState.parse(await response.json()).status === 'failed';
        });
      if (disks().includes(services))
        await waitUntil('the log to count the dropped lines', async () => (await logs()).includes('dropped'));
    },
    TEST_MS,
  );

  test(
    'a full disk does not keep the stack from stopping',
    async () => {
      for (const disk of [services, postgres]) await disk?.fill();
      await stack.stop();
      for (const { pid } of stack.processes) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    },
    TEST_MS,
  );
});
