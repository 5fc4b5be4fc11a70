/**
 * Injects every fault that a running system must survive, and checks that nothing was lost and nothing happened twice.
 *
 *   npm run test:faults -- [--seed N] [--minutes M] [--short] [--lease SECONDS] [--backend postgres|redis] [--fault "part of a name"]
 *
 * The seed decides load and faults; timing decides the rest, so a seed repeats the faults, not every interleaving.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { onRedis } from '../e2e/faults/backends.ts';
import { faults } from '../e2e/faults/faults.ts';
import { executeFaultRun } from '../e2e/faults/fault-run.ts';
import { createRandom } from '../e2e/faults/random.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    lease: { type: 'string', default: '6' },
    minutes: { type: 'string', default: '10' },
    short: { type: 'boolean', default: false },
    backend: { type: 'string' },
    fault: { type: 'string', multiple: true },
  },
});

// Without this, a signal would skip the clean-up at exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

function print(line: string) {
  process.stdout.write(`${line}\n`);
}
const seed = Number(values.seed ?? randomInt(2 ** 31));
const random = createRandom(seed);
const backends = (['postgres', 'redis'] as const).filter(
  (name) =>
    (values.backend === undefined || values.backend === name) && (name === 'postgres' || onRedis(print)),
);
const selected = faults.filter(
  ({ name }) => values.fault === undefined || values.fault.some((part) => name.includes(part)),
);
const only = values.fault !== undefined;
print(`seed ${seed}${values.short ? ', short' : ''}`);

/** Both backends together take at most eleven minutes, starting and draining included. */
const SHORT_MS = 265_000;

// A short run injects each fault once, on one backend; a long one repeats all of them on both. Graceful ones come first, so
// that what they lose cannot be the aftermath of another.
const schedule = random
  .shuffle(selected)
  .toSorted((one, other) => Number(other.isGraceful ?? false) - Number(one.isGraceful ?? false));
const violations = [];
for (const [turn, backend] of backends.entries()) {
  const plan = schedule.filter(
    ({ on }, position) =>
      on === backend || (on === undefined && (!values.short || only || position % backends.length === turn)),
  );
  violations.push(
    ...(await executeFaultRun({
      seed: random.between(1, 2 ** 31),
      backend,
      leaseMs: Number(values.lease) * 1_000,
      faultsMs: values.short || only ? 0 : (Number(values.minutes) * 60_000) / backends.length,
      lastFaultMs: values.short && !only ? SHORT_MS : Infinity,
      plan,
      print,
    })),
  );
}

const how = `Seed ${seed}, ${values.short ? 'short' : `${values.minutes} minutes`}, leases of ${values.lease} s.`;
print(violations.length === 0 ? `\nNo violation. ${how}` : `\n${violations.length} violations. ${how}`);
for (const { invariant, detail } of violations) print(`  ${invariant}: ${detail}`);
process.exit(violations.length === 0 ? 0 : 1);
