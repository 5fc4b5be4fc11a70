import type { GenericEndpointContext } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import type { Database } from '../db/client.ts';
import { isRefused } from './is-refused.ts';

/** A better-auth hook: a password change ends all other sessions of the account, paired devices included. */
export async function endOtherSessions(db: Database, ctx: GenericEndpointContext): Promise<void> {
  if (ctx.path !== '/change-password' || isRefused(ctx)) return;
  const current = ctx.context.newSession ?? (await getSessionFromCtx(ctx, { disableRefresh: true }));
  if (!current) return;
  const { userId, token } = current.session;
  await db.session.deleteMany({ where: { userId, token: { not: token } } });
}
