import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const SCRIPT = path.resolve(import.meta.dirname, '../../docker/make-secrets.ts');
const SERVICES = ['gateway', 'runs', 'runbooks', 'executor'];
const VOLUMES = ['all', ...SERVICES, 'postgres', 'redis', 'grafana'];

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'errand-secrets-'));
  for (const volume of VOLUMES) await mkdir(path.join(root, volume));
});

afterEach(() => rm(root, { recursive: true, force: true }));

function makeSecrets(...args: string[]) {
  return promisify(execFile)(process.execPath, [SCRIPT, '--root', root, ...args]);
}

async function environmentOf(service: string) {
  return parseEnv(await readFile(path.join(root, service, 'errand.env'), 'utf8'));
}

/** All that the services are given, by file. */
async function handedOut(): Promise<Record<string, NodeJS.Dict<string>>> {
  return Object.fromEntries(
    await Promise.all(SERVICES.map(async (service) => [service, await environmentOf(service)] as const)),
  );
}

function databasePassword(environment: NodeJS.Dict<string> | undefined): string {
  return new URL(environment?.['ERRAND_DATABASE_URL'] ?? '').password;
}

describe('make-secrets', () => {
  test('make-secrets gives each service its own secrets, unreadable by others, and keeps them', async () => {
    await makeSecrets();
    const first = await handedOut();
    expect(Object.keys(first['executor'] ?? {}).toSorted()).toEqual([
      'ERRAND_EXECUTOR_TOKEN',
      'ERRAND_QUEUE_URL',
    ]);
    const file = await stat(path.join(root, 'runs/errand.env'));
    expect(file.mode & 0o777).toBe(0o400);

    await makeSecrets();
    expect(await handedOut()).toEqual(first);
  });

  test('make-secrets creates the operator token of the queue dashboard', async () => {
    await makeSecrets();
    const { runs, ...others } = await handedOut();
    expect(runs?.['ERRAND_OPERATOR_TOKEN']?.length).toBeGreaterThanOrEqual(32);
    for (const environment of Object.values(others))
      expect(environment).not.toHaveProperty('ERRAND_OPERATOR_TOKEN');
  });

  test('make-secrets replaces one secret for all services that share it, and leaves the others', async () => {
    await makeSecrets();
    const before = await handedOut();
    await makeSecrets('--rotate', 'internalToken');
    const after = await handedOut();
    const holders = ['gateway', 'runs', 'runbooks'];
    const tokens = new Set(holders.map((service) => after[service]?.['ERRAND_INTERNAL_TOKEN']));
    expect(tokens.size).toBe(1);
    expect(after['executor']).toEqual(before['executor']);
    expect(tokens).not.toContain(before['runs']?.['ERRAND_INTERNAL_TOKEN']);
    for (const service of holders)
      expect({ ...after[service], ERRAND_INTERNAL_TOKEN: '' }).toEqual({
        ...before[service],
        ERRAND_INTERNAL_TOKEN: '',
      });
  });

  test('make-secrets gives the database server and the service the same password', async () => {
    await makeSecrets();
    const before = databasePassword(await environmentOf('runs'));
    await makeSecrets('--rotate', 'runsDatabase', '--rotate', 'gatewayDatabase');
    const after = databasePassword(await environmentOf('runs'));
    expect(after).not.toBe(before);
    expect(await readFile(path.join(root, 'postgres/runs'), 'utf8')).toBe(after);
  });

  test('make-secrets keeps the previous encryption key until it is told to remove it', async () => {
    await makeSecrets();
    const { ERRAND_ENCRYPTION_KEY: old } = await environmentOf('runs');
    await makeSecrets('--rotate', 'encryptionKey');
    for (const service of ['runs', 'runbooks'])
      expect(await environmentOf(service)).toMatchObject({ ERRAND_ENCRYPTION_KEY_PREVIOUS: old });
    const { ERRAND_ENCRYPTION_KEY: current } = await environmentOf('runs');
    expect(current).not.toBe(old);

    await expect(makeSecrets('--rotate', 'encryptionKey')).rejects.toThrow(/--forget-previous first/);
    expect(await environmentOf('runs')).toMatchObject({ ERRAND_ENCRYPTION_KEY_PREVIOUS: old });

    await makeSecrets('--forget-previous');
    for (const service of ['runs', 'runbooks']) {
      const environment = await environmentOf(service);
      expect(environment).not.toHaveProperty('ERRAND_ENCRYPTION_KEY_PREVIOUS');
      expect(environment).toMatchObject({ ERRAND_ENCRYPTION_KEY: current });
    }
  });

  test('make-secrets changes nothing when asked for an unknown secret', async () => {
    await makeSecrets();
    const before = await handedOut();
    await expect(makeSecrets('--rotate', 'authSecret', '--rotate', 'token')).rejects.toThrow(
      /There is no secret token; there are postgres, .*internalToken/,
    );
    expect(await handedOut()).toEqual(before);
  });
});
