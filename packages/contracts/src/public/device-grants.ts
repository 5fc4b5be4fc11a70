import { z } from 'zod';

/** The applications that may ask for a device code (RFC 8628). */
export const DeviceClient = z.enum(['errand-desktop', 'errand-cli']);

/** Body of POST /api/auth/device/code. */
export const RequestDeviceCode = z.strictObject({
  client_id: DeviceClient.describe('The application that asks.'),
  scope: z
    .string()
    .describe(
      'Name and platform of the application: `name=` and `platform=`, percent-encoded, separated by a space. Absent: it gives none.',
    )
    .optional(),
});

export const RequestedDeviceCode = z.strictObject({
  device_code: z.string().describe('Secret of the application, which asks for its grant with it.'),
  user_code: z.string().describe('The code to show to the person.'),
  verification_uri: z.string().describe('The page on which the person enters the code.'),
  verification_uri_complete: z.string().describe('The same page with the code filled in.'),
  expires_in: z.int().describe('Seconds until the code expires.'),
  interval: z.int().describe('Seconds to wait between two requests for the grant.'),
});

/** Body of POST /api/auth/device/token. */
export const RequestDeviceGrant = z.strictObject({
  grant_type: z.literal('urn:ietf:params:oauth:grant-type:device_code').describe('As in RFC 8628.'),
  device_code: z.string().describe('The `device_code` that was answered.'),
  client_id: DeviceClient.describe('The application that asks.'),
});

export const DeviceGrant = z.strictObject({
  access_token: z.string().describe('The grant: it pairs one device or makes one key, once.'),
  token_type: z.literal('Bearer').describe('Always `Bearer`.'),
  expires_in: z.int().describe('Seconds until the grant expires.'),
  scope: z.string().describe('The `scope` that was sent.'),
});

export const UserCodeStatus = z.strictObject({
  user_code: z.string().describe('The code.'),
  status: z.enum(['pending', 'approved', 'denied']).describe('The decision.'),
});

/** Body of POST /api/auth/device/approve and /deny. */
export const DecideDeviceCode = z.strictObject({
  userCode: z.string().describe('The code that the application shows.'),
});
