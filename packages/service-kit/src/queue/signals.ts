/** Messages between processes that may get lost; each has a slower, reliable alternative. */
export interface Signals {
  /** Rejects when the queue is unavailable; the message is lost then. */
  publish(topic: string, data?: unknown): Promise<void>;
  /** Waits while the queue is unavailable. `*` in `pattern` matches one segment; ids have no dots. */
  subscribe(pattern: string, listener: (topic: string, data: unknown) => void): Promise<void>;
  /** Calls `listener` when this process may not have received messages of the last seconds. */
  onLost(listener: () => void): void;
}

/** Signals of a backend, whose subscriptions may fail while it is unavailable. */
export interface OpenSignals extends Signals {
  close(): Promise<void>;
}
