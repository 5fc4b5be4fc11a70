import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { processStartTime } from './process-identity.ts';
import { StartError } from './start-error.ts';
import { lastLines, readableLine } from './tail.ts';
import { settlesWithin } from '@errand/wait-for';
import { waitUntil } from './wait.ts';

export interface ProcessSpec {
  name: string;
  /** The script that Node runs. */
  script: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Returns 200 when the process is ready. */
  readyUrl: string;
}

export interface ServiceProcess {
  name: string;
  pid: number;
  /** Distinguishes this process from a later one with the same id. */
  mark: string;
  logFile: string;
}

/** A process ended without being stopped. */
export interface UnexpectedEnd {
  name: string;
  /** The exit code or signal, in words. */
  how: string;
  logFile: string;
  lastLines: string[];
}

export interface ProcessOptions {
  logDir: string;
  /** Called for each process that ends unexpectedly once all were ready. */
  onExit?: (end: UnexpectedEnd) => void;
  /** Called with the processes as soon as they run. */
  onSpawn?: (processes: readonly ServiceProcess[]) => Promise<void>;
  /** Time for all to become ready. Default: 60 s. */
  readyTimeoutMs?: number;
  /** Time for each to end after SIGTERM. Default: 15 s. */
  graceMs?: number;
}

export interface RunningProcesses {
  /** The current processes; a restart changes the process id. */
  readonly processes: readonly ServiceProcess[];
  /** Kills one as a crash does, or stops it by SIGTERM. Returns how it ended; `onExit` is not called. */
  kill: (name: string, signal?: 'SIGKILL' | 'SIGTERM') => Promise<string>;
  /** Starts an ended process again with the same settings, and waits until it is ready. */
  restart: (name: string) => Promise<void>;
  /** Like `restart`, without waiting for readiness. Does nothing once `stop` was called. */
  relaunch: (name: string) => Promise<void>;
  /** Stops them one by one in reverse order. May be called again; `now` skips the grace period. */
  stop: (options?: { now?: boolean }) => Promise<void>;
}

interface Supervised extends ServiceProcess {
  spec: ProcessSpec;
  child: ChildProcess;
  ended: Promise<string>;
  running: boolean;
  /** True once it was asked to stop. */
  dismissed: boolean;
}

const LOG_LINES = 5;
const PROBE_TIMEOUT_MS = 2000;
/** A stopping service waits for its callers' idle keep-alive connections; this one should not delay it. */
const NOT_KEPT = { connection: 'close' };

/**
 * Starts Node processes and waits until all are ready. Each runs in its own process group, so that Ctrl-C reaches only
 * this process, and has an IPC channel that closes when this process ends.
 * Throws StartError when one does not become ready; nothing is left running then.
 */
export async function startProcesses(
  specs: readonly ProcessSpec[],
  options: ProcessOptions,
): Promise<RunningProcesses> {
  const { logDir, onExit, readyTimeoutMs = 60_000, graceMs = 15_000 } = options;
  await mkdir(logDir, { recursive: true, mode: 0o700 });
  const all: Supervised[] = [];
  let stopping = false;
  const stop = async ({ now = false } = {}) => {
    stopping = true;
    if (now) for (const one of all) if (one.running) one.child.kill('SIGKILL');
    for (const one of all.toReversed()) await endProcess(one, graceMs);
  };
  try {
    for (const spec of specs) all.push(await launch(spec, logDir, 'w'));
    await options.onSpawn?.(all);
    await Promise.all(all.map((one) => untilReady(one, readyTimeoutMs)));
  } catch (error) {
    await stop();
    throw error;
  }
  const supervise = (one: Supervised) =>
    void one.ended.then(async (how) => {
      if (!stopping && !one.dismissed)
        onExit?.({ ...one, how, lastLines: await lastLines(one.logFile, LOG_LINES) });
    });
  for (const one of all) supervise(one);
  const find = (wanted: string): Supervised => {
    const one = all.find(({ name }) => name === wanted);
    if (one === undefined) throw new Error(`there is no process ${wanted}`);
    return one;
  };
  const relaunch = async (name: string): Promise<Supervised> => {
    const old = find(name);
    await old.ended;
    if (stopping) return old;
    const one = await launch(old.spec, logDir, 'a');
    all[all.indexOf(old)] = one;
    if (stopping) await endProcess(one, graceMs);
    else supervise(one);
    // A full disk must not prevent the start; the record only matters when this process is killed.
    await options.onSpawn?.(all).catch(() => {});
    return one;
  };
  return {
    get processes() {
      return all.map(({ name, pid, mark, logFile }) => ({ name, pid, mark, logFile }));
    },
    kill: async (name, signal = 'SIGKILL') => {
      const one = find(name);
      one.dismissed = true;
      one.child.kill(signal);
      return await one.ended;
    },
    restart: async (name) => untilReady(await relaunch(name), readyTimeoutMs),
    relaunch: async (name) => void (await relaunch(name)),
    stop,
  };
}

async function launch(spec: ProcessSpec, logDir: string, logMode: 'w' | 'a'): Promise<Supervised> {
  const logFile = path.join(logDir, `${spec.name}.log`);
  const log = await open(logFile, logMode, 0o600);
  const child = spawn(process.execPath, [spec.script], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    env: { ...spec.env },
  });
  await log.close();
  const one: Supervised = {
    name: spec.name,
    pid: 0,
    mark: '',
    logFile,
    spec,
    child,
    running: true,
    dismissed: false,
    ended: end(child),
  };
  void one.ended.then(() => (one.running = false));
  if (child.pid === undefined)
    throw new StartError(`Cannot start the ${spec.name} service: ${await one.ended}.`);
  return Object.assign(one, { pid: child.pid, mark: (await processStartTime(child.pid)) ?? '' });
}

async function end(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return signal === null ? `exit code ${code}` : `signal ${signal}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function untilReady(one: Supervised, timeoutMs: number): Promise<void> {
  const { name, spec, logFile } = one;
  let answer = 'it does not answer';
  const ready = await waitUntil(timeoutMs, async () => {
    if (!one.running) return false;
    try {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const response = await fetch(spec.readyUrl, { signal, headers: NOT_KEPT });
      answer = `it answers ${response.status} ${await response.text()}`;
      return response.ok || undefined;
    } catch {
      return undefined;
    }
  });
  if (ready === false) throw await startFailure(one);
  if (ready === undefined)
    throw new StartError(
      `The ${name} service is not ready after ${Math.round(timeoutMs / 1000)} s (${answer}); see ${logFile}.`,
    );
}

async function startFailure({ name, logFile, ended }: Supervised): Promise<StartError> {
  const how = await ended;
  const [last] = (await lastLines(logFile, 1)).map(readableLine);
  return new StartError(
    `The ${name} service ended while it was starting (${how}): ${last ?? 'no log'}; see ${logFile}.`,
  );
}

async function endProcess(one: Supervised, graceMs: number): Promise<void> {
  if (!one.running) return;
  one.child.kill('SIGTERM');
  if (await settlesWithin(graceMs, one.ended)) return;
  one.child.kill('SIGKILL');
  await one.ended;
}
