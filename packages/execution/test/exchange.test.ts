import { unavailable } from '@errand/contracts';
import type { ClaimedRun, Exchange, Exchanged } from '@errand/contracts/internal';
import { type InternalClient, createClaimKey } from '@errand/service-kit';
import { expect, jest, test } from '@jest/globals';
import { Stopped, createActiveRuns } from '../src/active-runs.ts';
import { claimUntilAnswered } from '../src/claim-until-answered.ts';
import { createExchange } from '../src/exchange.ts';

function report(runId: string) {
  return { runId, attempt: 1, executorId: 'me', report: '{}', proof: 'proof' };
}
function job(runId: string) {
  return { runId, attempt: 1, reserved: false };
}
const { signal } = new AbortController();
function runOf(id: string, secretInputs: ClaimedRun['secretInputs'] = null) {
  return { id, secretInputs } as ClaimedRun;
}

/** No time passes and no timer ends until this is disposed of. */
function stoppedClock(): Disposable {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  return { [Symbol.dispose]: () => void jest.useRealTimers() };
}

/** The runs service, as `answer` has it; notes what it was asked. */
function exchangeWith(answer: (asked: Exchange) => Exchanged) {
  const asked: Exchange[] = [];
  const call = async (_route: unknown, { body }: { body: Exchange }) => {
    asked.push(body);
    return await Promise.resolve(answer(body));
  };
  const runs = { call: call as unknown as InternalClient['call'] };
  return { asked, exchange: createExchange({ runs, executorId: 'me', claimKey: createClaimKey }) };
}

test('the requests of several slots in one tick travel in one call, and each gets its own answer', async () => {
  const { asked, exchange } = exchangeWith(({ waits }) =>
    waits
      ? { ended: [], claimed: [], taken: [] }
      : { ended: [true, false], claimed: [runOf('a'), 409, 503], taken: [runOf('taken')] },
  );
  const results = await Promise.allSettled([
    exchange.end(report('x')),
    exchange.end(report('y')),
    exchange.take(),
    exchange.take(),
    exchange.claim(job('a'), signal),
    exchange.claim(job('b'), signal),
    exchange.claim(job('c'), signal),
  ]);
  expect(asked.filter(({ waits }) => !waits)).toHaveLength(1);
  expect(asked[0]).toMatchObject({ ends: [report('x'), report('y')], room: 2 });
  expect(asked[0]?.claims.map(({ runId }) => runId)).toEqual(['a', 'b', 'c']);
  expect(
    results.map((result) => {
      if (result.status === 'rejected') return (result.reason as { status: number }).status;
      const { value } = result;
      return value === null || typeof value === 'boolean' ? value : value.run.id;
    }),
  ).toEqual([true, false, 'taken', null, 'a', null, 503]);
});

test('a call that fails fails all its requests, and the next one is sent', async () => {
  let isAway = true;
  const { exchange } = exchangeWith(() => {
    if (isAway) throw unavailable();
    return { ended: [true], claimed: [], taken: [] };
  });
  const results = await Promise.allSettled([exchange.end(report('x')), exchange.take()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await exchange.end(report('x'))).toBe(true);
});

test('a claim without an answer is repeated, and says so', async () => {
  let answers = 0;
  const { asked, exchange } = exchangeWith(({ claims }) => {
    answers += 1;
    if (answers === 1) throw unavailable();
    return { ended: [], claimed: claims.map(({ runId }) => (answers === 2 ? 503 : runOf(runId))), taken: [] };
  });
  const claim = await claimUntilAnswered(exchange, job('a'), signal);
  expect(claim?.run.id).toBe('a');
  expect(asked.map(({ claims }) => claims)).toEqual([
    [job('a')],
    [{ ...job('a'), again: true }],
    [{ ...job('a'), again: true }],
  ]);
});

test('a claim is repeated when its answer comes after the lease that it grants', async () => {
  let leaseMs = 0;
  const { asked, exchange } = exchangeWith(({ claims }) => {
    const claimed = claims.map(({ runId }) => ({ ...runOf(runId), leaseMs }));
    leaseMs = 60_000;
    return { ended: [], claimed, taken: [] };
  });
  expect((await claimUntilAnswered(exchange, job('a'), signal))?.run.leaseMs).toBe(60_000);
  expect(asked.map(({ claims }) => claims)).toEqual([[job('a')], [{ ...job('a'), again: true }]]);
});

test('a refused claim is not repeated', async () => {
  const { asked, exchange } = exchangeWith(() => ({ ended: [], claimed: [409], taken: [] }));
  expect(await claimUntilAnswered(exchange, job('a'), signal)).toBeNull();
  expect(asked).toHaveLength(1);
});

test('requests beyond the limit of a call are split, and a report that is too large is left to the queue', async () => {
  const { asked, exchange } = exchangeWith(({ ends }) => ({
    ended: ends.map(() => true),
    claimed: [],
    taken: [],
  }));
  const many = Array.from({ length: 70 }, (_, n) => exchange.end(report(`run ${n}`)));
  expect(await exchange.end({ ...report('large'), report: 'x'.repeat(20_000) })).toBe(false);
  expect(new Set(await Promise.all(many))).toEqual(new Set([true]));
  expect(asked.map(({ ends }) => ends.length)).toEqual([32, 32, 6]);
});

test('a slot without a Run asks again until there is one', async () => {
  using _ = stoppedClock();
  let left = 3;
  const { asked, exchange } = exchangeWith(({ waits }) => {
    if (waits) left -= 1;
    return { ended: [], claimed: [], taken: left === 0 ? [runOf('late')] : [] };
  });
  expect((await exchange.take())?.run.id).toBe('late');
  expect(asked.map(({ room, waits = false }) => ({ room, waits }))).toEqual([
    { room: 1, waits: false },
    ...Array.from({ length: 3 }, () => ({ room: 1, waits: true })),
  ]);
});

test('Runs that came together end in one call', async () => {
  using _ = stoppedClock();
  const { asked, exchange } = exchangeWith(({ claims, ends }) => ({
    ended: ends.map(() => true),
    claimed: claims.map(({ runId }) => runOf(runId)),
    taken: [],
  }));
  await Promise.all([exchange.claim(job('a'), signal), exchange.claim(job('b'), signal)]);
  const first = exchange.end(report('a'));
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, exchange.end(report('b'))]);
  expect(asked.map(({ ends }) => ends.length)).toEqual([0, 2]);
});

test('a key is used until secret inputs may have been sealed to it', async () => {
  const sealed = { encapsulatedKey: 'key', ciphertext: 'text' };
  const { asked, exchange } = exchangeWith(({ claims }) => ({
    ended: [],
    claimed: claims.map(({ runId }) => runOf(runId, runId === 'secret' ? sealed : null)),
    taken: [],
  }));
  for (const name of ['plain', 'other', 'secret', 'after', 'last']) await exchange.claim(job(name), signal);
  const [plain, other, secret, after, last] = asked.map(({ publicKey }) => publicKey);
  expect([other, secret]).toEqual([plain, plain]);
  expect(after).not.toBe(secret);
  expect(last).toBe(after);
});

test('a spare slot waits until a Run comes', async () => {
  const { asked, exchange } = exchangeWith(() => ({
    ended: [],
    claimed: [],
    taken: asked.length === 5 ? [runOf('late')] : [],
  }));
  using _clock = stoppedClock();
  expect((await exchange.take(() => true))?.run.id).toBe('late');
  expect(asked.map(({ waits, spare }) => [waits, spare])).toEqual([
    [undefined, undefined],
    ...Array.from({ length: 4 }, () => [true, true]),
  ]);
});

test('a slot that is spare no more waits as others do', async () => {
  const { asked, exchange } = exchangeWith(() => ({ ended: [], claimed: [], taken: [] }));
  expect(await exchange.take(() => asked.length < 5)).toBeNull();
  expect(asked.length).toBeGreaterThanOrEqual(5);
  expect(asked.at(-1)).not.toHaveProperty('spare');
});

test('a spare slot stops waiting once the executor is closed', async () => {
  const { exchange } = exchangeWith(({ waits }) => {
    if (waits) exchange.close();
    return { ended: [], claimed: [], taken: [] };
  });
  expect(await exchange.take(() => true)).toBeNull();
});

test('no Run is taken after it was closed', async () => {
  const { asked, exchange } = exchangeWith(() => ({ ended: [], claimed: [], taken: [] }));
  exchange.close();
  expect(await exchange.take()).toBeNull();
  expect(asked).toEqual([]);
});

test('a Run that is cancelled while it is being claimed stops as soon as that is known', () => {
  const active = createActiveRuns();
  const taking = active.begin();
  const other = active.begin();
  active.stop('taken', 'cancelled');
  taking.name('taken');
  other.name('other');
  expect(taking.signal.reason).toEqual(new Stopped('cancelled'));
  expect(other.signal.aborted).toBe(false);
});
