import { parentPort } from 'node:worker_threads';
import { type WatchdogMessage, monotonicMs } from './watchdog.ts';

const LOOK_MS = 100;

const holds = new Map<number, { killAt: number; browserPid: number | null }>();

parentPort?.on('message', (message: WatchdogMessage) => {
  if ('over' in message) holds.delete(message.hold);
  else holds.set(message.hold, message);
});

const kill = (pid: number): void => {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    parentPort?.postMessage({ killed: pid });
  } catch {
    // It is gone already.
  }
};

setInterval(() => {
  const now = monotonicMs();
  for (const [hold, { killAt, browserPid }] of holds) {
    if (now < killAt) continue;
    holds.delete(hold);
    if (browserPid !== null) kill(browserPid);
  }
}, LOOK_MS);
