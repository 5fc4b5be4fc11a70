import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

const watchdog = path.resolve(import.meta.dirname, '../jest-watchdog.ts');
const STUCK_MS = 5_000;

test.each([
  ['calculates without end', 'for (;;) Math.sqrt(2);'],
  [
    'waits for a lock that is never released',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  ],
  ['resolves promises without end', '(async () => { for (;;) await null; })();'],
])('a test process that %s is killed, and its stack is printed', async (_, body) => {
  const program = `
    const { startWatchdog } = await import(${JSON.stringify(watchdog)});
    startWatchdog(${STUCK_MS});
    function getStuck() { ${body} }
    setTimeout(getStuck, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [printed, [, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([signal, printed]).toEqual([
    'SIGKILL',
    expect.stringMatching(/has not turned[^]*\n {2}at .*\(.*:\d+\)/),
  ]);
});

test('a test process whose event loop turns is left alone, and exits by itself', async () => {
  const program = `
    const { startWatchdog } = await import(${JSON.stringify(watchdog)});
    startWatchdog(${STUCK_MS});
    setTimeout(() => undefined, ${STUCK_MS * 1.5});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([0, null]);
});
