import { createRequire } from 'node:module';
import { type CpuMeter, startCpuMeter } from './cpu-meter.ts';
import { type JestRuntime, nativeRuntime, withPlainPaths } from './jest-native-modules.ts';
import { startWatchdog } from './jest-watchdog.ts';

interface FileResult {
  failureMessage?: string | null;
}
/** Jest's console of a test file, where it does not print at once. */
interface BufferedConsole extends Console {
  getBuffer?(): { message: string; origin: string }[] | undefined;
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

/** Of this process and all its descendants; undefined where there is no /proc. */
function ownMeter(): CpuMeter | undefined {
  return process.platform === 'linux' ? startCpuMeter(process.pid) : undefined;
}

/**
 * Jest's own runner of a test file, but that modules are loaded natively and that the result also says how much CPU
 * time the file and its child processes took.
 * Not an async function: Jest would show this file as the place of errors that have no other.
 */
function runNatively(...[globalConfig, config, environment, runtime, ...more]: Parameters<RunFile>) {
  const meter = ownMeter();
  // Jest looks for a source map for each frame of each stack, and Playwright takes a stack at each call. There are no maps.
  Reflect.deleteProperty(Error, 'prepareStackTrace');
  return runFile(globalConfig, config, environment, nativeRuntime(runtime), ...more)
    .then((result) => {
      const { failureMessage } = result;
      const used = meter?.read();
      for (const line of (console as BufferedConsole).getBuffer?.() ?? []) {
        line.message = withPlainPaths(line.message);
        line.origin = withPlainPaths(line.origin);
      }
      return {
        ...result,
        ...(failureMessage && { failureMessage: withPlainPaths(failureMessage) }),
        ...(used !== undefined && { cpuMs: used * 1_000 }),
      };
    })
    .finally(() => meter?.stop());
}

startWatchdog();

export default runNatively;
