import type { CreateRun } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import type { Idempotency } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { type Acceptance, accept } from '../lifecycle/accept.ts';
import { requireUsable } from './ad-hoc-options.ts';

/** Who asks for a Run, and under which idempotency key. */
export interface Caller {
  principal: Principal;
  idempotency: Idempotency | null;
}

/** Accepts an ad-hoc Run. 422: options that no Run can keep to, or a secret that the task names and nobody gave. */
export const createRun = async (context: Context, caller: Caller, body: CreateRun): Promise<Acceptance> => {
  const { task, executionTarget = 'cloud', metadata = {}, secrets = {} } = body;
  const { outputSchema, applicationScope, timeoutMs } = body;
  const options = { outputSchema, applicationScope, timeoutMs };
  requireUsable(context, { task, secrets, options });
  return await accept(context, {
    ...caller,
    askedAt: Date.now(),
    executionTarget,
    task,
    metadata,
    workflow: null,
    runbook: null,
    inputs: {},
    secrets,
    options,
  });
};
