/** For each position, which patterns end there and how much of one has been matched. */
export interface Found {
  /** Length of the longest pattern that ends at the position, 0 for none. */
  readonly ending: Int32Array;
  /** Number of characters up to the position that are the beginning of a pattern. */
  readonly begun: Int32Array;
}

const ALPHABET = 0x110000;

/** Searches for many patterns at once, in time linear in the text (Aho and Corasick 1975). */
export class MultiSearch {
  readonly #next = new Map<number, number>();
  readonly #depth = [0];
  readonly #fallback = [0];
  readonly #ending = [0];
  /** Transitions taken so far. */
  steps = 0;

  constructor(texts: readonly Int32Array[]) {
    const order: { state: number; parent: number; code: number }[] = [];
    for (const text of texts) {
      let state = 0;
      for (const code of text) {
        const known = this.#next.get(state * ALPHABET + code);
        const next = known ?? this.#depth.length;
        if (known === undefined) {
          this.#next.set(state * ALPHABET + code, next);
          this.#depth.push((this.#depth[state] ?? 0) + 1);
          this.#fallback.push(0);
          this.#ending.push(0);
          order.push({ state: next, parent: state, code });
        }
        state = next;
      }
      this.#ending[state] = text.length;
    }
    // The fallback of a state is shallower, so it is already computed.
    order.sort((a, b) => (this.#depth[a.state] ?? 0) - (this.#depth[b.state] ?? 0));
    for (const { state, parent, code } of order) {
      const fallback = parent === 0 ? 0 : this.#step(this.#fallback[parent] ?? 0, code);
      this.#fallback[state] = fallback;
      this.#ending[state] ||= this.#ending[fallback] ?? 0;
    }
  }

  find(codes: Int32Array): Found {
    const ending = new Int32Array(codes.length);
    const begun = new Int32Array(codes.length);
    let state = 0;
    for (let at = 0; at < codes.length; at += 1) {
      state = this.#step(state, codes[at] ?? 0);
      ending[at] = this.#ending[state] ?? 0;
      begun[at] = this.#depth[state] ?? 0;
    }
    return { ending, begun };
  }

  #step(from: number, code: number): number {
    for (let state = from; ; state = this.#fallback[state] ?? 0) {
      this.steps += 1;
      const next = this.#next.get(state * ALPHABET + code);
      if (next !== undefined) return next;
      if (state === 0) return 0;
    }
  }
}
