import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** How long the first line of an outage waits for a full pipe before it is dropped. */
const FULL_PIPE_TIMEOUT_MS = 100;
const FULL_PIPE_RETRY_MS = 5;
const REPORT_INTERVAL_MS = 1_000;

let totalDropped = 0;

/** The number of log lines that this process could not write so far. */
export function droppedLogLines(): number {
  return totalDropped;
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes log lines to `fd` and never throws: a line that cannot be written (disk full, pipe closed or full) is dropped
 * and counted. Within a second after writing works again, one line made by `describe` reports the count.
 */
export function createLogDestination(fd: number, describe: (dropped: number) => string): DestinationStream {
  let dropped = 0;
  /** True when only the beginning of the last line was written. */
  let torn = false;
  let reporting: NodeJS.Timeout | undefined;

  const writeSome = (bytes: Buffer): number => {
    for (let waited = 0; ; waited += FULL_PIPE_RETRY_MS) {
      try {
        return writeSync(fd, bytes);
      } catch (error) {
        const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        // Waiting blocks the whole process, so only the first line of an outage waits.
        if (!isFull || dropped > 0 || waited >= FULL_PIPE_TIMEOUT_MS) throw error;
        Atomics.wait(sleeper, 0, 0, FULL_PIPE_RETRY_MS);
      }
    }
  };

  const isWritten = (line: string): boolean => {
    let rest = Buffer.from(torn ? `\n${line}` : line);
    try {
      while (rest.length > 0) {
        rest = rest.subarray(writeSome(rest));
        torn = rest.length > 0;
      }
      return true;
    } catch {
      return false;
    }
  };

  const report = () => {
    if (dropped > 0 && !isWritten(describe(dropped))) return;
    dropped = 0;
    clearInterval(reporting);
    reporting = undefined;
  };

  return {
    write: (line) => {
      if (dropped > 0) report();
      if (dropped === 0 && isWritten(line)) return;
      dropped += 1;
      totalDropped += 1;
      reporting ??= setInterval(report, REPORT_INTERVAL_MS).unref();
    },
  };
}
