import { createHash, randomUUID } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';

const COOKIE = 'known_device';
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

const accountOf = (email: string): string => createHash('sha256').update(email).digest('base64url');

/**
 * The browsers in which somebody has signed in to an account, by a signed cookie (OWASP's device cookies). It opens nothing:
 * wrong passwords from elsewhere do not count against the browser that holds it.
 */
export const knownDevices = {
  /** The id of the caller's browser when it is known for this account, else null. */
  async find(ctx: GenericEndpointContext, email: string): Promise<string | null> {
    const { name } = ctx.context.createAuthCookie(COOKIE);
    const value = await ctx.getSignedCookie(name, ctx.context.secret);
    const [id, account] = typeof value === 'string' ? value.split(' ') : [];
    return id !== undefined && account === accountOf(email) ? id : null;
  },
  /** Lets the caller's browser be known for this account from now on. */
  async remember(ctx: GenericEndpointContext, email: string): Promise<void> {
    const { name, attributes } = ctx.context.createAuthCookie(COOKIE, { maxAge: MAX_AGE_SECONDS });
    const id = (await knownDevices.find(ctx, email)) ?? randomUUID();
    await ctx.setSignedCookie(name, `${id} ${accountOf(email)}`, ctx.context.secret, attributes);
  },
};
