import type { ActionGate } from '@errand/browser-runtime';

/** A gate that a test closes and opens. */
export interface TestGate extends ActionGate {
  close(): void;
  /** Closes for a person who takes the browser. */
  take(): void;
  reopen(): void;
  /** How many times the action in progress let a person in. */
  readonly asides: number;
}

export function createTestGate(): TestGate {
  let closing = new AbortController();
  let opened = Promise.resolve();
  let open = () => undefined as void;
  let asides = 0;
  let takeovers = 0;
  let isTaken = false;
  const close = () => {
    const next = Promise.withResolvers<void>();
    opened = next.promise;
    open = next.resolve;
    closing.abort();
  };
  return {
    enter: async () => {
      await opened;
      return () => undefined;
    },
    open: () => opened,
    stepAside: async (until) => {
      if (!closing.signal.aborted) return;
      asides += 1;
      await (isTaken || until === undefined ? opened : Promise.race([opened, until]));
    },
    get closing() {
      return closing.signal;
    },
    get takeovers() {
      return takeovers;
    },
    close,
    take: () => {
      takeovers += 1;
      isTaken = true;
      close();
    },
    reopen: () => {
      isTaken = false;
      closing = new AbortController();
      open();
    },
    get asides() {
      return asides;
    },
  };
}
