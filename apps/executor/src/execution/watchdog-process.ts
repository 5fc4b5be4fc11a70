import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { LEASE_HEADER as LeaseHeader } from '@errand/contracts/internal';
// It has to stay small beside each executor: nothing but types comes from elsewhere.
import { monotonicMs } from './clock.ts';
import type { HeldRun, WatchdogMessage, WatchdogService } from './watchdog.ts';

const CHECK_INTERVAL_MS = 100;
/** An executor from which nothing came for this long, several of its signs of life, stands still. */
const STALLED_AFTER_MS = 2_000;
const ASK_INTERVAL_MS = 500;
const CALL_TIMEOUT_MS = 2_000;

/** How long the kernel may take to end a browser that was killed. */
const DEATH_TIMEOUT_MS = 2_000;
/** How long what the executor was just sending when it died may still be on its way to the runs service. */
const IN_FLIGHT_MS = 1_500;
const REPORT_RETRY_MS = 100;
/** Longer than any lease of use; after it the runs service has found out by itself. */
const REPORT_TIMEOUT_MS = 60_000;

const holds = new Map<number, HeldRun>();
let service: WatchdogService | null = null;
let lastHeardAt = monotonicMs();
let lastAskedAt = 0;

/** True while a process, or any of its group, has not ended. One that only its parent has to clear away has. */
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
    // It is gone already.
  }
}

async function untilDead(pid: number | null): Promise<void> {
  const end = monotonicMs() + DEATH_TIMEOUT_MS;
  while (pid !== null && isAlive(pid) && monotonicMs() < end) await delay(10);
}

/** Typed by the contract, which is not loaded for it. */
const LEASE_HEADER: typeof LeaseHeader = 'x-errand-lease';

/** Answers the status of the runs service; 503 when it gives none. */
async function call(lease: string, url: string, init: RequestInit = {}): Promise<number> {
  if (service === null) return 503;
  try {
    const response = await fetch(new URL(url, service.runsUrl), {
      ...init,
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        [LEASE_HEADER]: lease,
      },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 503;
  }
}

/** Says that the executor is gone, until the runs service has taken the Run back or has another holder for it. */
async function reportLoss({ runId, attempt, lease, sent, sending }: HeldRun): Promise<void> {
  const begunAt = monotonicMs();
  const executorId = service?.executorId;
  for (;;) {
    const lastsMs = monotonicMs() - begunAt;
    const events = lastsMs < IN_FLIGHT_MS ? sending : sent;
    const body = JSON.stringify({ attempt, executorId, events });
    const status = await call(lease, `/internal/runs/${runId}/loss`, { method: 'POST', body });
    if (status < 500 || lastsMs > REPORT_TIMEOUT_MS) return;
    await delay(REPORT_RETRY_MS);
  }
}

/** A cancellation does not reach an executor that stands still, so its Runs are asked for here. */
async function askForRuns(): Promise<void> {
  const executorId = encodeURIComponent(service?.executorId ?? '');
  await Promise.all(
    [...holds].map(async ([hold, { runId, attempt, lease, browserPid }]) => {
      const status = await call(
        lease,
        `/internal/runs/${runId}/lease?attempt=${attempt}&executorId=${executorId}`,
      );
      if (status !== 409 || !holds.delete(hold)) return;
      kill(browserPid);
    }),
  );
}

process.on('message', (message: WatchdogMessage) => {
  lastHeardAt = monotonicMs();
  if ('service' in message) service = message.service;
  else if ('over' in message) holds.delete(message.hold);
  else if ('run' in message) holds.set(message.hold, message.run);
});

/** The executor is gone, and with it whoever could say that a lease goes on. */
process.on('disconnect', () => {
  clearInterval(checking);
  const left = [...holds.values()];
  for (const { browserPid } of left) kill(browserPid);
  void Promise.all(left.map(({ browserPid }) => untilDead(browserPid)))
    .then(() => Promise.all(left.map(reportLoss)))
    .finally(() => process.exit());
});

// It ends after the executor, which may have been sent the same signal and still has Runs to finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const checking = setInterval(() => {
  const now = monotonicMs();
  for (const [hold, { killAt, browserPid }] of holds) {
    if (now < killAt) continue;
    holds.delete(hold);
    kill(browserPid);
  }
  if (now - lastHeardAt < STALLED_AFTER_MS || now - lastAskedAt < ASK_INTERVAL_MS) return;
  lastAskedAt = now;
  void askForRuns();
}, CHECK_INTERVAL_MS);
