/**
 * Ends a test process whose event loop has stopped turning, which Jest's own timeouts cannot: they are timers of the
 * same loop. Jest then fails the file and goes on with the others.
 *
 * The watching half is a thread of its own, started from this same file.
 */
import { readFileSync, writeSync } from 'node:fs';
import { type Debugger, Session } from 'node:inspector';
import { Worker, isMainThread, workerData } from 'node:worker_threads';

const TURN_MS = 1_000;
/** Longer than any test may take. */
const STUCK_MS = 240_000;
const PAUSE_TIMEOUT_MS = 10_000;

interface Watched {
  turns: Int32Array<SharedArrayBuffer>;
  stuckMs: number;
}

/**
 * Starts to watch this process, until it exits.
 * @param stuckMs milliseconds without a turn of the event loop after which the process is killed
 */
export function startWatchdog(stuckMs = STUCK_MS): void {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => {
    Atomics.add(turns, 0, 1);
    Atomics.notify(turns, 0);
  }, TURN_MS).unref();
  const watched: Watched = { turns, stuckMs };
  new Worker(new URL(import.meta.url), { workerData: watched, execArgv: [] }).unref();
}

/** A thread's process.stderr is written by the main thread, which is stuck. */
function print(text: string) {
  writeSync(2, `${text}\n`);
}

/** The stack of the main thread; undefined where it does not come back to JavaScript. */
async function stackOfMainThread(): Promise<string | undefined> {
  const session = new Session();
  session.connectToMainThread();
  const files = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url));
  const describe = ({ functionName, location }: Debugger.CallFrame) =>
    `  at ${functionName || '(anonymous)'} (${files.get(location.scriptId)}:${location.lineNumber + 1})`;
  const paused = new Promise<string>((resolve) => {
    session.on('Debugger.paused', ({ params }) => resolve(params.callFrames.map(describe).join('\n')));
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PAUSE_TIMEOUT_MS);
  });
  return await Promise.race([paused, timeout]);
}

/** The main thread as the kernel sees it; empty without /proc. */
function stateOfMainThread(): string {
  return ['stat', 'wchan', 'syscall']
    .map((name) => {
      try {
        return `  ${name}: ${readFileSync(`/proc/self/task/${process.pid}/${name}`, 'utf8').trim()}`;
      } catch {
        return '';
      }
    })
    .join('\n');
}

async function watch({ turns, stuckMs }: Watched): Promise<never> {
  for (;;) {
    if (Atomics.wait(turns, 0, Atomics.load(turns, 0), stuckMs) !== 'timed-out') continue;
    print(
      `\nThe event loop of test process ${process.pid} has not turned for ${stuckMs / 1000} s. It was at:`,
    );
    print((await stackOfMainThread()) ?? '  no JavaScript');
    print(stateOfMainThread());
    process.kill(process.pid, 'SIGKILL');
  }
}

if (!isMainThread && workerData?.turns instanceof Int32Array) await watch(workerData as Watched);
