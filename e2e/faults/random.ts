/** A seeded source of random numbers. */
export interface Random {
  /** An integer from `low` to `high`, inclusive. */
  between: (low: number, high: number) => number;
  chance: (probability: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  shuffle: <Item>(items: readonly Item[]) => Item[];
  /** An independent source, so that concurrent users do not change each other's sequence. */
  fork: () => Random;
}

/** mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    chance: (probability) => next() < probability,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    shuffle: (items) => {
      const left = [...items];
      const shuffled: typeof left = [];
      while (left.length > 0) shuffled.push(...left.splice(between(0, left.length - 1), 1));
      return shuffled;
    },
    fork: () => createRandom(between(0, 2 ** 31)),
  };
}
