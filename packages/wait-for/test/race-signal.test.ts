import { expect, test } from '@jest/globals';
import { raceSignal } from '../src/race-signal.ts';

test('work that fails once its signal is aborted is no unhandled rejection, which would end the process', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  try {
    const work = new Promise((_resolve, reject) => setImmediate(() => reject(new Error('Target crashed'))));
    await expect(raceSignal(work, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    // The first turn rejects the work, the second is told of unhandled rejections.
    for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
  } finally {
    process.off('unhandledRejection', note);
  }
  expect(unhandled).toEqual([]);
});
