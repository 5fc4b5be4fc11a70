import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './error-code.ts';
import { writePrivateFile } from './private-file.ts';
import type { DatabaseName } from './provision.ts';
import { StartError } from './start-error.ts';

export interface Secrets {
  databasePasswords: Record<DatabaseName, string>;
  /** Authenticates gateway, runs and runbooks to each other. */
  internalToken: string;
  /** Authenticates executors at the runs service. */
  executorToken: string;
  authSecret: string;
  /** 32 bytes in base64. */
  encryptionKey: string;
  /** 32 bytes in base64: the private key that signs evidence. */
  evidenceKey: string;
}

function random(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stack's secrets: random, created on the first start, in one file readable by its owner only. */
export async function openSecrets(folder: string): Promise<Secrets> {
  const file = path.join(folder, 'secrets.json');
  const kept = await readKept(file);
  const secrets: Secrets = {
    internalToken: random(),
    executorToken: random(),
    authSecret: random(),
    encryptionKey: randomBytes(32).toString('base64'),
    evidenceKey: randomBytes(32).toString('base64'),
    ...kept,
    databasePasswords: {
      gateway: random(),
      runs: random(),
      runbooks: random(),
      queue: random(),
      ...kept.databasePasswords,
    },
  };
  await writePrivateFile(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

async function readKept(file: string): Promise<Partial<Secrets>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Secrets>;
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return {};
    throw new StartError(
      `Cannot read ${file}; start as its owner, or restore it (without it, stored secrets cannot be decrypted).`,
      { cause },
    );
  }
}
