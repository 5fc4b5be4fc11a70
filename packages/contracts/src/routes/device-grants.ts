import { z } from 'zod';
import { AccountSuccess } from '../public/accounts.ts';
import {
  DecideDeviceCode,
  DeviceGrant,
  RequestDeviceCode,
  RequestDeviceGrant,
  RequestedDeviceCode,
  UserCodeStatus,
} from '../public/device-grants.ts';
import { route } from './route.ts';

const common = { owner: 'gateway', tag: 'Device codes', access: 'session', ofAccounts: true } as const;

/** RFC 8628: an application asks, a signed-in person decides. */
export const deviceGrantRoutes = {
  requestDeviceCode: route({
    ...common,
    access: 'public',
    name: 'requestDeviceCode',
    method: 'POST',
    path: '/api/auth/device/code',
    summary: 'Ask for a code that a person can confirm',
    body: RequestDeviceCode,
    bodyExample: { client_id: 'errand-cli', scope: 'name=laptop platform=linux%20x64' },
    answers: { 200: { description: 'The codes', body: RequestedDeviceCode } },
  }),
  requestDeviceGrant: route({
    ...common,
    access: 'public',
    name: 'requestDeviceGrant',
    method: 'POST',
    path: '/api/auth/device/token',
    summary: 'Exchange a confirmed code for its grant',
    body: RequestDeviceGrant,
    bodyExample: {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: 'uxUoVJLuu0LtTn0DEuisRcpmLOmLxClpANRJQItP',
      client_id: 'errand-cli',
    },
    answers: { 200: { description: 'The grant; until it is confirmed: 400', body: DeviceGrant } },
  }),
  claimDeviceCode: route({
    ...common,
    name: 'claimDeviceCode',
    method: 'GET',
    path: '/api/auth/device',
    summary: 'Look at a code, without which you cannot decide about it',
    query: z.object({ user_code: z.string().describe('The code that the application shows.') }),
    answers: { 200: { description: 'Its status', body: UserCodeStatus } },
  }),
  approveDeviceCode: route({
    ...common,
    name: 'approveDeviceCode',
    method: 'POST',
    path: '/api/auth/device/approve',
    summary: 'Confirm a code for the active workspace',
    body: DecideDeviceCode,
    bodyExample: { userCode: 'U33CUTN4' },
    answers: { 200: { description: 'Confirmed', body: AccountSuccess } },
  }),
  denyDeviceCode: route({
    ...common,
    name: 'denyDeviceCode',
    method: 'POST',
    path: '/api/auth/device/deny',
    summary: 'Deny a code',
    body: DecideDeviceCode,
    bodyExample: { userCode: 'U33CUTN4' },
    answers: { 200: { description: 'Denied', body: AccountSuccess } },
  }),
} as const;
