import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { waitFor } from '@errand/wait-for';
import { afterEach, describe, expect, test } from '@jest/globals';
import { isStarved } from '../src/browser/starved.ts';

const children: ChildProcess[] = [];

function start(command: string, ...args: string[]): number {
  const child = spawn(command, args, { stdio: 'ignore' });
  children.push(child);
  if (child.pid === undefined) throw new Error(`${command} did not start`);
  return child.pid;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const hasProc = existsSync('/proc/self/task');
if (!hasProc) console.warn('Skipped: whether a process is starved is only known where there is /proc.');

(hasProc ? describe : describe.skip)('a process', () => {
  test('that would go on is starved, and not once it is stopped', async () => {
    const pid = start(process.execPath, '-e', 'for (;;);');
    await waitFor('the process to run', () => isStarved(pid));
    process.kill(pid, 'SIGSTOP');
    await waitFor('the process to stop', async () => !(await isStarved(pid)));
  });

  test('that waits for something else, or is gone, is not starved', async () => {
    const pid = start('sleep', '600');
    await waitFor('the process to wait', async () => !(await isStarved(pid)));
    expect(await isStarved(2 ** 30)).toBe(false);
  });
});
