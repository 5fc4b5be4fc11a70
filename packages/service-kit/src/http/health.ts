import type { Handler } from 'express';
import { sendJson } from './answer.ts';

/** Rejects when the dependency cannot be used. */
export type HealthCheck = () => Promise<unknown>;

/** `/healthz`: the process runs. `/readyz`: everything that it needs answers, else 503 with what is away. */
export const healthRoutes =
  (checks: Readonly<Record<string, HealthCheck>>): Handler =>
  async (request, response, next) => {
    if (request.path === '/healthz') {
      sendJson(response, 200, { status: 'ok' });
      return;
    }
    if (request.path !== '/readyz') {
      next();
      return;
    }
    const names = Object.keys(checks);
    const outcomes = await Promise.allSettled(Object.values(checks).map((check) => check()));
    const states = outcomes.map(({ status }) => (status === 'fulfilled' ? 'ok' : 'away'));
    const ready = !states.includes('away');
    sendJson(response, ready ? 200 : 503, {
      status: ready ? 'ok' : 'away',
      checks: Object.fromEntries(names.map((name, index) => [name, states[index]])),
    });
  };
