import type { ActionGate } from '@errand/browser-runtime';

/** A gate that a test closes and opens. */
export interface TestGate extends ActionGate {
  close(): void;
  reopen(): void;
  /** How many times the action in progress let a person in. */
  readonly asides: number;
}

export function createTestGate(): TestGate {
  let closing = new AbortController();
  let opened = Promise.resolve();
  let open = () => undefined as void;
  let asides = 0;
  return {
    enter: async () => {
      await opened;
      return () => undefined;
    },
    open: () => opened,
    stepAside: async () => {
      if (!closing.signal.aborted) return;
      asides += 1;
      await opened;
    },
    get closing() {
      return closing.signal;
    },
    takeovers: 0,
    close: () => {
      const next = Promise.withResolvers<void>();
      opened = next.promise;
      open = next.resolve;
      closing.abort();
    },
    reopen: () => {
      closing = new AbortController();
      open();
    },
    get asides() {
      return asides;
    },
  };
}
