import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
// Imports only types and this clock, to stay small: every executor has one. It receives its calls as messages.
import { monotonicMs } from './clock.ts';
import type { HeldRun, WatchdogMessage, WatchdogService } from './watchdog.ts';

const CHECK_INTERVAL_MS = 100;
/** An executor that sent nothing for this long, several `alive` intervals, has stalled. */
const STALLED_AFTER_MS = 2_000;
const ASK_INTERVAL_MS = 500;
const CALL_TIMEOUT_MS = 2_000;

/** How long the kernel may take to end a killed browser. */
const DEATH_TIMEOUT_MS = 2_000;
/** How long events that the executor was sending when it died may take to reach the runs service. */
const IN_FLIGHT_MS = 1_500;
const REPORT_RETRY_MS = 100;
/** Longer than any practical lease; by then the runs service has noticed the loss itself. */
const REPORT_TIMEOUT_MS = 60_000;

const holds = new Map<number, HeldRun>();
let service: WatchdogService | null = null;
let lastHeardAt = monotonicMs();
let lastAskedAt = 0;
/** Runs while the executor holds a Run. */
let checking: NodeJS.Timeout | undefined;

/** True while a process, or any of its group, has not ended. A zombie has ended. */
function isAlive(pid: number): boolean {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return process.platform !== 'linux';
  }
}

function kill(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    if (process.connected) process.send?.({ killed: pid });
  } catch {
    // Already gone.
  }
}

async function untilDead(pid: number | null): Promise<void> {
  const end = monotonicMs() + DEATH_TIMEOUT_MS;
  while (pid !== null && isAlive(pid) && monotonicMs() < end) await delay(10);
}

/** Returns the status that the runs service answers; 503 when it does not answer. */
async function call(
  { runId, lease }: HeldRun,
  route: 'reportLoss' | 'checkLease',
  { search = '', body = null }: { search?: string; body?: string | null },
): Promise<number> {
  if (service === null) return 503;
  const { method, path } = service.routes[route];
  try {
    const response = await fetch(new URL(path.replace('{run_id}', runId) + search, service.runsUrl), {
      method,
      body,
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        [service.leaseHeader]: lease,
      },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 503;
  }
}

/** Reports the executor's death, until the runs service has requeued the Run or another executor holds it. */
async function reportLoss(run: HeldRun): Promise<void> {
  if (service === null) return;
  const startedAt = monotonicMs();
  const { executorId } = service;
  for (;;) {
    const elapsedMs = monotonicMs() - startedAt;
    const events = elapsedMs < IN_FLIGHT_MS ? run.sending : run.sent;
    const body = JSON.stringify({ attempt: run.attempt, executorId, events });
    const status = await call(run, 'reportLoss', { body });
    if (status < 500 || elapsedMs > REPORT_TIMEOUT_MS) return;
    await delay(REPORT_RETRY_MS);
  }
}

/** A cancellation does not reach a stalled executor, so the watchdog checks its Runs' leases. */
async function checkLeases(): Promise<void> {
  const executorId = encodeURIComponent(service?.executorId ?? '');
  await Promise.all(
    [...holds].map(async ([hold, run]) => {
      const search = `?attempt=${run.attempt}&executorId=${executorId}`;
      const status = await call(run, 'checkLease', { search });
      if (status !== 409 || !holds.delete(hold)) return;
      kill(run.browserPid);
    }),
  );
}

process.on('message', (messages: WatchdogMessage[]) => {
  lastHeardAt = monotonicMs();
  for (const message of messages) receive(message);
  if (holds.size > 0) checking ??= setInterval(check, CHECK_INTERVAL_MS);
});

function receive(message: WatchdogMessage): void {
  if ('service' in message) service = message.service;
  else if ('over' in message) holds.delete(message.hold);
  else if ('run' in message) holds.set(message.hold, message.run);
}

/** The executor has died: no one extends its leases any more. */
process.on('disconnect', () => {
  clearInterval(checking);
  const left = [...holds.values()];
  for (const { browserPid } of left) kill(browserPid);
  void Promise.all(left.map(({ browserPid }) => untilDead(browserPid)))
    .then(() => Promise.all(left.map(reportLoss)))
    .finally(() => process.exit());
});

// Outlives the executor, which may have received the same signal and still has Runs to finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

function check(): void {
  if (holds.size === 0) {
    clearInterval(checking);
    checking = undefined;
    return;
  }
  const now = monotonicMs();
  for (const [hold, { killAt, browserPid }] of holds) {
    if (now < killAt) continue;
    holds.delete(hold);
    kill(browserPid);
  }
  if (service === null || now - lastHeardAt < STALLED_AFTER_MS || now - lastAskedAt < ASK_INTERVAL_MS) return;
  lastAskedAt = now;
  void checkLeases();
}
