import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSealKey } from '@errand/service-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { EXIT } from '../src/exit.ts';
import { askRunning } from '../src/local/control-socket.ts';
import { type Places, placesOf, writePairing } from '../src/pairing/store.ts';
import { start } from '../src/start.ts';

let home: string;
let places: Places;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'errand-machine-'));
  places = placesOf({}, home);
  const { privateKey } = generateKeyPairSync('ed25519');
  await writePairing(
    places,
    {},
    {
      // Nothing listens there.
      baseUrl: 'http://127.0.0.1:9',
      deviceId: '01900000-0000-7000-8000-000000000001',
      name: "Ada's laptop",
      workspaceId: '01900000-0000-7000-8000-000000000002',
      privateKey: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
      sealKey: await createSealKey(),
    },
  );
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('a command that comes while the application starts is answered when it has started', async () => {
  const ending = new AbortController();
  const ended = start(places, {}, { headless: true, say: () => undefined }, ending.signal);
  let status: unknown = null;
  while (status === null) status = await askRunning(places, 'status');
  expect(status).toMatchObject({ name: "Ada's laptop", connected: false });
  ending.abort();
  expect(await ended).toBe(EXIT.done);
});
