import { Problem } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import type { Idempotency } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { type Acceptance, type NewRun, accept, findAccepted } from '../lifecycle/accept.ts';

/** `body` and `idempotency` throw their 422; they are called only after the 404s were ruled out. */
export interface StartRequest<Body> {
  body: () => Body | undefined;
  idempotency: () => Idempotency | null;
}

/**
 * Accepts a Run of the definition that `find` reads, or returns the one that the request's idempotency key already has.
 * What `find` throws comes before the 422 of body and key, and both before what `runOf` throws.
 */
export async function acceptRunOf<Definition, Body>(
  context: Context,
  principal: Principal,
  request: StartRequest<Body>,
  find: () => Promise<Definition>,
  runOf: (
    definition: Definition,
    body: Body | undefined,
  ) => Promise<Omit<NewRun, 'principal' | 'askedAt' | 'idempotency'>>,
): Promise<Acceptance> {
  const askedAt = Date.now();
  const idempotency = orProblem(request.idempotency);
  const existing =
    idempotency instanceof Problem ? null : await findAccepted(context, principal, idempotency);
  if (existing !== null && !(existing instanceof Problem)) return existing;
  const definition = await find();
  const body = request.body();
  if (idempotency instanceof Problem) throw idempotency;
  const run = await runOf(definition, body);
  if (existing !== null) throw existing;
  return await accept(context, { principal, askedAt, idempotency, ...run });
}

/** Returns the Problem that `work` throws, because other errors take precedence. */
function orProblem<Result>(work: () => Result): Result | Problem {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
