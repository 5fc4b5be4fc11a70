import { deviceRoutes as routes } from '@errand/contracts';
import { type ServedRoute, serve } from '@errand/service-kit';
import type { Database } from '../db/client.ts';
import { findDeviceCode } from '../devices/find-code.ts';
import type { DeviceLinks } from '../devices/links.ts';
import { createDevice, findDevice, listDevices, renameDevice, revokeDevice } from '../devices/manage.ts';
import { presentDevice } from '../devices/present.ts';
import { spendGrant } from '../identity/grants.ts';
import { managerOf, onBehalfOf } from './acting.ts';

/** Pairing and management of devices. */
export function deviceRoutes(db: Database, links: DeviceLinks): ServedRoute[] {
  return [
    serve(routes.createDevice, async ({ principal, body, request }) => {
      const asked = body();
      const device = await onBehalfOf(principal, async () => {
        await spendGrant(db, request.headers.authorization);
        return await createDevice(db, principal, asked);
      });
      return { status: 201, body: { ...presentDevice(device), workspaceId: device.workspaceId } };
    }),
    serve(routes.listDevices, async ({ principal }) => ({
      status: 200,
      body: { data: await listDevices(db, await managerOf(db, principal)) },
    })),
    serve(routes.renameDevice, async ({ principal, params, body }) => {
      const device = await findDevice(db, await managerOf(db, principal), params.device_id);
      const { name } = body();
      return { status: 200, body: await onBehalfOf(principal, () => renameDevice(db, device, name)) };
    }),
    serve(routes.revokeDevice, async ({ principal, params, body }) => {
      const device = await findDevice(db, await managerOf(db, principal), params.device_id);
      body();
      const revoked = await onBehalfOf(principal, () => revokeDevice(db, device));
      await links.check();
      return { status: 200, body: revoked };
    }),
    serve(routes.getDeviceCode, async ({ principal, params }) => ({
      status: 200,
      body: await findDeviceCode(db, principal, params.user_code),
    })),
  ];
}
