import type { GenericEndpointContext } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { Limiters, Usage } from '../limits/limiters.ts';
import { networkOf } from '../limits/network-of.ts';
import { isRefused } from './is-refused.ts';
import { knownDevices } from './known-devices.ts';

/** Carries the caller's address to better-auth, set by the gateway whatever the caller sent. */
export const ADDRESS_HEADER = 'x-errand-client-address';

const WINDOW_SECONDS = 15 * 60;
const FAILURES_AN_ACCOUNT_AND_ADDRESS = 10;
const FAILURES_AN_ADDRESS = 50;
const FAILURES_AN_ACCOUNT = 50;
/** What is left to each address once the account's passwords were guessed at that often from anywhere. */
const FAILURES_UNDER_ATTACK = 3;
const SIGN_UPS_AN_ADDRESS = 100;
const SIGN_UP_SECONDS = 60;

/** Routes that say whether a password is right, for the member of a session. */
const PASSWORD_ROUTES: ReadonlySet<string> = new Set(['/change-password', '/verify-password']);

/** The address that a sign-in was asked for, as accounts have it; empty when there is none. */
export const emailOf = (body: unknown): string => {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
};

/** One answer about a password: whose it is, and from where it is asked. */
interface Guess {
  readonly email: string;
  /** Set when the caller has a session of the account. */
  readonly userId: string | null;
  readonly network: string;
  /** Null: not a browser that is known for the account. */
  readonly device: string | null;
}

/**
 * Hooks for better-auth. Wrong passwords are counted by account and address together and by address, before the password is
 * looked at, so that guesses in parallel gain nothing; success wipes the count. A browser that is known for the
 * account has a count of its own, so nobody can lock its owner out. Guesses at one account from many addresses leave
 * fewer tries to each address, and never none.
 */
export const createSignInLimits = (limiters: Limiters) => {
  const limiter = (name: string, points: number) => limiters.limiter(name, points, WINDOW_SECONDS);
  const pairs = limiter('sign-in-account-address', FAILURES_AN_ACCOUNT_AND_ADDRESS);
  const devices = limiter('sign-in-device', FAILURES_AN_ACCOUNT_AND_ADDRESS);
  const members = limiter('password-member', FAILURES_AN_ACCOUNT_AND_ADDRESS);
  const addresses = limiter('sign-in-address', FAILURES_AN_ADDRESS);
  const accounts = limiter('sign-in-account', FAILURES_AN_ACCOUNT);
  const signUps = limiters.limiter('sign-up-address', SIGN_UPS_AN_ADDRESS, SIGN_UP_SECONDS);

  const pairOf = ({ email, network }: Guess): string => `${network} ${email}`;

  const count = async (guess: Guess): Promise<void> => {
    const { email, userId, network, device } = guess;
    const member = userId === null ? [] : [members.consume(userId)];
    if (device !== null) {
      refuseWhenExceeded(await Promise.all([devices.consume(device), ...member]));
      return;
    }
    const [pair, ...others] = await Promise.all([
      pairs.consume(pairOf(guess)),
      addresses.consume(network),
      ...member,
    ]);
    refuseWhenExceeded([pair, ...others]);
    const account = await accounts.consume(email);
    if (account.exceeded && pair.limit - pair.remaining > FAILURES_UNDER_ATTACK)
      refuseWhenExceeded([account]);
  };

  const giveBack = async (guess: Guess): Promise<void> => {
    await Promise.all([
      guess.device === null ? pairs.forget(pairOf(guess)) : devices.forget(guess.device),
      ...(guess.userId === null ? [] : [members.forget(guess.userId)]),
      ...(guess.device === null ? [addresses.giveBack(guess.network), accounts.giveBack(guess.email)] : []),
    ]);
  };

  return {
    before: async (ctx: GenericEndpointContext): Promise<void> => {
      if (ctx.path === '/sign-up/email') refuseWhenExceeded([await signUps.consume(networkIn(ctx))]);
      const guess = await guessIn(ctx);
      if (guess !== null) await count(guess);
    },
    after: async (ctx: GenericEndpointContext): Promise<void> => {
      const { path, context } = ctx;
      if (isRefused(ctx)) return;
      if (context.newSession && (path === '/sign-in/email' || path === '/sign-up/email'))
        await knownDevices.remember(ctx, emailOf(ctx.body));
      if (path === '/sign-in/email' && !context.newSession) return;
      const guess = await guessIn(ctx);
      if (guess !== null) await giveBack(guess);
    },
  };
};

const networkIn = ({ headers }: GenericEndpointContext): string =>
  networkOf(headers?.get(ADDRESS_HEADER) ?? 'unknown');

/** Null when the request says nothing about a password, or asks without a session about one's own. */
const guessIn = async (ctx: GenericEndpointContext): Promise<Guess | null> => {
  const network = networkIn(ctx);
  if (ctx.path === '/sign-in/email') {
    const email = emailOf(ctx.body);
    return { email, userId: null, network, device: await knownDevices.find(ctx, email) };
  }
  if (!PASSWORD_ROUTES.has(ctx.path)) return null;
  const user = (ctx.context.newSession ?? (await getSessionFromCtx(ctx, { disableRefresh: true })))?.user;
  if (user === undefined) return null;
  const device = await knownDevices.find(ctx, user.email);
  return { email: user.email, userId: user.id, network, device };
};

const refuseWhenExceeded = (usages: readonly Usage[]): void => {
  const exceeded = usages.filter((usage) => usage.exceeded);
  if (exceeded.length === 0) return;
  const seconds = Math.max(...exceeded.map((usage) => usage.resetSeconds));
  throw new APIError(
    'TOO_MANY_REQUESTS',
    { message: `Too many attempts. Try again in ${seconds} seconds.`, code: 'TOO_MANY_ATTEMPTS' },
    { 'Retry-After': String(seconds) },
  );
};
