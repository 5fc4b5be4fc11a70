/**
 * Makes the secrets of a Compose project, once, and hands each service its own: a file `errand.env` in a volume that only
 * that service mounts. The volume `all` keeps the originals.
 */
import { randomBytes } from 'node:crypto';
import { chmod, chown, readFile, rename, writeFile } from 'node:fs/promises';

const ROOT = '/secrets';
/** Users of the images. */
const NODE = 1000;
const SERVER = 999;

const word = (): string => randomBytes(32).toString('base64url');

const made = {
  postgres: word(),
  gatewayDatabase: word(),
  runsDatabase: word(),
  runbooksDatabase: word(),
  redis: word(),
  internalToken: word(),
  authSecret: word(),
  encryptionKey: randomBytes(32).toString('base64'),
  grafana: word(),
};
type Secrets = typeof made;

const writePrivate = async (file: string, text: string, owner: number): Promise<void> => {
  const path = `${ROOT}/${file}`;
  await writeFile(`${path}.new`, text);
  await chmod(`${path}.new`, 0o400);
  await chown(`${path}.new`, owner, owner);
  await rename(`${path}.new`, path);
};

const readKept = async (): Promise<Partial<Secrets>> => {
  try {
    return JSON.parse(await readFile(`${ROOT}/all/secrets.json`, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
};

const settings = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

const database = (service: string, password: string): string =>
  `postgres://errand_${service}:${password}@postgres:5432/errand_${service}`;

const secrets: Secrets = { ...made, ...(await readKept()) };
const redisUrl = `redis://:${secrets.redis}@redis:6379`;
const internal = { ERRAND_INTERNAL_TOKEN: secrets.internalToken };
const sealing = { ERRAND_ENCRYPTION_KEY: secrets.encryptionKey };

await writePrivate('all/secrets.json', `${JSON.stringify(secrets, null, 2)}\n`, 0);
const files: Record<string, Record<string, string>> = {
  gateway: {
    ...internal,
    ERRAND_DATABASE_URL: database('gateway', secrets.gatewayDatabase),
    ERRAND_REDIS_URL: redisUrl,
    ERRAND_AUTH_SECRET: secrets.authSecret,
  },
  runs: {
    ...internal,
    ...sealing,
    ERRAND_DATABASE_URL: database('runs', secrets.runsDatabase),
    ERRAND_QUEUE_URL: redisUrl,
  },
  runbooks: {
    ...internal,
    ...sealing,
    ERRAND_DATABASE_URL: database('runbooks', secrets.runbooksDatabase),
  },
  executor: { ...internal, ...sealing, ERRAND_QUEUE_URL: redisUrl },
};
for (const [service, values] of Object.entries(files))
  await writePrivate(`${service}/errand.env`, settings(values), NODE);

await writePrivate('postgres/superuser', secrets.postgres, SERVER);
await writePrivate('postgres/gateway', secrets.gatewayDatabase, SERVER);
await writePrivate('postgres/runs', secrets.runsDatabase, SERVER);
await writePrivate('postgres/runbooks', secrets.runbooksDatabase, SERVER);
await writePrivate('redis/password', secrets.redis, SERVER);
await writePrivate('redis/redis.conf', `requirepass ${secrets.redis}\n`, SERVER);
await writePrivate('grafana/password', secrets.grafana, 472);
