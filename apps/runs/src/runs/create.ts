import type { CreateRun } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import type { Idempotency } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { type Acceptance, accept } from '../lifecycle/accept.ts';
import { assertValidOptions } from './ad-hoc-options.ts';

/** The creator of a Run, and their idempotency key. */
export interface Caller {
  principal: Principal;
  idempotency: Idempotency | null;
}

/** Accepts an ad-hoc Run. 422: invalid options, or the task names a secret that the request does not contain. */
export async function createRun(context: Context, caller: Caller, body: CreateRun): Promise<Acceptance> {
  const { task, executionTarget = 'cloud', metadata = {}, secrets = {} } = body;
  const { outputSchema, applicationScope, timeoutMs } = body;
  const options = { outputSchema, applicationScope, timeoutMs };
  assertValidOptions(context, { task, secrets, options });
  return await accept(context, {
    ...caller,
    askedAt: Date.now(),
    executionTarget,
    task,
    metadata,
    workflow: null,
    runbook: null,
    blueprint: null,
    inputs: {},
    secrets,
    files: [],
    options,
  });
}
