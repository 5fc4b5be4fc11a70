import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { type RunningProcesses, type UnexpectedEnd, createRestarts, startProcesses } from '../src/index.ts';
import { freePorts } from '../src/ports.ts';
import { waitUntil } from '../src/wait.ts';

test('a service is restarted until it has died five times, while the others keep running', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'errand-restarts-'));
  const [weak = 0, strong = 0] = await freePorts(2);
  const progress: string[] = [];
  const givenUp: UnexpectedEnd[] = [];
  const restarts = createRestarts({
    folders: [dir],
    onProgress: (line) => progress.push(line),
    onGivenUp: (end) => givenUp.push(end),
  });
  const running: RunningProcesses = await startProcesses(
    Object.entries({ weak, strong }).map(([name, port]) => ({
      name,
      script: path.join(import.meta.dirname, 'fake-service.ts'),
      env: { NAME: name, PORT: String(port), DIARY: path.join(dir, 'diary') },
      readyUrl: `http://127.0.0.1:${port}/readyz`,
    })),
    { logDir: dir, onExit: (end) => restarts.revive(end, () => running.relaunch(end.name)) },
  );
  try {
    const answers = async () =>
      (await fetch(`http://127.0.0.1:${weak}/readyz`).catch(() => undefined))?.ok || undefined;
    for (let deaths = 1; deaths <= 5; deaths += 1) {
      expect(await waitUntil(20_000, answers)).toBe(true);
      await fetch(`http://127.0.0.1:${weak}/crash`).catch(() => {});
    }
    expect(await waitUntil(20_000, async () => givenUp[0])).toMatchObject({
      name: 'weak',
      how: 'exit code 7',
      lastLines: expect.arrayContaining(['the last words']),
    });
    expect(progress).toEqual(
      ['0.25', '0.5', '1', '2'].map((s) => `weak ended (exit code 7); starting it again in ${s} s`),
    );
    expect((await fetch(`http://127.0.0.1:${strong}/readyz`)).ok).toBe(true);
  } finally {
    await restarts.stop();
    await running.stop({ now: true });
    await rm(dir, { recursive: true, force: true });
  }
});
