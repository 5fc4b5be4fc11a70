import { type Device, DeviceCapabilities } from '@errand/contracts';
import type { Device as StoredDevice } from '../db/generated/client.ts';

/** A stored device in its API form. */
export function presentDevice(device: StoredDevice & { capabilities?: unknown }, now = new Date()): Device {
  const isRevoked = device.revokedAt !== null;
  return {
    id: device.id,
    name: device.name,
    platform: device.platform,
    online: !isRevoked && device.onlineUntil !== null && device.onlineUntil > now,
    lastSeenAt: device.lastSeenAt?.toISOString() ?? null,
    createdAt: device.createdAt.toISOString(),
    appVersion: device.appVersion,
    capabilities: DeviceCapabilities.nullable().parse(device.capabilities ?? null),
    status: isRevoked ? 'revoked' : 'active',
  };
}
