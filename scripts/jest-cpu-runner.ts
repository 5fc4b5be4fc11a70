import { createRequire } from 'node:module';
import { cpuSeconds } from './cpu-times.ts';
import { startWatchdog } from './jest-watchdog.ts';

/** A CommonJS module without types. */
const { default: runFile } = createRequire(import.meta.url)('jest-circus/runner') as {
  default: (...parameters: unknown[]) => Promise<object>;
};

/** Seconds of CPU that this process and all its descendants have used so far; undefined where there is no /proc. */
function cpuOfTree(): number | undefined {
  return process.platform === 'linux' ? cpuSeconds({ own: process.pid }).own : undefined;
}

/**
 * Jest's own runner of a test file, whose result also says how much CPU time the file and its child processes took.
 * Not an async function: Jest would show this file as the place of errors that have no other.
 */
function runFileWithCpu(...parameters: unknown[]): Promise<object> {
  const before = cpuOfTree();
  return runFile(...parameters).then((result) => {
    const after = cpuOfTree();
    return before === undefined || after === undefined
      ? result
      : { ...result, cpuMs: Math.max(0, after - before) * 1_000 };
  });
}

startWatchdog();

export default runFileWithCpu;
