import { expect, test } from '@jest/globals';
import type { Call } from '../../src/primitives/call.ts';
import { poll } from '../../src/primitives/desktop/reach.ts';

/** A step whose time ends when `time` is aborted. */
function stepUntil(time: AbortController): Call {
  const call: Pick<Call, 'signal' | 'remaining' | 'interruptible'> = {
    signal: time.signal,
    remaining: 1_000,
    interruptible: (work) => work(),
  };
  return call as Call;
}

test('what was not found stays so when the time of the step ends in a pause between two looks', async () => {
  const time = new AbortController();
  const answer = await poll(stepUntil(time), async () => {
    setImmediate(() => time.abort());
    return null;
  });
  expect(answer).toBeNull();
});

test('what was not found stays so when the time of the step ends during a later look', async () => {
  const time = new AbortController();
  let looks = 0;
  const answer = await poll(stepUntil(time), async () => {
    looks += 1;
    if (looks === 1) return null;
    time.abort();
    return new Promise<null>(() => undefined);
  });
  expect(answer).toBeNull();
});

test('a look that fails ends the step', async () => {
  const asked = poll(stepUntil(new AbortController()), () => Promise.reject(new Error('the bus is gone')));
  await expect(asked).rejects.toThrow('the bus is gone');
});
