/** A stand-in for an executor: holds the browser process `argv[2]`, or a Run without one, under a lease of `argv[3]` ms. */
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@errand/service-kit';
import { monotonicMs } from '../src/clock.ts';
import { startWatchdog } from '../src/watchdog.ts';

const [, , pid, leaseMs, runsUrl = ''] = process.argv;
const service = { runsUrl, token: 'token', executorId: 'me' };
const watchdog = startWatchdog(service, createLogger('test', 'silent'));
const hold = watchdog.hold(
  { id: 'run', attempt: 2, lease: 'lease', leaseMs: Number(leaseMs) },
  monotonicMs(),
);
if (pid === 'none') {
  // The watchdog is told of such a Run by an earlier timer.
  await delay(100);
} else {
  hold.useBrowser(() => Number(pid));
  hold.reported({ sent: 3, sending: 5 });
}
process.send?.('held');
setInterval(() => undefined, 1_000);
