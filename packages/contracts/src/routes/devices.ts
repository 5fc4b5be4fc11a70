import { z } from 'zod';
import {
  CreateDevice,
  Device,
  DeviceCode,
  DeviceList,
  PairedDevice,
  RenameDevice,
} from '../public/devices.ts';
import { Id } from '../public/text.ts';
import { route } from './route.ts';

const DevicePath = z.object({ device_id: Id.describe('Id of the device.') });
const common = { owner: 'gateway', tag: 'Devices', access: 'session' } as const;

export const deviceRoutes = {
  createDevice: route({
    ...common,
    access: 'grant:errand-desktop',
    name: 'createDevice',
    method: 'POST',
    path: '/v1/devices',
    summary: 'Pair a device: exchange the grant of a confirmed device code',
    body: CreateDevice,
    bodyExample: {
      name: "Ada's laptop",
      platform: 'linux x64',
      appVersion: '0.1.0',
      publicKey: 'fE5Yq2v0Qm1rWb8n3cLxT9sKzJ4hDgVuAo7iRpXwMkE=',
      sealKey: 'Zk3nV8yTq1WmC5xHs7LbJ0dGfRuPoEaKi2NvYtXwQ2A=',
    },
    answers: { 201: { description: 'The device; the grant is spent', body: PairedDevice } },
  }),
  listDevices: route({
    ...common,
    name: 'listDevices',
    method: 'GET',
    path: '/v1/devices',
    summary: 'List the paired devices of the workspace',
    answers: { 200: { description: 'Newest first', body: DeviceList } },
  }),
  renameDevice: route({
    ...common,
    name: 'renameDevice',
    method: 'PATCH',
    path: '/v1/devices/{device_id}',
    summary: 'Rename a device',
    params: DevicePath,
    body: RenameDevice,
    bodyExample: { name: 'Laptop' },
    answers: { 200: { description: 'The renamed device', body: Device } },
  }),
  revokeDevice: route({
    ...common,
    name: 'revokeDevice',
    method: 'POST',
    path: '/v1/devices/{device_id}/revoke',
    summary: 'Revoke a device: it is cut off at once',
    params: DevicePath,
    answers: { 200: { description: 'The revoked device', body: Device } },
  }),
  getDeviceCode: route({
    ...common,
    name: 'getDeviceCode',
    method: 'GET',
    path: '/v1/device-codes/{user_code}',
    summary: 'Get the device of a code, before it is confirmed',
    params: z.object({
      user_code: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,32}$/)
        .describe('The code that the application shows.'),
    }),
    answers: { 200: { description: 'The request, and its device', body: DeviceCode } },
  }),
} as const;
