import { type ClaimedRun, type InternalRoute, executorRoutes } from '@errand/contracts/internal';
import type { InternalClient } from '@errand/service-kit';
import type { AuditEntry, AuditLog } from './audit-log.ts';

interface Request {
  params: { run_id: string };
  body?: { executorId?: string; stepId?: string; action?: string; message?: string };
}

/** The entry written once a call was answered, or null. Its texts were masked where the call was made. */
function entryOf(route: InternalRoute, { params, body = {} }: Request): AuditEntry | null {
  const about = { run: params.run_id, ...(body.stepId !== undefined && { step: body.stepId }) };
  if (route === executorRoutes.declareIntent) return { ...about, event: 'act', text: body.action ?? '' };
  if (route === executorRoutes.requestApproval)
    return { ...about, event: 'approval.asked', text: body.message ?? '' };
  return null;
}

/**
 * The calls of this machine about its Runs, with each act written down before it can happen, and each question. A Run whose
 * beginning cannot be written down goes back to the queue, and its claim rejects.
 * @param allowed the rights of a Run that begins, for people
 */
export function createAuditedCalls(
  client: Pick<InternalClient, 'call'>,
  log: AuditLog,
  allowed: () => string,
): Pick<InternalClient, 'call'> {
  const call = async (route: InternalRoute, given: object): Promise<unknown> => {
    const request = given as Request;
    const answer: unknown = await client.call(route, request);
    // Only then may the act be done; a call that failed is repeated.
    const entry = entryOf(route, request);
    if (entry !== null) await log.write(entry);
    const run = request.params.run_id;
    if (route === executorRoutes.claim)
      try {
        await log.write({ event: 'run.begun', run, text: allowed() });
      } catch (error) {
        const { attempt, lease } = answer as ClaimedRun;
        const executorId = request.body?.executorId ?? '';
        // Without an answer the end of its lease gives the Run back.
        await client
          .call(executorRoutes.release, {
            params: { run_id: run },
            lease,
            body: { attempt, executorId, events: 0 },
          })
          .catch(() => undefined);
        throw error;
      }
    if (route === executorRoutes.awaitApproval) {
      const { decision } = answer as { decision: { decision: string } | null };
      if (decision !== null) await log.write({ event: 'approval.decided', run, text: decision.decision });
    }
    return answer;
  };
  return { call: call as InternalClient['call'] };
}
