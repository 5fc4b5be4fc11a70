import { type KeyObject, createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import type { Device, PairedDevice } from '@errand/contracts';
import { type GatewayMessage, LINK_PATH, challengeText } from '@errand/contracts/device';
import { waitFor } from '@errand/test-kit';
import { expect } from '@jest/globals';
import { type Account, type TestGateway, jsonOf } from './gateway.ts';

export const withoutDesktop = {
  browser: { available: true, detail: 'chromium' },
  desktop: { available: false, detail: 'Driving the desktop is not possible on darwin yet' },
};

function raw(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}

export type Paired = Awaited<ReturnType<ReturnType<typeof devicesOf>['pair']>>;

/** Pairs devices with a gateway, for `owner` unless another account is given, and connects them. */
export function devicesOf(on: () => { gateway: TestGateway; owner: Account }) {
  const post = (path: string, body: object, token?: string) =>
    on().gateway.fetch(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });

  const grantFor = async (account: Account, client = 'errand-desktop'): Promise<string> => {
    const { gateway } = on();
    const codes = await jsonOf<{ device_code: string; user_code: string }>(
      await post('/api/auth/device/code', {
        client_id: client,
        scope: 'name=Ada%27s%20laptop platform=linux%20x64',
      }),
    );
    const shown = await gateway.fetch(`/v1/device-codes/${codes.user_code}`, {
      headers: { cookie: account.cookie },
    });
    expect(await jsonOf<object>(shown)).toMatchObject({
      clientId: client,
      name: "Ada's laptop",
      platform: 'linux x64',
      address: expect.stringContaining('127.0.0.1'),
      workspace: { name: expect.stringContaining('workspace') },
      status: 'pending',
    });
    await gateway.fetch(`/api/auth/device?user_code=${codes.user_code}`, {
      headers: { cookie: account.cookie },
    });
    const approved = await gateway.asPerson(account, '/api/auth/device/approve', {
      userCode: codes.user_code,
    });
    expect(approved.status).toBe(200);
    const granted = await post('/api/auth/device/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: codes.device_code,
      client_id: client,
    });
    return (await jsonOf<{ access_token: string }>(granted)).access_token;
  };

  const pair = async (account = on().owner) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const body = {
      name: "Ada's laptop",
      platform: 'linux x64',
      appVersion: '0.1.0',
      publicKey: raw(publicKey),
      sealKey: createHash('sha256').update('seal').digest('base64'),
    };
    const token = await grantFor(account);
    const paired = await post('/v1/devices', body, token);
    expect(paired.status).toBe(201);
    return { device: await jsonOf<PairedDevice>(paired), token, body, privateKey };
  };

  const list = async (account = on().owner) => {
    const response = await on().gateway.fetch('/v1/devices', { headers: { cookie: account.cookie } });
    return (await jsonOf<{ data: Device[] }>(response)).data;
  };

  /** A device's side of the link. */
  const connect = async (
    { device, privateKey }: { device: PairedDevice; privateKey: KeyObject },
    capabilities: Device['capabilities'] = withoutDesktop,
  ) => {
    const socket = new WebSocket(`${on().gateway.url.replace('http', 'ws')}${LINK_PATH}`);
    const received: GatewayMessage[] = [];
    let code: number | null = null;
    socket.addEventListener('close', (event) => (code = event.code));
    socket.addEventListener('message', ({ data }) => {
      received.push(JSON.parse(String(data)) as GatewayMessage);
    });
    const take = async <Type extends GatewayMessage['type']>(type: Type) => {
      await waitFor(`the message ${type}`, () => received.some((message) => message.type === type));
      const at = received.findIndex((message) => message.type === type);
      return received.splice(at, 1)[0] as Extract<GatewayMessage, { type: Type }>;
    };
    const send = (message: object) => socket.send(JSON.stringify(message));
    await once(socket as never, 'open');
    const { nonce, origin } = await take('challenge');
    send({
      type: 'hello',
      deviceId: device.id,
      signature: sign(null, Buffer.from(challengeText(nonce, origin)), privateKey).toString('base64'),
      appVersion: '0.2.0',
      capabilities,
    });
    return {
      send,
      take,
      close: () => socket.close(),
      closed: async () => {
        await waitFor('the close of the link', () => code !== null);
        return code;
      },
    };
  };

  return { post, grantFor, pair, list, connect };
}
