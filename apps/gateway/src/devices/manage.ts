import { randomUUIDv7 } from 'node:crypto';
import { type CreateDevice, type Device, notFound, unprocessable } from '@errand/contracts';
import type { Database } from '../db/client.ts';
import type { Device as StoredDevice } from '../db/generated/client.ts';
import { findRole } from '../identity/find-member.ts';
import { type KeyManager, isManager } from '../keys/require-manageable.ts';
import { presentDevice } from './present.ts';

const LIST_LIMIT = 100;

/** Owners and admins manage all devices of the workspace, others their own. */
function manageableBy({ workspaceId, userId, role }: KeyManager) {
  return isManager(role) ? { workspaceId } : { workspaceId, userId };
}

/** Pairs a device of a member. 422: `workspaceId` is not a workspace of theirs. */
export async function createDevice(
  db: Database,
  owner: { workspaceId: string; userId: string },
  { workspaceId = owner.workspaceId, ...device }: CreateDevice,
): Promise<StoredDevice> {
  if ((await findRole(db, workspaceId, owner.userId)) === null)
    throw unprocessable('workspaceId: you are not a member of this workspace');
  return await db.device.create({
    data: { id: randomUUIDv7(), workspaceId, userId: owner.userId, ...device },
  });
}

/** At most 100, newest first. Revoked ones are dropped first when there are more. */
export async function listDevices(db: Database, manager: KeyManager): Promise<Device[]> {
  const devices = await db.device.findMany({
    where: manageableBy(manager),
    orderBy: [{ revokedAt: { sort: 'asc', nulls: 'first' } }, { createdAt: 'desc' }, { id: 'desc' }],
    take: LIST_LIMIT,
  });
  return devices
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .map((device) => presentDevice(device));
}

/** A device that the member may manage. Throws 404 for any other, in any workspace. */
export async function findDevice(db: Database, manager: KeyManager, id: string): Promise<StoredDevice> {
  const device = await db.device.findFirst({ where: { ...manageableBy(manager), id } });
  if (device === null) throw notFound();
  return device;
}

/** Renames a device that `findDevice` found, and returns it as the API shows it. */
export async function renameDevice(db: Database, { id }: StoredDevice, name: string): Promise<Device> {
  return presentDevice(await db.device.update({ where: { id }, data: { name } }));
}

/** Revokes a device permanently. Idempotent. */
export async function revokeDevice(db: Database, { id }: StoredDevice): Promise<Device> {
  await db.device.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } });
  return presentDevice(await db.device.findUniqueOrThrow({ where: { id } }));
}
