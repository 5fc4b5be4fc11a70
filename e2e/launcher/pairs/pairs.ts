import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type DatabaseName,
  type RunningProcesses,
  SERVICES,
  type ServiceName,
  freePort,
  openSecrets,
  provision,
  serviceEnvironments,
  startPostgres,
  startProcesses,
} from '@errand/local-stack';
import type { Account } from '@errand/launcher/account';
import { browserCacheDirectory } from '@errand/launcher/home';
import { type Balancer, startBalancer } from './balancer.ts';

const START_MS = 400_000;
const APPS = path.resolve(import.meta.dirname, '../../../apps');

/** Two of every service, `gateway-1`, `gateway-2` …, behind load balancers, on databases of their own. */
export interface Pairs extends AsyncDisposable {
  /** The balanced gateways. */
  readonly url: string;
  readonly databaseUrls: Readonly<Record<DatabaseName, string>>;
  readonly processes: RunningProcesses;
  /** Where one of them listens. */
  urlOf(name: string): string;
  /** Stops one with SIGTERM and starts it again; it gets no new connections during that time. Resolves with how it ended. */
  restartGracefully(name: string): Promise<string>;
}

/** The environment that the tests of pairs share. */
export interface PairsUnderTest {
  pairs: Pairs;
  account: Account;
  /** May use Blueprints, which the account's first key may not. */
  blueprintKey: string;
  /** A session of the account. */
  cookie: string;
}

/** Starts them with settings of all services, and with more by service. Stops them, and deletes their data, when disposed. */
export async function startPairs(
  settings: Readonly<Record<string, string>>,
  ofService: Partial<Record<ServiceName, Record<string, string>>> = {},
): Promise<Pairs> {
  await using undo = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), 'errand-pairs-'));
  undo.defer(() => rm(dir, { recursive: true, force: true }));
  // The account of PostgreSQL must be able to enter it.
  await chmod(dir, 0o711);
  await mkdir(path.join(dir, 'artifacts'));
  const postgres = await startPostgres({ dataDir: path.join(dir, 'postgres') });
  undo.defer(() => postgres.stop());
  const secrets = await openSecrets(dir);
  const databaseUrls = await provision(postgres.adminUrl, secrets.databasePasswords);

  const balancers = new Map<ServiceName, Balancer>();
  const portsOf = new Map<ServiceName, number[]>();
  for (const name of SERVICES) {
    const ports = [await freePort(), await freePort()];
    portsOf.set(name, ports);
    const balancer = await startBalancer(ports);
    undo.defer(() => balancer.close());
    balancers.set(name, balancer);
  }
  const balanced = (name: ServiceName) => balancers.get(name)?.url ?? '';
  const url = balanced('gateway');
  const environments = serviceEnvironments({
    dir,
    host: '127.0.0.1',
    ports: { runs: 0, runbooks: 0, gateway: 0, executor: 0 },
    publicUrl: url,
    databaseUrls,
    queueUrl: databaseUrls.queue,
    secrets,
    env: { ...process.env, ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(), ...settings },
  });
  const addresses = { ERRAND_RUNS_URL: balanced('runs'), ERRAND_RUNBOOKS_URL: balanced('runbooks') };
  const specs = SERVICES.flatMap((name) =>
    (portsOf.get(name) ?? []).map((port, number) => ({
      name: `${name}-${number + 1}`,
      script: path.join(APPS, name, 'src/main.ts'),
      env: { ...environments[name], ...addresses, ...ofService[name], ERRAND_PORT: String(port) },
      readyUrl: `http://127.0.0.1:${port}/readyz`,
    })),
  );
  const ports = new Map(specs.map((spec) => [spec.name, Number(spec.env.ERRAND_PORT)]));
  const processes = await startProcesses(specs, {
    logDir: path.join(dir, 'logs'),
    readyTimeoutMs: START_MS,
  });
  undo.defer(() => processes.stop());
  const owned = undo.move();
  return {
    url,
    databaseUrls,
    processes,
    urlOf: (name) => `http://127.0.0.1:${ports.get(name)}`,
    restartGracefully: async (name) => {
      const port = ports.get(name) ?? 0;
      for (const balancer of balancers.values()) balancer.leaveOut(port);
      const how = await processes.kill(name, 'SIGTERM');
      await processes.restart(name);
      for (const balancer of balancers.values()) balancer.takeIn(port);
      return how;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
