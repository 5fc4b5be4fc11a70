/** An executor as far as the watchdog knows one: holds the browser `argv[2]` under one lease of `argv[3]` ms. */
import { createLogger } from '@errand/service-kit';
import { monotonicMs, startWatchdog } from '../src/execution/watchdog.ts';

const [, , pid, leaseMs] = process.argv;
startWatchdog(() => Number(pid), createLogger('test', 'silent')).hold(Number(leaseMs), monotonicMs());
process.send?.('held');
setInterval(() => undefined, 1_000);
