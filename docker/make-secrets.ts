/**
 * Makes the secrets of a Compose project, once, and hands each service its own: a file `errand.env` in a volume that only
 * that service mounts. The volume `all` keeps the originals. docs/operations.md lists further actions for a new secret.
 *
 *   docker compose run --rm secrets [--rotate <name>]… [--forget-previous]
 */
import { randomBytes } from 'node:crypto';
import { chmod, chown, readFile, rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

/** Users of the images. */
const NODE = 1000;
const SERVER = 999;
const GRAFANA = 472;

function word(): string {
  return randomBytes(32).toString('base64url');
}

const makers = {
  postgres: word,
  gatewayDatabase: word,
  runsDatabase: word,
  runbooksDatabase: word,
  redis: word,
  internalToken: word,
  executorToken: word,
  operatorToken: word,
  authSecret: word,
  encryptionKey: () => randomBytes(32).toString('base64'),
  evidenceKey: () => randomBytes(32).toString('base64'),
  grafana: word,
};
type Name = keyof typeof makers;
/** With the encryption key before the present one, while Runs may need it. */
type Secrets = Record<Name, string> & { encryptionKeyPrevious?: string | undefined };

function isName(text: string): text is Name {
  return Object.hasOwn(makers, text);
}
const NAMES = Object.keys(makers).filter((name) => isName(name));

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

const { values: given } = parseArgs({
  options: {
    root: { type: 'string', default: '/secrets' },
    rotate: { type: 'string', multiple: true, default: [] },
    'forget-previous': { type: 'boolean', default: false },
  },
});

/** Only root can change a file's owner; tests run without it. */
const isRoot = process.getuid?.() === 0;

async function writePrivate(file: string, text: string, owner: number): Promise<void> {
  const path = `${given.root}/${file}`;
  await writeFile(`${path}.new`, text);
  await chmod(`${path}.new`, 0o400);
  if (isRoot) await chown(`${path}.new`, owner, owner);
  await rename(`${path}.new`, path);
}

async function readKept(): Promise<Partial<Secrets>> {
  try {
    return JSON.parse(await readFile(`${given.root}/all/secrets.json`, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** A key that is still needed must not be pushed out by the next but one. */
function rotate(secrets: Secrets, name: Name): Secrets {
  const fresh = { ...secrets, [name]: makers[name]() };
  if (name !== 'encryptionKey') return fresh;
  if (secrets.encryptionKeyPrevious !== undefined)
    refuse('encryptionKey was rotated before: when no Run from then is open, --forget-previous first.');
  return { ...fresh, encryptionKeyPrevious: secrets.encryptionKey };
}

function forgetPrevious(secrets: Secrets): Secrets {
  return { ...secrets, encryptionKeyPrevious: undefined };
}

async function secretsNow(): Promise<Secrets> {
  const made = Object.fromEntries(NAMES.map((name) => [name, makers[name]()])) as Record<Name, string>;
  const kept: Secrets = { ...made, ...(await readKept()) };
  return given.rotate.reduce(
    (secrets, name) =>
      isName(name)
        ? rotate(secrets, name)
        : refuse(`There is no secret ${name}; there are ${NAMES.join(', ')}.`),
    given['forget-previous'] ? forgetPrevious(kept) : kept,
  );
}

function settings(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function database(service: string, password: string): string {
  return `postgres://errand_${service}:${password}@postgres:5432/errand_${service}`;
}

const secrets = await secretsNow();
const redisUrl = `redis://:${secrets.redis}@redis:6379`;
const internal = { ERRAND_INTERNAL_TOKEN: secrets.internalToken };
const executor = { ERRAND_EXECUTOR_TOKEN: secrets.executorToken };
const sealing = {
  ERRAND_ENCRYPTION_KEY: secrets.encryptionKey,
  ...(secrets.encryptionKeyPrevious !== undefined && {
    ERRAND_ENCRYPTION_KEY_PREVIOUS: secrets.encryptionKeyPrevious,
  }),
};

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
    ...executor,
    ...sealing,
    ERRAND_EVIDENCE_KEY: secrets.evidenceKey,
    ERRAND_DATABASE_URL: database('runs', secrets.runsDatabase),
    ERRAND_QUEUE_URL: redisUrl,
    ERRAND_OPERATOR_TOKEN: secrets.operatorToken,
  },
  runbooks: {
    ...internal,
    ...sealing,
    ERRAND_DATABASE_URL: database('runbooks', secrets.runbooksDatabase),
  },
  executor: { ...executor, ERRAND_QUEUE_URL: redisUrl },
};
for (const [service, values] of Object.entries(files))
  await writePrivate(`${service}/errand.env`, settings(values), NODE);

await writePrivate('postgres/superuser', secrets.postgres, SERVER);
await writePrivate('postgres/gateway', secrets.gatewayDatabase, SERVER);
await writePrivate('postgres/runs', secrets.runsDatabase, SERVER);
await writePrivate('postgres/runbooks', secrets.runbooksDatabase, SERVER);
await writePrivate('redis/password', secrets.redis, SERVER);
await writePrivate('redis/redis.conf', `requirepass ${secrets.redis}\n`, SERVER);
await writePrivate('grafana/password', secrets.grafana, GRAFANA);
