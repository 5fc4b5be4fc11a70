import type { ServiceName } from '@errand/local-stack';
import { isTerminal } from '@errand/contracts';
import { REDELIVERED_AFTER_MS, holdsWithin, readQueuedReports } from '@errand/test-kit';
import type { Backend, FaultEnvironment } from './environment.ts';

/** A fault and its repair: when `inject` resolves, everything that it broke runs again. */
export interface Fault {
  name: string;
  /** The invariant that the fault aims at; the history is checked for all invariants at the end. */
  invariant: string;
  on?: Backend;
  isGraceful?: boolean;
  /** Why it cannot be injected on this machine; null when it can. */
  skipReason?: (environment: FaultEnvironment) => string | null;
  /** Resolves with findings that the history does not show. */
  inject: (environment: FaultEnvironment) => Promise<string[] | void>;
}

/** In leases: by then a lost executor is detected and its Run requeued or ended (45 s with leases of 30 s). */
export const DETECTED_AFTER = 1.5;
/** In leases: by then the browser of an expired lease is gone; two thirds of a lease, and another two thirds. */
export const BROWSER_GONE_AFTER = 4 / 3;
/** In leases: a pause that outlasts every lease (60 s with leases of 30 s). */
export const PAUSE_LEASES = 2;

export type ExecutorName = 'executor' | 'executor-2';
export const EXECUTORS: readonly ExecutorName[] = ['executor', 'executor-2'];

export function pidOf({ stack, second }: FaultEnvironment, name: ServiceName | ExecutorName): number {
  return [...stack.processes, ...second.processes].find((one) => one.name === name)?.pid ?? 0;
}

export function killExecutor(
  { stack, second }: FaultEnvironment,
  name: ExecutorName,
  how: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<string> {
  return name === 'executor' ? stack.kill(name, how) : second.kill(name, how);
}

export function restartExecutor({ stack, second }: FaultEnvironment, name: ExecutorName): Promise<void> {
  return name === 'executor' ? stack.restart(name) : second.restart(name);
}

/** Runs `work` with the other executor stopped. */
export async function withOnly<Result>(
  environment: FaultEnvironment,
  name: ExecutorName,
  work: () => Promise<Result>,
): Promise<Result> {
  const other = name === 'executor' ? 'executor-2' : 'executor';
  await killExecutor(environment, other, 'SIGTERM');
  const result = await work();
  await restartExecutor(environment, other);
  return result;
}

/**
 * Strikes out ends of processes that the fault itself causes. The stack restarts its own; the second executor is restarted
 * here.
 */
export async function forgiveEnds(
  { ends, second }: FaultEnvironment,
  names: readonly string[],
): Promise<void> {
  const isCaused = ({ name }: { name: string }) => names.includes(name);
  const caused = ends.filter(isCaused);
  ends.splice(0, ends.length, ...ends.filter((end) => !isCaused(end)));
  if (caused.some(({ name }) => name === 'executor-2')) await second.restart('executor-2');
}

/** Far longer than a working system needs, so that a busy machine is not mistaken for a fault. */
export const MAX_WAIT_MS = 180_000;

/** Creates a Run that only reads and waits until it ends; a finding when it did not complete. */
export async function completes(
  { workload }: FaultEnvironment,
  what: string,
  { isLocal = false } = {},
): Promise<string[]> {
  const run = await workload.create('reads', { keyed: true, isLocal });
  if (run === null) return [`${what}: a Run was refused`];
  let status: string | null = null;
  await holdsWithin(MAX_WAIT_MS, async () => {
    const current = await workload.read(run);
    status = current;
    return current !== null && isTerminal(current);
  });
  return status === 'completed' ? [] : [`${what}: run ${run.runId} is ${String(status)}`];
}

interface RunningRun {
  id: string;
  attempt: number;
  attemptSeq: number;
  hasExpired: boolean;
}

/**
 * Records the running Runs. The function that it returns resolves within `DETECTED_AFTER` leases with the ids of those that
 * were not recovered although their lease has expired. A Run whose report is in the queue waits for it: when the service that
 * applied the report was killed by an earlier fault, that can be until the queue delivers it again.
 */
export async function trackRunning({
  sql,
  leaseMs,
  stack,
}: FaultEnvironment): Promise<() => Promise<string[]>> {
  const readRunning = () =>
    sql<RunningRun>(
      `SELECT id, attempt, attempt_seq AS "attemptSeq", lease_expires_at < now() AS "hasExpired"
       FROM runs WHERE status = 'running'`,
    );
  const before = await readRunning();
  const startedAt = performance.now();
  const stillRunning = async (): Promise<RunningRun[]> =>
    (await readRunning()).filter((run) =>
      before.some(({ id, attempt }) => run.id === id && run.attempt === attempt),
    );
  const waitForRecovery = (withinMs: number) =>
    holdsWithin(withinMs - (performance.now() - startedAt), async () => (await stillRunning()).length === 0);
  const notRecovered = async () => (await stillRunning()).filter(({ hasExpired }) => hasExpired);
  return async () => {
    await waitForRecovery(leaseMs * DETECTED_AFTER);
    const reported = await readQueuedReports(stack.queueUrl, await notRecovered());
    const late = (await notRecovered()).filter(({ id }) => !reported.includes(id));
    if (reported.length > 0) await waitForRecovery(REDELIVERED_AFTER_MS + leaseMs * DETECTED_AFTER);
    const open = (await notRecovered()).filter(({ id }) => reported.includes(id));
    return [...late, ...open].map(({ id }) => id);
  };
}
