import { type DeviceCode, notFound } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import type { Database } from '../db/client.ts';

const MAX_SHOWN = 100;

/** An application's description of itself: `name=…` and `platform=…`, percent-encoded, in the scope of its code request. */
function saidIn(scope: string | null, name: 'name' | 'platform'): string | null {
  const pair = scope?.split(' ').find((each) => each.startsWith(`${name}=`));
  if (pair === undefined) return null;
  try {
    return decodeURIComponent(pair.slice(name.length + 1)).slice(0, MAX_SHOWN);
  } catch {
    return null;
  }
}

/** The device that a code would connect to the session's workspace. 404: unknown or expired. */
export async function findDeviceCode(
  db: Database,
  { workspaceId }: Principal,
  typed: string,
): Promise<DeviceCode> {
  const userCode = typed.replaceAll('-', '').toUpperCase();
  const [code, workspace] = await Promise.all([
    db.deviceCode.findUnique({ where: { userCode } }),
    db.organization.findUniqueOrThrow({ where: { id: workspaceId }, select: { id: true, name: true } }),
  ]);
  if (code === null || code.expiresAt <= new Date()) throw notFound();
  return {
    userCode,
    clientId: code.clientId ?? '',
    name: saidIn(code.scope, 'name'),
    platform: saidIn(code.scope, 'platform'),
    address: code.address,
    workspace,
    status: code.status as DeviceCode['status'],
    expiresAt: code.expiresAt.toISOString(),
  };
}
