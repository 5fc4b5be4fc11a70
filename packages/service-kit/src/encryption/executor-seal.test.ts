import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { InputsForExecutor } from '@errand/contracts/internal';
import { createClaimKey, sealForExecutor } from './executor-seal.ts';
import { SealError } from './sealing.ts';

const runId = randomUUIDv7();
const values = { password: 'tea & 🫖', token: '' };

test('inputs sealed for a claim open with the key of that claim', async () => {
  const key = await createClaimKey();
  const sealed = await sealForExecutor(key.publicKey, { runId, attempt: 1, values });
  expect(InputsForExecutor.parse(sealed)).toEqual(sealed);
  expect(Buffer.from(key.publicKey, 'base64')).toHaveLength(32);
  expect(await key.open(runId, 1, sealed)).toEqual(values);
  expect(JSON.stringify(sealed)).not.toContain('tea');
});

test('inputs sealed for a claim do not open with another key, for another Run or attempt, or when changed', async () => {
  const [key, other] = await Promise.all([createClaimKey(), createClaimKey()]);
  const sealed = await sealForExecutor(key.publicKey, { runId, attempt: 1, values });
  const changed = Buffer.from(sealed.ciphertext, 'base64');
  changed[0] = (changed[0] ?? 0) ^ 1;
  await expect(other.open(runId, 1, sealed)).rejects.toThrow(SealError);
  await expect(key.open(randomUUIDv7(), 1, sealed)).rejects.toThrow(SealError);
  await expect(key.open(runId, 2, sealed)).rejects.toThrow(SealError);
  await expect(key.open(runId, 1, { ...sealed, ciphertext: changed.toString('base64') })).rejects.toThrow(
    SealError,
  );
});
