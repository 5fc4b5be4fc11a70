import { type Logger, meter } from '@errand/service-kit';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export interface Usage {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the count starts again. */
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

export interface Limiter {
  /** Counts one more for `subject`. */
  consume(subject: string): Promise<Usage>;
  /** Takes the last one back. */
  giveBack(subject: string): Promise<void>;
  forget(subject: string): Promise<void>;
}

export interface Limiters {
  /** At most `points` in `seconds` for each subject. */
  limiter(name: string, points: number, seconds: number): Limiter;
  close(): void;
}

/** A limiter that waits for Redis would be worse than one that counts alone. */
const REDIS_PATIENCE_MS = 300;

const openRedis = (url: string, log: Logger): Redis => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: REDIS_PATIENCE_MS,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  });
  redis.on('error', (error) => log.warn({ err: error }, 'rate limits are counted in this process alone'));
  return redis;
};

const usageOf = (limit: number, result: RateLimiterRes, exceeded: boolean): Usage => ({
  limit,
  remaining: Math.max(0, result.remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
  exceeded,
});

/** Counts in memory, or together with the other gateways on Redis; in memory again while Redis is away. */
export const createLimiters = (redisUrl: string | undefined, log: Logger): Limiters => {
  const redis = redisUrl === undefined ? null : openRedis(redisUrl, log);
  const hits = meter().createCounter('errand.rate_limit.hits', {
    unit: '{request}',
    description: 'Requests that came after a limit was reached',
  });
  return {
    limiter: (name, points, seconds) => {
      const options = { keyPrefix: `errand-limit-${name}`, points, duration: seconds };
      const memory = new RateLimiterMemory(options);
      const store =
        redis === null
          ? memory
          : new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory });
      return {
        consume: async (subject) => {
          try {
            return usageOf(points, await store.consume(subject), false);
          } catch (refusal) {
            if (!(refusal instanceof RateLimiterRes)) throw refusal;
            hits.add(1, { 'errand.rate_limit.name': name });
            return usageOf(points, refusal, true);
          }
        },
        giveBack: async (subject) => void (await store.reward(subject)),
        forget: async (subject) => void (await store.delete(subject)),
      };
    },
    close: () => redis?.disconnect(),
  };
};
