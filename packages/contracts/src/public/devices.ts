import { z } from 'zod';
import { Id, Timestamp, textOf } from './text.ts';

const DeviceName = textOf(1, 100).describe('Name of the device, chosen by its owner.');
/** 32 bytes. */
const RawKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')
  .meta({ contentEncoding: 'base64' });

/** Body of POST /v1/devices. The private keys never leave the device. */
export const CreateDevice = z.strictObject({
  name: DeviceName,
  platform: textOf(1, 100).describe('Its operating system, such as `linux x64`.'),
  appVersion: textOf(1, 50).describe('Version of the desktop application.'),
  publicKey: RawKey.describe('Raw Ed25519 public key in base64; the device proves itself with it.'),
  sealKey: RawKey.describe('Raw X25519 public key in base64; secret inputs are sealed to it.'),
  workspaceId: Id.describe(
    'Workspace whose local Runs it carries out. Default: the one in which the code was confirmed.',
  ).optional(),
});
export type CreateDevice = z.infer<typeof CreateDevice>;

/** Body of PATCH /v1/devices/{id}. */
export const RenameDevice = z.strictObject({ name: DeviceName });
export type RenameDevice = z.infer<typeof RenameDevice>;

const DeviceCapability = z.strictObject({
  available: z.boolean().describe('Whether the device has it.'),
  detail: textOf(1, 300).describe('Its name; if it is not available: why not, and how to fix it.'),
});

/** The capabilities that a device announces each time it connects. */
export const DeviceCapabilities = z.strictObject({
  browser: DeviceCapability.describe('The browser in which it carries out Runs.'),
  desktop: DeviceCapability.describe(
    'Its mouse, keyboard and applications, for steps of `desktop.*`. Without them a Run that has such steps fails before its first step.',
  ),
});
export type DeviceCapabilities = z.infer<typeof DeviceCapabilities>;

export const Device = z.strictObject({
  id: Id.describe('Id of the device.'),
  name: z.string().describe('Name of the device, chosen by its owner.'),
  platform: z.string().describe('Its operating system.'),
  online: z.boolean().describe('Whether it is connected now.'),
  lastSeenAt: Timestamp.nullable().describe('When it was last connected; null: never.'),
  createdAt: Timestamp.describe('When it was paired.'),
  appVersion: z.string().describe('Version of the desktop application.'),
  capabilities: DeviceCapabilities.nullable().describe('Its capabilities; null: it has not connected yet.'),
  status: z.enum(['active', 'revoked']).describe('Only an `active` device is given Runs.'),
});
export type Device = z.infer<typeof Device>;

/** Response of pairing. */
export const PairedDevice = Device.extend({
  workspaceId: Id.describe('Workspace whose local Runs it carries out.'),
});
export type PairedDevice = z.infer<typeof PairedDevice>;

export const DeviceList = z.strictObject({ data: z.array(Device).describe('Newest first.') });

/** The request that waits for confirmation. */
export const DeviceCode = z.strictObject({
  userCode: z.string().describe('The code that the application shows.'),
  clientId: z.string().describe('The application: `errand-desktop` or `errand-cli`.'),
  name: z.string().nullable().describe('Name that the application gave; null: it gave none.'),
  platform: z.string().nullable().describe('Its operating system; null: it did not say.'),
  address: z.string().nullable().describe('The network address from which the code was asked for.'),
  workspace: z
    .strictObject({
      id: Id.describe('Id of the workspace.'),
      name: z.string().describe('Name of the workspace.'),
    })
    .describe('The workspace that it would be connected to: the active one of your session.'),
  status: z.enum(['pending', 'approved', 'denied']).describe('The decision.'),
  expiresAt: Timestamp.describe('When the code stops working.'),
});
export type DeviceCode = z.infer<typeof DeviceCode>;
