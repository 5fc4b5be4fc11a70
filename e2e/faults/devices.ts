import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal } from '@errand/contracts';
import { deviceExecutorId } from '@errand/contracts/internal';
import { holdsWithin } from '@errand/test-kit';
import { goesOn, holdRuns } from './control.ts';
import type { PairedDevice } from './device.ts';
import type { FaultEnvironment } from './environment.ts';
import { BROWSER_GONE_AFTER, type Fault, MAX_WAIT_MS, PAUSE_LEASES, completes } from './fault.ts';
import { createMessageBreaker } from './message-breaker.ts';
import { browserRootsOf, countAlive, signal } from './processes.ts';
import type { CreatedRun } from './workload.ts';

interface LocalRow {
  status: string;
  owner: string | null;
  error: string | null;
}

async function rowOf({ sql }: FaultEnvironment, { runId }: CreatedRun): Promise<LocalRow | undefined> {
  const [row] = await sql<LocalRow>(
    `SELECT status, lease_owner AS owner, error_code AS error FROM runs WHERE id = '${runId}'`,
  );
  return row;
}

/** Waits until a local Run ends; a finding unless it completed, or was lost with its device and another Run completes after it. */
async function endsHonestly(environment: FaultEnvironment, run: CreatedRun): Promise<string[]> {
  let row: LocalRow | undefined;
  await holdsWithin(MAX_WAIT_MS, async () => {
    row = await rowOf(environment, run);
    return row !== undefined && isTerminal(row.status as never);
  });
  if (row?.status === 'completed') return [];
  if (row?.error === 'device_disconnected')
    return await completes(environment, 'the device that lost a Run', { isLocal: true });
  return [`the local run ${run.runId} is ${row?.status} (${row?.error})`];
}

/** A fault that strikes the device while `run` acts on the site and waits for its answer. */
function inMidRun(
  name: string,
  invariant: string,
  strike: (environment: FaultEnvironment, device: PairedDevice, run: CreatedRun) => Promise<string[] | void>,
): Fault {
  return {
    name: `device: ${name}`,
    invariant,
    inject: async (environment) => {
      const { site, workload } = environment;
      const device = await environment.device();
      device.running();
      site.hang('slow');
      const run = await workload.create('slow write', { keyed: true, isLocal: true });
      if (run === null) return ['the local Run was refused'];
      const isActing = await holdsWithin(MAX_WAIT_MS, () =>
        site.effects.some(({ token, step }) => token === run.token && step === 'slow'),
      );
      const findings = isActing ? [] : ['the device never acted'];
      findings.push(...((await strike(environment, device, run)) ?? []));
      site.release();
      device.running();
      return [...findings, ...(await endsHonestly(environment, run))];
    },
  };
}

const AT_MOST_ONCE = 'an effect lands at most once per step';

/** Messages that a Run with writes certainly sends and receives; other messages break too when they occur. */
const CERTAIN_MESSAGES = [
  'hello',
  'challenge',
  'welcome',
  'state',
  'offer',
  'claim',
  'answer to claim',
  'heartbeat',
  'declareIntent',
  'answer to declareIntent',
  'report',
  'answer to report',
];

const brokenAtEachMessage: Fault = {
  name: 'device: its link breaks at the first message of each kind',
  invariant: AT_MOST_ONCE,
  inject: async (environment) => {
    const { link, kill, running } = await environment.device();
    await kill();
    const breaker = createMessageBreaker();
    link.breakAt(breaker.breaksAt);
    running();
    const run = await environment.workload.create('writes', { keyed: true, isLocal: true });
    const findings = run === null ? ['the local Run was refused'] : await endsHonestly(environment, run);
    link.breakAt(null);
    const missed = CERTAIN_MESSAGES.filter((kind) => !breaker.broken.has(kind));
    if (missed.length > 0) findings.push(`the link never broke at: ${missed.join(', ')}`);
    return [...findings, ...(await completes(environment, 'the device behind the link', { isLocal: true }))];
  },
};

const pausedBriefly = inMidRun(
  'SIGSTOP for a quarter of its lease',
  AT_MOST_ONCE,
  async (environment, device) => {
    const { pid } = device.running();
    signal([pid], 'SIGSTOP');
    await delay(environment.leaseMs / 4);
    signal([pid], 'SIGCONT');
  },
);

const pausedForLong = inMidRun(
  'SIGSTOP for two leases, then SIGCONT',
  AT_MOST_ONCE,
  async ({ leaseMs }, device) => {
    const { pid } = device.running();
    const browsers = await browserRootsOf(pid);
    signal([pid], 'SIGSTOP');
    const isOver = delay(leaseMs * PAUSE_LEASES);
    const isGone = await holdsWithin(
      leaseMs * BROWSER_GONE_AFTER,
      async () => (await countAlive(browsers)) === 0,
    );
    await isOver;
    signal([pid], 'SIGCONT');
    if (browsers.length === 0) return ['the device had no browser'];
    return isGone ? [] : ['the browser of a paused device outlived its lease'];
  },
);

const cutForLong = inMidRun('its link is cut for two leases', AT_MOST_ONCE, async ({ leaseMs }, { link }) => {
  link.cut();
  await delay(leaseMs * PAUSE_LEASES);
  link.heal();
});

const SLOW_MS = 500;

const slow: Fault = {
  name: 'device: its link takes half a second each way',
  invariant: AT_MOST_ONCE,
  inject: async (environment) => {
    const { link, running } = await environment.device();
    running();
    // Only connections that are new keep their bytes in order.
    const setDelay = (ms: number) => {
      link.cut();
      link.slow(ms);
      link.heal();
    };
    setDelay(SLOW_MS);
    const findings = await completes(environment, 'the device behind a slow link', { isLocal: true });
    setDelay(0);
    return findings;
  },
};

const gatewayKilled = inMidRun('kill -9 of its gateway', AT_MOST_ONCE, async ({ stack }) => {
  await stack.kill('gateway');
  await stack.restart('gateway');
});

const startedTwice = inMidRun(
  'the application is started twice',
  AT_MOST_ONCE,
  async (_environment, device) => {
    const { code } = await device.machine.run('start', '--headless');
    return code === 1 ? [] : [`a second start ended with ${code}`];
  },
);

/** Both have the same keys, so the newer one gets the link. The first one then comes back in its place. */
const duplicated = inMidRun(
  "the application's folder is copied and started",
  AT_MOST_ONCE,
  async (_environment, device) => {
    const ended = device.running().expectedEnd();
    await using copy = await device.duplicate();
    const copied = copy.begin('start', '--headless');
    const { stderr } = await ended;
    copied.child.kill('SIGTERM');
    await copied.ended;
    return stderr.includes('Another process') ? [] : [`the first one ended with: ${stderr}`];
  },
);

const clockJumps = inMidRun(
  'its clock jumps ten minutes ahead and back',
  'clocks do not matter',
  async (environment, device) => {
    const { pid } = device.running();
    signal([pid], 'SIGPWR');
    await delay(environment.leaseMs / 2);
    signal([pid], 'SIGPWR');
  },
);

/** Posts as the owner of the device; resolves with the status of the answer. */
async function post({ stack, workload }: FaultEnvironment, place: string, body?: object): Promise<number> {
  const response = await fetch(`${stack.baseUrl}${place}`, {
    method: 'POST',
    headers: { ...workload.deviceOwner, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.status;
}

const revoked = inMidRun('it is revoked', AT_MOST_ONCE, async (environment, device) => {
  const ended = device.running().expectedEnd();
  const status = await post(environment, `/v1/devices/${device.deviceId}/revoke`);
  const { code } = await ended;
  await device.pairAgain();
  return status === 200 && code === 4
    ? []
    : [`revoking was answered with ${status}, and the device ended with ${code}`];
});

const killedWhileDeciding: Fault = {
  name: 'device: kill -9 while a person decides about an approval',
  invariant: AT_MOST_ONCE,
  inject: async (environment) => {
    const { workload } = environment;
    const device = await environment.device();
    device.running();
    const run = await workload.create('asks', { keyed: true, isLocal: true });
    if (run === null) return ['the local Run was refused'];
    const asks = await holdsWithin(
      MAX_WAIT_MS,
      async () => (await rowOf(environment, run))?.status === 'waiting_for_approval',
    );
    await device.kill();
    const isFree = await holdsWithin(
      MAX_WAIT_MS,
      async () => (await rowOf(environment, run))?.owner === null,
    );
    const { status } = (await rowOf(environment, run)) ?? {};
    const approved = await post(environment, `/v1/runs/${run.runId}/approval`, { decision: 'approve' });
    device.running();
    return [
      ...(approved < 300 ? [] : [`approving was answered with ${approved}`]),
      ...(asks && isFree && status === 'waiting_for_approval' ? [] : [`the Run that asked is ${status}`]),
      ...(await goesOn(environment, run)),
    ];
  },
};

const killedWhileControlled: Fault = {
  name: 'device: kill -9 while a person controls its Run',
  invariant: 'a person acts only while they control the Run',
  inject: async (environment) => {
    const device = await environment.device();
    device.running();
    const { runs, findings } = await holdRuns(environment, ['reads slowly'], 'take', { isLocal: true });
    const [run] = runs;
    if (run === undefined) return findings;
    const owner = (await rowOf(environment, run))?.owner;
    if (owner !== deviceExecutorId(device.deviceId)) findings.push(`the local Run is held by ${owner}`);
    await device.kill();
    const isFree = await holdsWithin(
      MAX_WAIT_MS,
      async () => (await rowOf(environment, run))?.owner === null,
    );
    const { status } = (await rowOf(environment, run)) ?? {};
    if (!isFree || status !== 'user_controlling') findings.push(`the Run in a person's hand is ${status}`);
    device.running();
    return [...findings, ...(await goesOn(environment, run))];
  },
};

/** Faults of a paired device, its link and its gateway. */
export const deviceFaults: readonly Fault[] = [
  brokenAtEachMessage,
  pausedBriefly,
  pausedForLong,
  cutForLong,
  slow,
  gatewayKilled,
  startedTwice,
  duplicated,
  clockJumps,
  revoked,
  killedWhileDeciding,
  killedWhileControlled,
];
