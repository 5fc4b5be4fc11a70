import { readFile, stat } from 'node:fs/promises';
import { missingOf } from '@errand/computer/testing/desktop.ts';
import { waitFor } from '@errand/wait-for';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openPairing, placesOf, readPairing, removePairing, writePairing } from '../src/pairing/store.ts';
import { openKeychain } from '../src/session/keychain.ts';
import { type BusObject, openSessionBus } from '../src/session/session-bus.ts';
import { type Session, startSession } from './session.ts';

const missing = missingOf(['dbus-daemon', 'gnome-keyring-daemon']);
if (missing.length > 0)
  process.stderr.write(`skipped the keychain of a person: ${missing.join(', ')} not installed\n`);

const PAIRING = {
  baseUrl: 'http://127.0.0.1:9',
  deviceId: '01900000-0000-7000-8000-000000000001',
  name: "Ada's laptop",
  workspaceId: '01900000-0000-7000-8000-000000000002',
  privateKey: 'the private key',
  sealKey: { publicKey: 'public', privateKey: 'the other private key' },
};
const { privateKey: _key, sealKey: _seal, ...PUBLIC } = PAIRING;

(missing.length === 0 ? describe : describe.skip)('the keys of a machine', () => {
  let session: Session;
  beforeEach(async () => {
    session = await startSession();
  });
  afterEach(async () => {
    await session?.[Symbol.asyncDispose]();
  });
  const unlock = async () => {
    session.start('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], 'password');
    await waitFor('the keychain', async () => {
      const keychain = await openKeychain(session.env);
      keychain?.close();
      return keychain !== null;
    });
  };

  test("the private keys are kept in the person's keychain and removed with the pairing", async () => {
    await unlock();
    const places = placesOf(session.env, session.home);
    expect(await writePairing(places, session.env, PAIRING)).toBe('keychain');
    expect(await readFile(places.pairing, 'utf8')).not.toContain('private key');
    expect(await readPairing(places)).toEqual({ ...PUBLIC, keys: 'keychain' });
    expect(await openPairing(places, session.env)).toEqual(PAIRING);
    await expect(openPairing(places, {})).rejects.toThrow('Start errand-desktop in that session');
    await removePairing(places, session.env);
    expect(await readPairing(places)).toBeNull();
    const keychain = await openKeychain(session.env);
    expect(await keychain?.find(PAIRING.deviceId)).toBeNull();
    keychain?.close();
  });

  test('opening the pairing fails while the keychain stays locked', async () => {
    await unlock();
    const places = placesOf(session.env, session.home);
    await writePairing(places, session.env, PAIRING);
    const bus = openSessionBus(session.env);
    const service: BusObject = {
      service: 'org.freedesktop.secrets',
      path: '/org/freedesktop/secrets',
      on: 'org.freedesktop.Secret.Service',
    };
    const [collection] = (await bus?.ask<[string]>(service, 'ReadAlias', 's', ['default'])) ?? [''];
    await bus?.ask(service, 'Lock', 'ao', [[collection]]);
    bus?.close();
    await expect(openPairing(places, session.env)).rejects.toThrow('Unlock it and start again');
  });

  test('the private keys are kept in a file readable by its owner only when the session has no keychain', async () => {
    const places = placesOf(session.env, session.home);
    for (const env of [{}, { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }]) {
      expect(await writePairing(places, env, PAIRING)).toBe('file');
      expect((await stat(places.pairing)).mode & 0o777).toBe(0o600);
      expect(await openPairing(places, env)).toEqual(PAIRING);
      expect((await readPairing(places))?.keys).toBe('file');
    }
  });
});
