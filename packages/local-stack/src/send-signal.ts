import { hasCode } from './error-code.ts';

/** Sends `signal` to the process `pid`. Ignores a process that has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}
