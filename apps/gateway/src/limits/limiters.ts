import { type Logger, meter } from '@errand/service-kit';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

export interface Usage {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

export interface Limiter {
  /** Takes one point from `subject`'s window. */
  consume(subject: string): Promise<Usage>;
  /** Returns one point. */
  refund(subject: string): Promise<void>;
  forget(subject: string): Promise<void>;
}

export interface Limiters {
  /** Allows `points` per subject in a window of `seconds`. */
  limiter(name: string, points: number, seconds: number): Limiter;
  close(): void;
}

/** Counting in this process alone is better than delaying requests while Redis is slow. */
const REDIS_TIMEOUT_MS = 300;

function openRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: REDIS_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  });
  redis.on('error', (error) =>
    log.warn({ err: error }, 'Redis unavailable, rate limits counted per process'),
  );
  return redis;
}

function usageOf(limit: number, result: RateLimiterRes, exceeded: boolean): Usage {
  return {
    limit,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
    exceeded,
  };
}

/** Counts in Redis, shared by all gateways, or in memory without a URL and while Redis is unavailable. */
export function createLimiters(redisUrl: string | undefined, log: Logger): Limiters {
  const redis = redisUrl === undefined ? null : openRedis(redisUrl, log);
  const hits = meter().createCounter('errand.rate_limit.hits', {
    unit: '{request}',
    description: 'Requests rejected by a rate limit',
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
        refund: async (subject) => void (await store.reward(subject)),
        forget: async (subject) => void (await store.delete(subject)),
      };
    },
    close: () => redis?.disconnect(),
  };
}
