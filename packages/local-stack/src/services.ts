import path from 'node:path';
import { COMPILED } from './compile.ts';
import type { DatabaseName } from './provision.ts';
import type { ProcessSpec } from './processes.ts';
import type { Secrets } from './secrets.ts';

/** In start order; they stop in reverse. */
export const SERVICES = ['runs', 'runbooks', 'gateway', 'executor'] as const;
export type ServiceName = (typeof SERVICES)[number];

export interface Wiring {
  /** Absolute path of the stack's folder. */
  dir: string;
  host: string;
  ports: Readonly<Record<ServiceName, number>>;
  publicUrl: string;
  databaseUrls: Readonly<Record<DatabaseName, string>>;
  queueUrl: string;
  secrets: Secrets;
  /** The operator's settings; they override defaults, but not how the services are wired together. */
  env: Readonly<Record<string, string | undefined>>;
}

type Environment = Record<string, string | undefined>;

const ROOT = path.resolve(import.meta.dirname, '../../..');
const APPS = path.join(ROOT, 'apps');

/** The script of a service, which runs only as the main module. */
export function mainModule(name: ServiceName): string {
  return path.join(APPS, name, 'src/main.ts');
}

/** Scripts and environments of all services. */
export function serviceSpecs(wiring: Wiring): ProcessSpec[] {
  const environments = serviceEnvironments(wiring);
  return SERVICES.map((name) => ({
    name,
    script: mainModule(name),
    env: environments[name],
    readyUrl: `http://${reachable(environments[name]['ERRAND_HOST'])}:${wiring.ports[name]}/readyz`,
  }));
}

/** The environment of each service, with its secrets. */
export function serviceEnvironments(wiring: Wiring): Record<ServiceName, Environment> {
  const { dir, ports, databaseUrls, queueUrl, secrets } = wiring;
  const runsUrl = `http://127.0.0.1:${ports.runs}`;
  const runbooksUrl = `http://127.0.0.1:${ports.runbooks}`;
  const common = (service: ServiceName): Environment => ({
    ERRAND_LOG_LEVEL: 'info',
    ERRAND_SHUTDOWN_GRACE_MS: '10000',
    NODE_COMPILE_CACHE: COMPILED,
    ...wiring.env,
    ERRAND_HOST: '127.0.0.1',
    ERRAND_PORT: String(ports[service]),
    ERRAND_INTERNAL_TOKEN: secrets.internalToken,
  });
  return {
    runs: {
      ERRAND_ARTIFACTS_DIR: path.join(dir, 'artifacts'),
      ...common('runs'),
      ERRAND_DATABASE_URL: databaseUrls.runs,
      ERRAND_QUEUE_URL: queueUrl,
      ERRAND_RUNBOOKS_URL: runbooksUrl,
      ERRAND_EXECUTOR_TOKEN: secrets.executorToken,
      ERRAND_ENCRYPTION_KEY: secrets.encryptionKey,
      ERRAND_EVIDENCE_KEY: secrets.evidenceKey,
    },
    runbooks: {
      ...common('runbooks'),
      ERRAND_DATABASE_URL: databaseUrls.runbooks,
      ERRAND_ENCRYPTION_KEY: secrets.encryptionKey,
    },
    gateway: {
      ERRAND_DASHBOARD_DIR: path.join(APPS, 'dashboard/dist'),
      ...common('gateway'),
      ERRAND_HOST: wiring.host,
      ERRAND_DATABASE_URL: databaseUrls.gateway,
      ERRAND_RUNS_URL: runsUrl,
      ERRAND_RUNBOOKS_URL: runbooksUrl,
      ERRAND_PUBLIC_URL: wiring.publicUrl,
      ERRAND_AUTH_SECRET: secrets.authSecret,
      ERRAND_QUEUE_URL: undefined,
      ...(isRedis(queueUrl) && { ERRAND_REDIS_URL: queueUrl }),
    },
    executor: {
      ERRAND_BROWSER_CACHE_DIR: path.join(dir, 'browser'),
      ERRAND_ALLOW_PRIVATE_NETWORK: 'on',
      UV_THREADPOOL_SIZE: '16',
      ...common('executor'),
      ERRAND_DATABASE_URL: undefined,
      ERRAND_QUEUE_URL: queueUrl,
      ERRAND_RUNS_URL: runsUrl,
      ERRAND_EXECUTOR_TOKEN: secrets.executorToken,
      // The executor opens untrusted pages, so its environment holds no other token.
      ERRAND_INTERNAL_TOKEN: undefined,
      ERRAND_ENCRYPTION_KEY: undefined,
      ERRAND_ENCRYPTION_KEY_PREVIOUS: undefined,
      ERRAND_AUTH_SECRET: undefined,
      ERRAND_OPERATOR_TOKEN: undefined,
    },
  };
}

function isRedis(url: string): boolean {
  return /^rediss?:/.test(url);
}

/** The address to connect to for a listen address. */
function reachable(host = '127.0.0.1'): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}
