import { Problem } from '@errand/contracts';
import { LRUCache } from 'lru-cache';
import type { Limiters } from '../limits/limiters.ts';
import { networkOf } from '../limits/network-of.ts';

const MAX_PER_MINUTE = 300;
const MAX_BLOCKED = 10_000;

/** Limits database look-ups for unknown keys: anyone who knows the key format can invent well-formed keys. */
export interface UnknownKeys {
  /** Throws 429 once too many unknown keys came from the address. Answers from memory. */
  refuseExcess(address: string): void;
  note(address: string): Promise<void>;
}

/** Counts in the shared limiters, 300 a minute for each network; remembers in memory which networks are blocked. */
export function createUnknownKeys(limiters: Limiters): UnknownKeys {
  const limiter = limiters.limiter('unknown-key-address', MAX_PER_MINUTE, 60);
  const blocked = new LRUCache<string, true>({ max: MAX_BLOCKED });
  return {
    refuseExcess: (address) => {
      const network = networkOf(address);
      if (!blocked.has(network)) return;
      const seconds = Math.max(1, Math.ceil(blocked.getRemainingTTL(network) / 1_000));
      throw new Problem(429, `Too many unknown API keys from this address. Try again in ${seconds} s.`, {
        'Retry-After': String(seconds),
      });
    },
    note: async (address) => {
      const network = networkOf(address);
      const { exceeded, resetSeconds } = await limiter.consume(network);
      if (exceeded) blocked.set(network, true, { ttl: resetSeconds * 1_000 });
    },
  };
}
