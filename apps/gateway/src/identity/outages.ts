import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnavailable } from '@errand/service-kit';
import type { Database } from '../db/client.ts';

interface Outage {
  error: unknown;
}

const outages = new AsyncLocalStorage<Outage>();

/** `db`, whose broken connections `failOnOutage` learns of. */
export function noticingOutages(db: Database) {
  return db.$extends({
    query: {
      $allOperations: async ({ args, query }) => {
        try {
          return await query(args);
        } catch (error) {
          const outage = outages.getStore();
          if (outage !== undefined && isUnavailable(error)) outage.error = error;
          throw error;
        }
      },
    },
  });
}

/**
 * The answer of better-auth, unless its database was unavailable meanwhile; then throws that error. Some of its routes would
 * say instead that the caller is signed out (401) or that the request is wrong (422).
 */
export async function failOnOutage(work: () => Promise<Response>): Promise<Response> {
  const outage: Outage = { error: null };
  const answer = await outages.run(outage, work);
  if (!answer.ok && outage.error !== null) throw outage.error;
  return answer;
}
