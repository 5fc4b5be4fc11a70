import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createLogDestination } from './log-destination.ts';

function describeDropped(dropped: number) {
  return `${dropped} dropped\n`;
}

test('a log that becomes writable again reports once how many lines were dropped', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'errand-log-'));
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const read = () => {
    const bytes = Buffer.alloc(1 << 20);
    return bytes.toString('utf8', 0, readSync(fd, bytes));
  };
  const log = createLogDestination(fd, describeDropped);
  const long = `${'x'.repeat(50_000)}\n`;
  log.write(long);
  // The pipe takes a part of this one.
  log.write(long);
  log.write('three\n');
  const first = read();
  expect(first.startsWith(long)).toBe(true);
  expect(first.endsWith('x')).toBe(true);
  log.write('four\n');
  expect(read()).toBe('\n2 dropped\nfour\n');
  log.write('five\n');
  expect(read()).toBe('five\n');
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

test.each([
  ['its log pipe is closed', 'pipe'],
  ['the disk of its log is full', '/dev/full'],
])('a process lives on and counts the lines that it drops when %s', async (_when, target) => {
  const script = `
    import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, 'logging.ts'))};
    import { droppedLogLines } from ${JSON.stringify(path.join(import.meta.dirname, 'log-destination.ts'))};
    const log = createLogger('test', 'info');
    process.once('message', () => {
      for (let line = 0; line < 10; line += 1) log.info('a line');
      setTimeout(() => process.exit(droppedLogLines()), 50);
    });
    process.send('ready');`;
  const fd = target === 'pipe' ? undefined : openSync(target, 'w');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', fd ?? 'pipe', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  if (child.stdout !== null) {
    child.stdout.destroy();
    await once(child.stdout, 'close');
  }
  child.send('go');
  const [code] = await once(child, 'exit');
  if (fd !== undefined) closeSync(fd);
  expect(code).toBe(10);
});
