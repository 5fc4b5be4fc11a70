import { AsyncLocalStorage } from 'node:async_hooks';

/** The actor that the audit log records for a database write. */
export interface Actor {
  /** Undefined before sign-in. */
  userId?: string | undefined;
  address?: string | undefined;
  requestId?: string | undefined;
}

const actors = new AsyncLocalStorage<Actor>();

/** The operator, working from a terminal. */
export const OPERATOR: Actor = { userId: 'operator' };

/** Runs `work` with its writes audited under `actor`. Fields that `actor` leaves out are inherited from the caller. */
export function actingAs<Result>(actor: Actor, work: () => Result): Result {
  return actors.run({ ...actors.getStore(), ...actor }, work);
}

/** The actor of the enclosing `actingAs`; undefined outside of one. */
export function currentActor(): Actor | undefined {
  return actors.getStore();
}
