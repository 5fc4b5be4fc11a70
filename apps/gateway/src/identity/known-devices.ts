import { createHash, randomUUID } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';

const COOKIE = 'known_device';
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

function accountOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}

/**
 * Browsers that have signed in to an account, recognised by a signed cookie (OWASP "device cookies"). The cookie grants no
 * access; it only prevents wrong passwords from other places from locking out this browser.
 */
export const knownDevices = {
  /** The id of the caller's browser if it has signed in to this account, else null. */
  async find(ctx: GenericEndpointContext, email: string): Promise<string | null> {
    const { name } = ctx.context.createAuthCookie(COOKIE);
    const value = await ctx.getSignedCookie(name, ctx.context.secret);
    const [id, account] = typeof value === 'string' ? value.split(' ') : [];
    return id !== undefined && account === accountOf(email) ? id : null;
  },
  /** Marks the caller's browser as known for this account. */
  async remember(ctx: GenericEndpointContext, email: string): Promise<void> {
    const { name, attributes } = ctx.context.createAuthCookie(COOKIE, { maxAge: MAX_AGE_SECONDS });
    const id = (await knownDevices.find(ctx, email)) ?? randomUUID();
    await ctx.setSignedCookie(name, `${id} ${accountOf(email)}`, ctx.context.secret, attributes);
  },
};
