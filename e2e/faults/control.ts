import { SERVICES } from '@errand/local-stack';
import { isTerminal } from '@errand/contracts';
import { holdsWithin } from '@errand/test-kit';
import { EXECUTORS, type Fault, MAX_WAIT_MS, completes, killExecutor, restartExecutor } from './fault.ts';
import type { FaultEnvironment } from './environment.ts';
import type { CreatedRun } from './workload.ts';

const HELD = { pause: 'paused', take: 'user_controlling' } as const;
type Hold = keyof typeof HELD;

interface HeldRow {
  status: string;
  owner: string | null;
  /** The executor knows that it may not act. */
  heard: boolean;
}

async function rowOf({ sql }: FaultEnvironment, { runId }: CreatedRun): Promise<HeldRow | undefined> {
  const [row] = await sql<HeldRow>(
    `SELECT status, lease_owner AS owner, control_heard AS heard FROM runs WHERE id = '${runId}'`,
  );
  return row;
}

/** Creates Runs of these kinds, and holds each once it has asked for its page. A finding when that was never possible. */
export async function holdRuns(
  environment: FaultEnvironment,
  kinds: readonly string[],
  hold: Hold,
  { isLocal = false } = {},
): Promise<{ runs: CreatedRun[]; findings: string[] }> {
  const { site, workload } = environment;
  const asked = new Set<string>();
  site.listen(({ token }) => asked.add(token));
  const findings: string[] = [];
  const runs: CreatedRun[] = [];
  for (const kind of kinds) {
    const run = await workload.create(kind, { keyed: true, isLocal });
    if (run === null) {
      findings.push(`a Run (${kind}) was refused`);
      continue;
    }
    runs.push(run);
    const isHeld = await holdsWithin(
      MAX_WAIT_MS,
      async () =>
        asked.has(run.token) &&
        (await workload.control(run, hold)) !== 'unknown' &&
        (await rowOf(environment, run))?.heard === true,
    );
    if (!isHeld) findings.push(`run ${run.runId} (${kind}) was never ${HELD[hold]}`);
  }
  site.listen(null);
  return { runs, findings };
}

/** Lets a Run go until it ends; a finding when it did not complete. */
export async function goesOn({ workload }: FaultEnvironment, run: CreatedRun): Promise<string[]> {
  let status: string | null = null;
  await holdsWithin(MAX_WAIT_MS, async () => {
    const current = await workload.letGo(run);
    status = current;
    return current !== null && isTerminal(current);
  });
  return status === 'completed' ? [] : [`run ${run.runId} is ${String(status)} after it was let go`];
}

/** Neither has effects, so both can be resumed in another browser. */
const BOTH_KINDS = ['goal that reads slowly', 'reads slowly'];

function killedWhileHeld(hold: Hold): Fault {
  return {
    name: `kill -9 of the executors while Runs are ${HELD[hold]}`,
    invariant: 'a Run begins nothing while it is paused or a person controls it',
    inject: async (environment) => {
      const { runs, findings } = await holdRuns(environment, BOTH_KINDS, hold);
      await Promise.all(EXECUTORS.map((name) => killExecutor(environment, name)));
      for (const run of runs) {
        const expected = run.isOfBlueprint ? 'interrupted' : HELD[hold];
        const isSo = await holdsWithin(MAX_WAIT_MS, async () => {
          const row = await rowOf(environment, run);
          return row?.status === expected && row.owner === null;
        });
        if (!isSo)
          findings.push(`run ${run.runId} is ${(await rowOf(environment, run))?.status}, not ${expected}`);
      }
      await Promise.all(EXECUTORS.map((name) => restartExecutor(environment, name)));
      for (const run of runs) findings.push(...(await goesOn(environment, run)));
      return findings;
    },
  };
}

const gatewayKilled: Fault = {
  name: 'kill -9 of the gateway while a person controls a Run',
  invariant: 'a person acts only while they control the Run',
  inject: async (environment) => {
    const { stack, workload } = environment;
    const { runs, findings } = await holdRuns(environment, ['goal that moves'], 'take');
    const [run] = runs;
    if (run === undefined) return findings;
    const before = await workload.watch(run);
    const sawIt = await holdsWithin(MAX_WAIT_MS, () => before.state?.ready === true);
    if (!sawIt) findings.push('the person never got the browser');
    before.send({ type: 'mouse', action: 'move', x: 50, y: 50 });
    await stack.kill('gateway');
    if (!(await holdsWithin(MAX_WAIT_MS, () => before.closed !== null)))
      findings.push('the socket outlived its gateway');
    await stack.restart('gateway');
    const status = (await rowOf(environment, run))?.status;
    if (status !== HELD.take) findings.push(`the Run is ${status} after its gateway was killed`);
    const after = await workload.watch(run);
    const hasItAgain = await holdsWithin(
      MAX_WAIT_MS,
      () => after.state?.controller?.you === true && after.state.ready && after.pictures.length > 0,
    );
    if (!hasItAgain)
      findings.push(
        `after a reconnect the person saw ${after.pictures.length} pictures of ${JSON.stringify({ ...after.state, token: null })}`,
      );
    after.click(60, 60);
    after.close();
    return [...findings, ...(await goesOn(environment, run))];
  },
};

/** With a short lease, starting the runs service can outlast it; then the Run of a Blueprint is interrupted. */
const runsKilled: Fault = {
  name: 'kill -9 of the runs service while Runs are paused',
  invariant: 'a Run begins nothing while it is paused or a person controls it',
  inject: async (environment) => {
    const { runs, findings } = await holdRuns(environment, BOTH_KINDS, 'pause');
    await environment.stack.kill('runs');
    await environment.stack.restart('runs');
    for (const run of runs) {
      const status = (await rowOf(environment, run))?.status;
      const isHeld = status === 'paused' || (run.isOfBlueprint && status === 'interrupted');
      if (!isHeld) findings.push(`run ${run.runId} is ${status} after the runs service was killed`);
      findings.push(...(await goesOn(environment, run)));
    }
    return findings;
  },
};

const allRestarted: Fault = {
  name: 'every service is restarted while Runs are paused',
  invariant: 'a Run begins nothing while it is paused or a person controls it',
  inject: async (environment) => {
    const { stack } = environment;
    const { runs, findings } = await holdRuns(environment, BOTH_KINDS, 'pause');
    // Each stays away until all have stopped; the executors stop while the others still answer.
    await Promise.all(EXECUTORS.map((name) => killExecutor(environment, name, 'SIGTERM')));
    const others = SERVICES.filter((name) => name !== 'executor');
    await Promise.all(others.map((name) => stack.kill(name, 'SIGTERM')));
    for (const name of others) await stack.restart(name);
    for (const name of EXECUTORS) await restartExecutor(environment, name);
    for (const run of runs) {
      const status = (await rowOf(environment, run))?.status;
      if (status !== 'paused')
        findings.push(`run ${run.runId} is ${status} after a restart of every service`);
      findings.push(...(await goesOn(environment, run)));
    }
    return findings;
  },
};

const MORE_PICTURES = 20;

const watcherStalls: Fault = {
  name: 'a watcher of a Run stalls',
  invariant: 'a slow watcher does not slow others',
  inject: async (environment) => {
    const { workload } = environment;
    const { runs, findings } = await holdRuns(environment, ['moves'], 'pause');
    const [run] = runs;
    if (run === undefined) return findings;
    const stalled = await workload.watch(run, { acknowledges: false });
    const silent = await workload.watch(run);
    silent.stall();
    const other = await workload.watch(run);
    const goesOnForOthers = await holdsWithin(MAX_WAIT_MS, () => other.pictures.length >= MORE_PICTURES);
    if (!goesOnForOthers) findings.push(`another watcher got ${other.pictures.length} pictures`);
    if (stalled.pictures.length > 2)
      findings.push(`a watcher that draws nothing got ${stalled.pictures.length} pictures`);
    findings.push(...(await completes(environment, 'a Run beside one whose watcher stalls')));
    findings.push(...(await goesOn(environment, run)));
    for (const live of [stalled, silent, other]) live.close();
    return findings;
  },
};

export const controlFaults: readonly Fault[] = [
  killedWhileHeld('pause'),
  killedWhileHeld('take'),
  gatewayKilled,
  runsKilled,
  allRestarted,
  watcherStalls,
];
