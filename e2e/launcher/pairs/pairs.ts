import path from 'node:path';
import {
  type RunningProcesses,
  SERVICES,
  type ServiceName,
  freePort,
  startProcesses,
} from '@errand/local-stack';
import { type Balancer, startBalancer } from './balancer.ts';
import type { OwnStack } from '../own-stack.ts';

const START_MS = 400_000;
const APPS = path.resolve(import.meta.dirname, '../../../apps');

/** Two of every service, `gateway-1`, `gateway-2` …, behind load balancers. */
export interface Pairs {
  /** The balanced gateways. */
  readonly url: string;
  readonly processes: RunningProcesses;
  /** Where one of them listens. */
  urlOf(name: string): string;
  /** Stops one with SIGTERM and starts it again; it gets no new connections during that time. Resolves with how it ended. */
  restartGracefully(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** The environment that the tests of pairs share. */
export interface PairsUnderTest {
  own: OwnStack;
  pairs: Pairs;
  /** May use Blueprints, which the account's first key may not. */
  blueprintKey: string;
  /** A session of the account. */
  cookie: string;
}

/** Stops the services of a stack, and starts two of each on its databases, with more settings by service. */
export async function startPairs(
  { stack, dir }: OwnStack,
  env: Partial<Record<ServiceName, Record<string, string>>> = {},
): Promise<Pairs> {
  for (const name of SERVICES.toReversed()) await stack.kill(name, 'SIGTERM');
  const balancers: Balancer[] = [];
  const portsOf = new Map<ServiceName, number[]>();
  for (const name of SERVICES) portsOf.set(name, [await freePort(), await freePort()]);
  const balanced = async (name: ServiceName) => {
    const balancer = await startBalancer(portsOf.get(name) ?? []);
    balancers.push(balancer);
    return balancer.url;
  };
  const url = await balanced('gateway');
  const addresses = {
    ERRAND_RUNS_URL: await balanced('runs'),
    ERRAND_RUNBOOKS_URL: await balanced('runbooks'),
  };
  const specs = SERVICES.flatMap((name) =>
    (portsOf.get(name) ?? []).map((port, number) => ({
      name: `${name}-${number + 1}`,
      script: path.join(APPS, name, 'src/main.ts'),
      env: { ...stack.environments[name], ...addresses, ...env[name], ERRAND_PORT: String(port) },
      readyUrl: `http://127.0.0.1:${port}/readyz`,
    })),
  );
  const ports = new Map(specs.map((spec) => [spec.name, Number(spec.env.ERRAND_PORT)]));
  const processes = await startProcesses(specs, {
    logDir: path.join(dir, 'pairs'),
    readyTimeoutMs: START_MS,
  });
  return {
    url,
    processes,
    urlOf: (name) => `http://127.0.0.1:${ports.get(name)}`,
    restartGracefully: async (name) => {
      const port = ports.get(name) ?? 0;
      for (const balancer of balancers) balancer.leaveOut(port);
      const how = await processes.kill(name, 'SIGTERM');
      await processes.restart(name);
      for (const balancer of balancers) balancer.takeIn(port);
      return how;
    },
    stop: async () => {
      await processes.stop();
      for (const balancer of balancers) balancer.close();
    },
  };
}
