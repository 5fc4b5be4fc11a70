import type { Handler } from 'express';
import { sendJson } from './answer.ts';

/** Rejects when the dependency cannot be used. */
export type HealthCheck = () => Promise<unknown>;

/** Less than probes wait. A driver that waits for its server to come back would answer no probe at all. */
const CHECK_MS = 2_000;

const inTime = async (check: HealthCheck): Promise<unknown> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('a check took too long')), CHECK_MS);
  try {
    return await Promise.race([check(), late]);
  } finally {
    clearTimeout(timer);
  }
};

export interface HealthChecks {
  /** Without these no traffic can be taken. */
  checks: Readonly<Record<string, HealthCheck>>;
  /** Without these the service is slower, not stopped: `/readyz` names them and stays 200. */
  helpful?: Readonly<Record<string, HealthCheck>>;
}

/** `/healthz`: the process runs. `/readyz`: everything that it needs answers, else 503 with what is away. */
export const healthRoutes =
  ({ checks, helpful = {} }: HealthChecks): Handler =>
  async (request, response, next) => {
    if (request.path === '/healthz') {
      sendJson(response, 200, { status: 'ok' });
      return;
    }
    if (request.path !== '/readyz') {
      next();
      return;
    }
    const all = Object.entries({ ...checks, ...helpful });
    const outcomes = await Promise.allSettled(all.map(([, check]) => inTime(check)));
    const states = new Map(
      all.map(([name], index) => [name, outcomes[index]?.status === 'fulfilled' ? 'ok' : 'away']),
    );
    const ready = Object.keys(checks).every((name) => states.get(name) === 'ok');
    sendJson(response, ready ? 200 : 503, {
      status: ready ? 'ok' : 'away',
      checks: Object.fromEntries(states),
    });
  };
