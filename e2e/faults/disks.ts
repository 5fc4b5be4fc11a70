import { setTimeout as delay } from 'node:timers/promises';
import { type SmallDisk, holdsWithin } from '@errand/test-kit';
import type { Disks, FaultEnvironment } from './environment.ts';
import { type Fault, MAX_WAIT_MS, completes, forgiveEnds } from './fault.ts';

interface FullDisk {
  name: string;
  on?: Fault['on'];
  choose: (disks: Disks) => SmallDisk | null;
  /** Resolves once the full disk was felt; false when it never was. */
  isFelt: (environment: FaultEnvironment) => Promise<boolean>;
}

/** Fills a disk until it is felt and for a lease more, and frees it. */
function full({ name, on, choose, isFelt }: FullDisk): Fault {
  return {
    name,
    invariant: 'every 202 becomes terminal',
    ...(on && { on }),
    skipReason: ({ disks }) => (disks === null ? 'a disk of its own cannot be mounted (not root?)' : null),
    inject: async (environment) => {
      const disk = environment.disks && choose(environment.disks);
      if (!disk) return ['there is no such disk'];
      await disk.fill();
      const wasFelt = await isFelt(environment);
      await delay(environment.leaseMs);
      await disk.free();
      // PostgreSQL cannot recover from a crash on a full disk; it is started again until it can.
      await forgiveEnds(environment, ['PostgreSQL']);
      return [...(wasFelt ? [] : ['the full disk was never felt']), ...(await completes(environment, name))];
    },
  };
}

function isUnavailable({ workload }: FaultEnvironment): Promise<boolean> {
  const { exchanges } = workload.seen;
  const before = exchanges.length;
  return holdsWithin(MAX_WAIT_MS, () => exchanges.slice(before).some(({ status }) => status === 503));
}

/**
 * Takes pages of a table that each accepted Run needs: a table has some before its file must grow. It always fails, so that the
 * pages stay empty; by its division while there are pages.
 */
const TAKE_PAGES = `
  WITH taken AS (
    INSERT INTO audit_log (action, object_id)
    SELECT 'fault', repeat('x', 1000) FROM generate_series(1, 2000) RETURNING 1)
  SELECT count(*) / 0 FROM taken`;

const onPostgres = full({
  name: 'the disk of PostgreSQL is full',
  choose: ({ postgres }) => postgres,
  isFelt: async (environment) => {
    const isFull = await holdsWithin(MAX_WAIT_MS, () =>
      environment.sql(TAKE_PAGES).then(
        () => false,
        // A file that cannot grow, or no server any more: it panics when it needs another segment of its log just then.
        (error: unknown) => !String(error).includes('division by zero'),
      ),
    );
    return isFull && (await isUnavailable(environment));
  },
});

/** It writes on until the segments of its write-ahead log are used up, and ends in a panic. */
const onPostgresLog = full({
  name: 'the disk of PostgreSQL is full and takes no segment of its write-ahead log any more',
  choose: ({ postgres }) => postgres,
  isFelt: async (environment) => {
    const useSegment = `SELECT pg_logical_emit_message(true, 'fault', 'a segment'), pg_switch_wal()`;
    const hasPanicked = await holdsWithin(MAX_WAIT_MS, () =>
      environment.sql(useSegment).then(
        () => false,
        () => true,
      ),
    );
    return hasPanicked && (await isUnavailable(environment));
  },
});

const onServices = full({
  name: 'the disk of logs and artifacts is full',
  choose: ({ services }) => services,
  isFelt: async ({ leaseMs }) => {
    await delay(leaseMs);
    return true;
  },
});

const onRedis: Fault = full({
  name: 'the disk of Redis is full',
  on: 'redis',
  choose: ({ redis }) => redis,
  isFelt: async ({ redis }) =>
    redis !== null && (await holdsWithin(MAX_WAIT_MS, async () => !(await redis.isWritable()))),
});

const onRedisPersisting: Fault = {
  ...onRedis,
  inject: async (environment) => {
    await environment.redis?.persist(true);
    const findings = await onRedis.inject(environment);
    await environment.redis?.persist(false);
    return findings;
  },
};

export const diskFaults: readonly Fault[] = [onPostgres, onPostgresLog, onServices, onRedisPersisting];
