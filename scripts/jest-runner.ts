import { createRequire } from 'node:module';
import { cpuSeconds } from './cpu-times.ts';
import { type JestRuntime, nativeRuntime, withPlainPaths } from './jest-native-modules.ts';
import { startWatchdog } from './jest-watchdog.ts';

interface FileResult {
  failureMessage?: string | null;
}
type RunFile = (
  globalConfig: object,
  config: object,
  environment: object,
  runtime: JestRuntime,
  ...more: unknown[]
) => Promise<FileResult>;

/** A CommonJS module without types. */
const { default: runFile } = createRequire(import.meta.url)('jest-circus/runner') as { default: RunFile };

/** Seconds of CPU that this process and all its descendants have used so far; undefined where there is no /proc. */
function cpuOfTree(): number | undefined {
  return process.platform === 'linux' ? cpuSeconds({ own: process.pid }).own : undefined;
}

/**
 * Jest's own runner of a test file, but that modules are loaded natively and that the result also says how much CPU
 * time the file and its child processes took.
 * Not an async function: Jest would show this file as the place of errors that have no other.
 */
function runNatively(...[globalConfig, config, environment, runtime, ...more]: Parameters<RunFile>) {
  const before = cpuOfTree();
  return runFile(globalConfig, config, environment, nativeRuntime(runtime), ...more).then((result) => {
    const { failureMessage } = result;
    const after = cpuOfTree();
    return {
      ...result,
      ...(failureMessage && { failureMessage: withPlainPaths(failureMessage) }),
      ...(before !== undefined && after !== undefined && { cpuMs: Math.max(0, after - before) * 1_000 }),
    };
  });
}

startWatchdog();

export default runNatively;
