import { type WatchdogMessage, monotonicMs } from './watchdog.ts';

const LOOK_MS = 100;

const holds = new Map<number, { killAt: number; browserPid: number | null }>();

const kill = (pid: number | null): void => {
  if (pid === null) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    if (process.connected) process.send?.({ killed: pid });
  } catch {
    // It is gone already.
  }
};

process.on('message', (message: WatchdogMessage) => {
  if ('over' in message) holds.delete(message.hold);
  else holds.set(message.hold, message);
});

/** The executor is gone, and with it whoever could say that a lease goes on. */
process.on('disconnect', () => {
  for (const { browserPid } of holds.values()) kill(browserPid);
  process.exit();
});

// It ends after the executor, which may have been sent the same signal and still has Runs to finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

setInterval(() => {
  const now = monotonicMs();
  for (const [hold, { killAt, browserPid }] of holds) {
    if (now < killAt) continue;
    holds.delete(hold);
    kill(browserPid);
  }
}, LOOK_MS);
