import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Limiters } from '../limits/limiters.ts';

/** Carries the caller's address to better-auth, set by the gateway whatever the caller sent. */
export const ADDRESS_HEADER = 'x-errand-client-address';

const WINDOW_SECONDS = 15 * 60;
const FAILURES_AN_ACCOUNT = 10;
const FAILURES_AN_ADDRESS = 50;
const SIGN_UPS_AN_ADDRESS = 100;
const SIGN_UP_SECONDS = 60;

/** The address that a sign-in was asked for, as accounts have it; empty when there is none. */
export const emailOf = (body: unknown): string => {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
};

/**
 * Hooks for better-auth. Failed sign-ins are counted by account and by address, before the password is looked at,
 * so that guesses in parallel gain nothing; success wipes the account's count.
 */
export const createSignInLimits = (limiters: Limiters) => {
  const accounts = limiters.limiter('sign-in-account', FAILURES_AN_ACCOUNT, WINDOW_SECONDS);
  const addresses = limiters.limiter('sign-in-address', FAILURES_AN_ADDRESS, WINDOW_SECONDS);
  const signUps = limiters.limiter('sign-up-address', SIGN_UPS_AN_ADDRESS, SIGN_UP_SECONDS);
  const addressOf = (headers: Headers | undefined) => headers?.get(ADDRESS_HEADER) ?? 'unknown';

  const refuseWhenExceeded = (usages: readonly { exceeded: boolean; resetSeconds: number }[]) => {
    const exceeded = usages.filter((usage) => usage.exceeded);
    if (exceeded.length === 0) return;
    const seconds = Math.max(...exceeded.map((usage) => usage.resetSeconds));
    throw new APIError(
      'TOO_MANY_REQUESTS',
      { message: `Too many attempts. Try again in ${seconds} seconds.`, code: 'TOO_MANY_ATTEMPTS' },
      { 'Retry-After': String(seconds) },
    );
  };

  return {
    before: async ({ path, body, headers }: GenericEndpointContext): Promise<void> => {
      if (path === '/sign-in/email')
        refuseWhenExceeded(
          await Promise.all([accounts.consume(emailOf(body)), addresses.consume(addressOf(headers))]),
        );
      if (path === '/sign-up/email') refuseWhenExceeded([await signUps.consume(addressOf(headers))]);
    },
    after: async ({ path, body, headers, context }: GenericEndpointContext): Promise<void> => {
      if (path !== '/sign-in/email' || !context.newSession) return;
      await Promise.all([accounts.forget(emailOf(body)), addresses.giveBack(addressOf(headers))]);
    },
  };
};
