import { createPublicKey, verify } from 'node:crypto';
import type { DeviceMessage } from '@errand/contracts/device';
import type pg from 'pg';

/** A device that has proved itself. */
export interface LinkedDevice {
  id: string;
  workspaceId: string;
  userId: string;
  name: string;
  sealKey: string;
  hasDesktop: boolean;
  epoch: number;
  workspace: { id: string; name: string };
}

const KEY = `SELECT public_key AS "publicKey" FROM devices WHERE id = $1 AND revoked_at IS NULL`;

/** Registers a new link, which ends the previous one. No row: revoked in the meantime, or its owner has left the workspace. */
const ADMIT = `
  UPDATE devices SET link_epoch = link_epoch + 1, app_version = $2, capabilities = $3, last_seen_at = now()
  FROM workspaces, members
  WHERE devices.id = $1 AND revoked_at IS NULL AND workspaces.id = devices.workspace_id
    AND members.workspace_id = devices.workspace_id AND members.user_id = devices.user_id
  RETURNING devices.id, devices.workspace_id AS "workspaceId", devices.user_id AS "userId", devices.name,
            seal_key AS "sealKey", link_epoch AS epoch, json_build_object('id', workspaces.id, 'name', workspaces.name) AS workspace`;

/** DER of an Ed25519 public key, up to the key itself. */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function signed(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({
    key: Buffer.concat([ED25519_PREFIX, Buffer.from(publicKey, 'base64')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

/** The device of a hello that signed `challenge`; null: unknown, revoked, or not signed by its key. */
export async function admitDevice(
  pool: pg.Pool,
  { deviceId, signature, appVersion, capabilities }: Extract<DeviceMessage, { type: 'hello' }>,
  challenge: string,
): Promise<LinkedDevice | null> {
  const known = await pool.query<{ publicKey: string }>(KEY, [deviceId]);
  const [device] = known.rows;
  if (device === undefined || !signed(device.publicKey, challenge, signature)) return null;
  const { rows } = await pool.query<Omit<LinkedDevice, 'hasDesktop'>>(ADMIT, [
    deviceId,
    appVersion,
    JSON.stringify(capabilities),
  ]);
  const [admitted] = rows;
  return admitted === undefined ? null : { ...admitted, hasDesktop: capabilities.desktop.available };
}
