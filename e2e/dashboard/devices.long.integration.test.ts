import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { run } from '@errand/cli';
import { type DeviceMessage, GatewayMessage, LINK_PATH, challengeText } from '@errand/contracts/device';
import { waitFor } from '@errand/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { type Person, signUp } from './people.ts';

const openPage = useBrowser();
let person: Person;
beforeAll(async () => {
  person = await signUp(sharedStack().baseUrl);
});

const CLIENT = { client_id: 'errand-desktop' };

/** A request of the desktop application. */
async function post<Answer>(address: string, body: object, token?: string): Promise<Answer> {
  const response = await fetch(`${sharedStack().baseUrl}${address}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

function askForCode(): Promise<{
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
}> {
  return post('/api/auth/device/code', { ...CLIENT, scope: 'name=Ada%27s%20laptop platform=linux%20x64' });
}

function rawKey(publicKey: KeyObject): string {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}

/** Connects as the device, which has a browser and no desktop. */
function connect(deviceId: string, privateKey: KeyObject): WebSocket {
  const socket = new WebSocket(`${sharedStack().baseUrl.replace('http', 'ws')}${LINK_PATH}`);
  socket.addEventListener('message', ({ data }) => {
    const message = GatewayMessage.parse(JSON.parse(String(data)));
    if (message.type !== 'challenge') return;
    const signature = sign(null, Buffer.from(challengeText(message.nonce, message.origin)), privateKey);
    const hello: DeviceMessage = {
      type: 'hello',
      deviceId,
      signature: signature.toString('base64'),
      appVersion: '0.1.0',
      capabilities: {
        browser: { available: true, detail: 'chromium' },
        desktop: { available: false, detail: 'There is no X11 session to drive.' },
      },
    };
    socket.send(JSON.stringify(hello));
  });
  return socket;
}

test('a code is confirmed after what it connects was shown, and the device is renamed and revoked', async () => {
  const code = await askForCode();
  const page = await openPage(person, new URL(code.verification_uri_complete).pathname);
  await page.getByLabel('Code').fill(code.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  for (const text of ['linux x64', "Ada Lovelace's workspace", '127.0.0.1'])
    await page.getByRole('definition').filter({ hasText: text }).first().waitFor();
  await page.getByRole('heading', { name: /the desktop application “Ada's laptop”/ }).waitFor();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Go back to the application').waitFor();
  const { access_token: token } = await post<{ access_token: string }>('/api/auth/device/token', {
    ...CLIENT,
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: code.device_code,
  });
  const identity = generateKeyPairSync('ed25519');
  const body = {
    name: "Ada's laptop",
    platform: 'linux x64',
    appVersion: '0.1.0',
    publicKey: rawKey(identity.publicKey),
    sealKey: rawKey(generateKeyPairSync('x25519').publicKey),
  };
  const { id } = await post<{ id: string }>('/v1/devices', body, token);
  await page.goto('/devices');
  const row = page.getByRole('row').filter({ hasText: "Ada's laptop" });
  await row.getByText('not connected yet').waitFor();
  const link = connect(id, identity.privateKey);
  await row.getByText('Browser: chromium').waitFor();
  await row.getByText('There is no X11 session to drive.').waitFor();
  link.close();
  await row.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Travel laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  const renamed = page.getByRole('row').filter({ hasText: 'Travel laptop' });
  await renamed.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await renamed.getByText('revoked', { exact: true }).waitFor();
});

test('a refused code gives the application nothing', async () => {
  const code = await askForCode();
  const page = await openPage(person, `/device?user_code=${code.user_code}`);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByText('The application gets nothing.').waitFor();
  expect(
    await post('/api/auth/device/token', {
      ...CLIENT,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: code.device_code,
    }),
  ).toMatchObject({ error: 'access_denied' });
});

test('a mistyped code is refused at its field, where the right one is entered', async () => {
  const { user_code: right } = await askForCode();
  const page = await openPage(person, '/device?user_code=BCDF-GHJK');
  const field = page.getByLabel('Code');
  await page.getByText('No application waits with the code BCDF-GHJK').waitFor();
  expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['BCDF-GHJK', 'true']);
  const asked = page.waitForResponse((response) => response.url().endsWith('/v1/device-codes/BCDF-GHJK'));
  await page.getByRole('button', { name: 'Continue' }).click();
  expect((await asked).status()).toBe(404);
  await field.fill(right.toLowerCase());
  await field.press('Enter');
  await page.getByRole('button', { name: 'Confirm' }).waitFor();
});

test('errand login gets a key once its code is confirmed on the page, and the key is listed there', async () => {
  const { baseUrl } = sharedStack();
  const homeDirectory = await mkdtemp(path.join(tmpdir(), 'errand-login-'));
  let err = '';
  const ended = run(['login'], {
    env: { ERRAND_BASE_URL: baseUrl },
    stdin: Object.assign(Readable.from([]), { isTTY: true }),
    stdout: { write: () => true },
    stderr: { write: (text: string) => (err += text), isTTY: true },
    homeDirectory,
    signal: new AbortController().signal,
  });
  await waitFor('the code to be shown', () => /confirm the code \w+/.test(err));
  const [, shown = ''] = /confirm the code (\w+)/.exec(err) ?? [];
  const page = await openPage(person, '/device');
  await page.getByLabel('Code').fill(shown);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: /errand on / }).waitFor();
  await page.getByRole('button', { name: 'Confirm' }).click();
  expect(await ended).toBe(0);
  const config = await readFile(path.join(homeDirectory, '.config/errand/config.json'), 'utf8');
  await rm(homeDirectory, { recursive: true });
  expect(config).toMatch(/erk_\w{8}_/);
  await page.goto('/api-keys');
  await page.getByRole('row').filter({ hasText: 'errand on ' }).waitFor();
});
