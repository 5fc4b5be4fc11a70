import { AsyncLocalStorage } from 'node:async_hooks';

/** Whom the audit log names for what is written to the database. */
export interface Actor {
  /** Undefined: nobody has signed in yet. */
  userId?: string | undefined;
  address?: string | undefined;
  requestId?: string | undefined;
}

const actors = new AsyncLocalStorage<Actor>();

/** Whoever works at the terminal of the machine. */
export const OPERATOR: Actor = { userId: 'operator' };

/** Runs `work` so that what it writes is noted as done by `actor`; what is known already of who acts and from where stays. */
export const actingAs = <Result>(actor: Actor, work: () => Result): Result =>
  actors.run({ ...actors.getStore(), ...actor }, work);

export const currentActor = (): Actor | undefined => actors.getStore();
