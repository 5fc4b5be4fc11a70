import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';

const TERMINAL = path.join(import.meta.dirname, 'terminal.ts');
/** A command that says its process id, and ends once it is told to. */
const COMMAND = `
  const { print, runCommand } = await import(${JSON.stringify(TERMINAL)});
  await runCommand(async (signal) => {
    const timer = setInterval(() => {}, 1_000);
    print(String(process.pid));
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    clearInterval(timer);
    print('stopped');
  });
`;

test('a command that npm started stops when npm ends, also when it gets no signal itself', async () => {
  // A shell that stays while the command runs, as that of npm may.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, COMMAND], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const pid = Number((await lines.next()).value);
  try {
    expect(pid).toBeGreaterThan(0);
    shell.kill('SIGTERM');
    await once(shell, 'exit');
    const rest: string[] = [];
    for await (const line of { [Symbol.asyncIterator]: () => lines }) rest.push(line);
    expect(rest).toEqual(['', 'Stopping…', 'stopped']);
  } finally {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended.
    }
  }
});
