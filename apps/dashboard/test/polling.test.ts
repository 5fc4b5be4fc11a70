import { expect, test } from '@jest/globals';
import { whileChanging } from '../src/api/polling.ts';

/** A query that was read some times. */
function createQuery() {
  const state = { data: {} as unknown, dataUpdateCount: 0 };
  const query = { state } as unknown as Parameters<typeof whileChanging>[0];
  return {
    read: (data: unknown) => {
      state.data = data;
      state.dataUpdateCount += 1;
      return whileChanging(query);
    },
    look: () => whileChanging(query),
  };
}

test('a list that does not change is read less and less often, and at once again when it changes', () => {
  const { read, look } = createQuery();
  const same = {};
  expect(read(same)).toBe(2_000);
  const intervals = Array.from({ length: 8 }, () => read(same));
  expect(intervals).toEqual([...intervals].sort((a, b) => a - b));
  expect([intervals[0], intervals.at(-1)]).toEqual([3_000, 5_000]);
  expect(look()).toBe(5_000);
  expect(read({})).toBe(2_000);
});
