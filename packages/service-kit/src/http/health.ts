import type { Handler } from 'express';
import { rejectOnTimeout } from '@errand/wait-for';
import { sendJson } from './answer.ts';

/** Rejects or throws when the dependency is unavailable. */
export type HealthCheck = () => Promise<unknown>;

/** Shorter than a probe's timeout: a driver that waits for its server would otherwise let the probe time out. */
const CHECK_TIMEOUT_MS = 2_000;

export interface HealthChecks {
  /** The service cannot take traffic without these. */
  checks: Readonly<Record<string, HealthCheck>>;
  /** The service works without these, only slower: `/readyz` reports them and stays 200. */
  optional?: Readonly<Record<string, HealthCheck>>;
}

/** `/healthz`: the process runs. `/readyz`: every dependency is available, else 503 with those that are not. */
export function healthRoutes({ checks, optional = {} }: HealthChecks): Handler {
  return async (request, response, next) => {
    if (request.path === '/healthz') {
      sendJson(response, 200, { status: 'ok' });
      return;
    }
    if (request.path !== '/readyz') {
      next();
      return;
    }
    const all = Object.entries({ ...checks, ...optional });
    const outcomes = await Promise.allSettled(
      all.map(([, check]) =>
        rejectOnTimeout(Promise.try(check), CHECK_TIMEOUT_MS, () => new Error('health check timed out')),
      ),
    );
    const states = new Map(
      all.map(([name], index) => [name, outcomes[index]?.status === 'fulfilled' ? 'ok' : 'unavailable']),
    );
    const ready = Object.keys(checks).every((name) => states.get(name) === 'ok');
    sendJson(response, ready ? 200 : 503, {
      status: ready ? 'ok' : 'unavailable',
      checks: Object.fromEntries(states),
    });
  };
}
