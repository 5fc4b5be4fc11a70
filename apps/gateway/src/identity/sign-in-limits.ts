import type { GenericEndpointContext } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { Limiters, Usage } from '../limits/limiters.ts';
import { networkOf } from '../limits/network-of.ts';
import { isRefused } from './is-refused.ts';
import { knownDevices } from './known-devices.ts';

/** Carries the caller's address to better-auth. The gateway always overwrites it. */
export const ADDRESS_HEADER = 'x-errand-client-address';

const WINDOW_SECONDS = 15 * 60;
const MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
const MAX_FAILURES_PER_ADDRESS = 50;
const MAX_FAILURES_PER_ACCOUNT = 50;
/** Tries per address once the account has reached its limit over all addresses. */
const MAX_FAILURES_UNDER_ATTACK = 3;
const MAX_SIGN_UPS_PER_ADDRESS = 100;
const SIGN_UP_WINDOW_SECONDS = 60;

/** Routes that reveal to a signed-in member whether a password is right. */
const PASSWORD_ROUTES: ReadonlySet<string> = new Set(['/change-password', '/verify-password']);

/** The e-mail address of a sign-in body, normalised as accounts store it; empty if missing. */
export function emailOf(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
}

/** One password attempt. */
interface Guess {
  readonly email: string;
  /** Set when the caller has a session of the account. */
  readonly userId: string | null;
  readonly network: string;
  /** Null: the browser has not signed in to the account before. */
  readonly device: string | null;
}

/**
 * Hooks for better-auth. Attempts are counted per address and per account and address, before the password is checked, so
 * parallel guesses gain nothing; success resets the count. A browser known for the account has a count of its own, so
 * attackers cannot lock out the owner. An attack on one account from many addresses lowers each address's limit, but never
 * to zero.
 */
export function createSignInLimits(limiters: Limiters) {
  const limiter = (name: string, points: number) => limiters.limiter(name, points, WINDOW_SECONDS);
  const pairs = limiter('sign-in-account-address', MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS);
  const devices = limiter('sign-in-device', MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS);
  const members = limiter('password-member', MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS);
  const addresses = limiter('sign-in-address', MAX_FAILURES_PER_ADDRESS);
  const accounts = limiter('sign-in-account', MAX_FAILURES_PER_ACCOUNT);
  const signUps = limiters.limiter('sign-up-address', MAX_SIGN_UPS_PER_ADDRESS, SIGN_UP_WINDOW_SECONDS);

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
    if (account.exceeded && pair.limit - pair.remaining > MAX_FAILURES_UNDER_ATTACK)
      refuseWhenExceeded([account]);
  };

  const refund = async (guess: Guess): Promise<void> => {
    await Promise.all([
      guess.device === null ? pairs.forget(pairOf(guess)) : devices.forget(guess.device),
      ...(guess.userId === null ? [] : [members.forget(guess.userId)]),
      ...(guess.device === null ? [addresses.refund(guess.network), accounts.refund(guess.email)] : []),
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
      if (guess !== null) await refund(guess);
    },
  };
}

function networkIn({ headers }: GenericEndpointContext): string {
  return networkOf(headers?.get(ADDRESS_HEADER) ?? 'unknown');
}

/** Null when the request reveals nothing about a password, or needs a session and has none. */
async function guessIn(ctx: GenericEndpointContext): Promise<Guess | null> {
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
}

function refuseWhenExceeded(usages: readonly Usage[]): void {
  const exceeded = usages.filter((usage) => usage.exceeded);
  if (exceeded.length === 0) return;
  const seconds = Math.max(...exceeded.map((usage) => usage.resetSeconds));
  throw new APIError(
    'TOO_MANY_REQUESTS',
    { message: `Too many attempts. Try again in ${seconds} s.`, code: 'TOO_MANY_ATTEMPTS' },
    { 'Retry-After': String(seconds) },
  );
}
