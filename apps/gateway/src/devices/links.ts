import type { InternalClient, Logger, SocketHandler } from '@errand/service-kit';
import type pg from 'pg';
import { deviceExecutorId, deviceRunRoutes } from '@errand/contracts/internal';
import { LINK_CLOSED } from '@errand/contracts/device';
import { type DeviceLink, openLink } from './link.ts';

/** The links of devices to this gateway. */
export interface DeviceLinks {
  handle: SocketHandler;
  /** Closes links that a revocation, a newer link or the end of a membership has ended. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface LinkParts {
  pool: pg.Pool;
  runs: InternalClient;
  /** Opens the WebSockets of the runs service. */
  internalToken: string;
  /** The product's public origin, which devices sign. */
  origin: string;
  log: Logger;
}

/** A revoked device is cut off within a second, whichever gateway has its link. */
const CHECK_INTERVAL_MS = 400;
/** How far presence reaches ahead, and how often it is moved forward. */
const PRESENCE_TTL_MS = 15_000;
const PRESENCE_INTERVAL_MS = 5_000;

const VALID = `
  SELECT devices.id, link_epoch AS epoch, revoked_at IS NOT NULL AS revoked,
         NOT EXISTS (SELECT FROM members WHERE workspace_id = devices.workspace_id AND user_id = devices.user_id) AS left
  FROM devices WHERE id = ANY($1::uuid[])`;
const TOUCH = `
  UPDATE devices SET online_until = now() + interval '${PRESENCE_TTL_MS} ms', last_seen_at = now()
  FROM unnest($1::uuid[], $2::int[]) AS held(id, epoch) WHERE devices.id = held.id AND link_epoch = held.epoch`;

/** The links of this gateway. Until `close` is called, it checks them and keeps their devices present at intervals. */
export function createDeviceLinks(parts: LinkParts): DeviceLinks {
  const { pool, runs, log } = parts;
  const links = new Set<DeviceLink>();
  let touchedAt = 0;

  const disconnect = (deviceId: string) =>
    runs
      .call(deviceRunRoutes.disconnect, { body: { executorId: deviceExecutorId(deviceId) } })
      .catch((error: unknown) => log.warn({ err: error, deviceId }, 'releasing the Runs of a device failed'));

  const check = async (): Promise<void> => {
    // A link that opens during the query is not among the rows.
    const open = [...links];
    if (open.length === 0) return;
    const { rows } = await pool.query<{ id: string; epoch: number; revoked: boolean; left: boolean }>({
      name: 'check-device-links',
      text: VALID,
      values: [open.map(({ deviceId }) => deviceId)],
    });
    for (const link of open) {
      const device = rows.find(({ id }) => id === link.deviceId);
      if (device === undefined || device.revoked || device.left) {
        link.close(LINK_CLOSED.refused);
        void disconnect(link.deviceId);
      } else if (device.epoch !== link.epoch) link.close(LINK_CLOSED.replaced);
    }
  };
  const touch = async (): Promise<void> => {
    touchedAt = performance.now();
    const held = [...links];
    await pool.query({
      name: 'touch-devices',
      text: TOUCH,
      values: [held.map(({ deviceId }) => deviceId), held.map(({ epoch }) => epoch)],
    });
  };
  let checking = false;
  const timer = setInterval(() => {
    if (checking || links.size === 0) return;
    checking = true;
    const work = async () => {
      await check();
      if (performance.now() - touchedAt >= PRESENCE_INTERVAL_MS) await touch();
    };
    work()
      .catch((error: unknown) => log.warn({ err: error }, 'checking device links failed'))
      .finally(() => (checking = false));
  }, CHECK_INTERVAL_MS);
  timer.unref();

  return {
    check: () => check().catch((error: unknown) => log.warn({ err: error }, 'checking device links failed')),
    handle: () => (socket) => {
      openLink(socket, parts, {
        onOpened: (link) => {
          links.add(link);
          return touch();
        },
        onClosed: async (link) => {
          links.delete(link);
          await pool.query(
            'UPDATE devices SET online_until = now(), last_seen_at = now() WHERE id = $1 AND link_epoch = $2',
            [link.deviceId, link.epoch],
          );
        },
      });
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all([...links].map((link) => link.end()));
    },
  };
}
