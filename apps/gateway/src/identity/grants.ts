import { unauthenticated } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import type { GenericEndpointContext } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { currentActor } from '../audit/actor.ts';
import type { Database } from '../db/client.ts';

/** A confirmed code must be exchanged within this time. */
const GRANT_LIFETIME_MS = 10 * 60_000;

interface Granting {
  readonly clientId: string | null;
  readonly workspaceId: string | null;
}

/** What better-auth's device codes lack: from where one was asked for, for which workspace it was confirmed, and for whom. */
export interface DeviceCodes {
  /** better-auth hooks. */
  before(context: GenericEndpointContext): Promise<void>;
  after(context: GenericEndpointContext): Promise<void>;
  /** The fields of a session that is being created for a device code; none for any other session. */
  sessionFields(context: GenericEndpointContext | null): {
    grantedTo?: string;
    activeOrganizationId?: string;
    expiresAt?: Date;
  };
}

function textIn(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** The hooks of one process. Device codes are those of RFC 8628. */
export function createDeviceCodes(db: Database): DeviceCodes {
  /** Of the requests in progress, because better-auth removes a code before it creates the session. */
  const granting = new Map<string, Granting>();
  return {
    before: async (context) => {
      if (context.path === '/device/approve') {
        const session = await getSessionFromCtx(context);
        const workspaceId = session?.session['activeOrganizationId'] as string | null | undefined;
        if (workspaceId == null) return;
        const userCode = textIn(context.body, 'userCode').replaceAll('-', '');
        await db.deviceCode.updateMany({ where: { userCode, status: 'pending' }, data: { workspaceId } });
      }
      if (context.path === '/device/token') {
        const deviceCode = textIn(context.body, 'device_code');
        const found = await db.deviceCode.findUnique({
          where: { deviceCode },
          select: { clientId: true, workspaceId: true },
        });
        if (found !== null) granting.set(deviceCode, found);
      }
    },
    after: async (context) => {
      if (context.path === '/device/token') granting.delete(textIn(context.body, 'device_code'));
      if (context.path !== '/device/code') return;
      const { returned } = context.context as { returned?: unknown };
      const deviceCode = textIn(returned, 'device_code');
      const address = currentActor()?.address;
      if (deviceCode !== '' && address !== undefined)
        await db.deviceCode.updateMany({ where: { deviceCode }, data: { address } });
    },
    sessionFields: (context) => {
      if (context?.path !== '/device/token') return {};
      const grant = granting.get(textIn(context.body, 'device_code'));
      return {
        grantedTo: grant?.clientId ?? '',
        ...(grant?.workspaceId != null && { activeOrganizationId: grant.workspaceId }),
        expiresAt: new Date(Date.now() + GRANT_LIFETIME_MS),
      };
    },
  };
}

/** The member who confirmed the code that `token` was granted for; null unless it was granted to `client` and is unspent. */
export async function findGrant(db: Database, token: string, client: string): Promise<Principal | null> {
  const grant = await db.session.findFirst({
    where: { token, grantedTo: client, expiresAt: { gt: new Date() } },
    select: { userId: true, activeOrganizationId: true },
  });
  if (grant?.activeOrganizationId == null) return null;
  return { workspaceId: grant.activeOrganizationId, userId: grant.userId, keyId: null, scopes: [] };
}

/** Spends a grant: its token is worth nothing from then on. 401: another request was faster. */
export async function spendGrant(db: Database, authorization: string | undefined): Promise<void> {
  const token = authorization?.replace(/^Bearer +/i, '') ?? '';
  const { count } = await db.session.deleteMany({ where: { token, grantedTo: { not: null } } });
  if (count !== 1) throw unauthenticated();
}
