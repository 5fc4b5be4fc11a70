import { createSecretKey, randomBytes, randomUUIDv7 } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { SealedInputs } from '@errand/contracts/internal';
import { ConfigError, parseEnv } from '../config.ts';
import { createFingerprint } from '../http/fingerprint.ts';
import { encryptionEnv, encryptionKeysOf } from './keys.ts';
import { createSealer, SealError } from './sealing.ts';
import { z } from 'zod';

function newKey() {
  return createSecretKey(randomBytes(32));
}
const runId = randomUUIDv7();
const values = { password: 'tea & 🫖', token: '' };

test('sealed values open with the same key, differ each time and reveal nothing', () => {
  const sealer = createSealer([newKey()]);
  const sealed = sealer.seal(runId, values);
  expect(SealedInputs.parse(sealed)).toEqual(sealed);
  expect(sealer.open(runId, sealed)).toEqual(values);
  const again = sealer.seal(runId, values);
  expect(again.values['password']).not.toBe(sealed.values['password']);
  expect(Buffer.from(sealed.values['password'] ?? '', 'base64').toString('latin1')).not.toContain('tea');
});

test('the previous key still opens after a rotation, and the new key seals', () => {
  const [old, current] = [newKey(), newKey()];
  const sealed = createSealer([old]).seal(runId, values);
  const rotated = createSealer([current, old]);
  expect(rotated.open(runId, sealed)).toEqual(values);
  expect(createSealer([current]).open(runId, rotated.seal(runId, values))).toEqual(values);
  expect(() => createSealer([current]).open(runId, sealed)).toThrow(/is no longer configured/);
});

test('a sealed value does not open for another Run, for another input or when changed', () => {
  const sealer = createSealer([newKey()]);
  const sealed = sealer.seal(runId, values);
  const { password = '', token = '' } = sealed.values;
  const broken = [
    () => sealer.open(randomUUIDv7(), sealed),
    () => sealer.open(runId, { ...sealed, values: { token: password } }),
    () => sealer.open(runId, { ...sealed, values: { password: token } }),
    () => sealer.open(runId, { ...sealed, values: { password: password.slice(0, 20) } }),
    () => sealer.open(runId, { ...sealed, dataKey: sealer.seal(runId, {}).dataKey }),
    () => sealer.open(runId, { ...sealed, values: { password: `A${password.slice(1)}` } }),
  ];
  for (const open of broken) expect(open).toThrow(SealError);
});

test('an encryption key must be 32 bytes in base64 and never appears in an error', () => {
  const Env = z.object(encryptionEnv);
  const good = randomBytes(32).toString('base64');
  const keys = encryptionKeysOf(
    parseEnv(Env, { ERRAND_ENCRYPTION_KEY: good, ERRAND_ENCRYPTION_KEY_PREVIOUS: good }),
  );
  expect(keys.map((key) => key.export().toString('base64'))).toEqual([good, good]);
  const bad = randomBytes(31).toString('base64');
  expect(() => parseEnv(Env, { ERRAND_ENCRYPTION_KEY: bad })).toThrow(
    new ConfigError('Cannot start: ERRAND_ENCRYPTION_KEY: must be 32 bytes in base64.'),
  );
});

test('fingerprints differ between requests, depend on the key and survive its rotation', () => {
  const [old, current] = [newKey(), newKey()];
  const take = createFingerprint([old]);
  const stored = take('POST', '/v1/runs', { a: 1, b: [2] }).value;
  expect(take('POST', '/v1/runs', { b: [2], a: 1 }).value).toBe(stored);
  expect(createFingerprint([current, old])('POST', '/v1/runs', { a: 1, b: [2] }).matches(stored)).toBe(true);
  for (const other of [
    take('POST', '/v1/runs', { a: 1, b: [3] }),
    take('POST', '/v1/runbooks', { a: 1, b: [2] }),
    createFingerprint([current])('POST', '/v1/runs', { a: 1, b: [2] }),
  ])
    expect(other.matches(stored)).toBe(false);
});
