import type { CreateRun } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import type { Idempotency } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { type Acceptance, accept } from '../lifecycle/accept.ts';

/** Who asks for a Run, and under which idempotency key. */
export interface Caller {
  principal: Principal;
  idempotency: Idempotency | null;
}

/** Accepts an ad-hoc Run. */
export const createRun = (context: Context, caller: Caller, body: CreateRun): Promise<Acceptance> =>
  accept(context, {
    ...caller,
    askedAt: Date.now(),
    executionTarget: body.executionTarget ?? 'cloud',
    task: body.task,
    metadata: body.metadata ?? {},
    workflow: null,
    runbook: null,
    inputs: {},
    secrets: {},
  });
