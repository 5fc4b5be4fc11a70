import type { GenericEndpointContext } from 'better-auth';

/** Routes that take the caller's workspace away before they refuse the one that was asked for. */
const REFUSING = new Set(['/organization/set-active', '/organization/get-full-organization']);

/** Whether an update of a session belongs to such a refusal, which shall change nothing. */
export function isRefusal(update: object, ctx: GenericEndpointContext | null): boolean {
  const { activeOrganizationId } = update as { activeOrganizationId?: string | null };
  if (ctx === null || activeOrganizationId !== null || !REFUSING.has(ctx.path)) return false;
  const { organizationId } = (ctx.body ?? {}) as { organizationId?: string | null };
  return organizationId !== null;
}
