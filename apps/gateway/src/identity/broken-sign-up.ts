import type { GenericEndpointContext } from 'better-auth';
import type { Database } from '../db/client.ts';
import { emailOf } from './sign-in-limits.ts';

/** A sign-up that is being stored takes milliseconds between the person and the password. */
const OVER_AFTER_MS = 1_000;

/**
 * Hook for better-auth, which stores a person and then their password: before a sign-up, removes the person of an earlier one
 * with the same address that broke in between. They can never have signed in. A person who has become a member meanwhile stays.
 */
export async function removeBrokenSignUp(
  db: Database,
  { path, body }: GenericEndpointContext,
): Promise<void> {
  if (path !== '/sign-up/email') return;
  await db.user.deleteMany({
    where: {
      email: emailOf(body),
      createdAt: { lt: new Date(Date.now() - OVER_AFTER_MS) },
      accounts: { none: {} },
      members: { none: {} },
    },
  });
}
