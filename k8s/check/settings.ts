import { z } from 'zod';
import { schema as Gateway, readConfig as readGateway } from '../../apps/gateway/src/config.ts';
import { Env as Executor, readConfig as readExecutor } from '../../apps/executor/src/config.ts';
import { Env as Runbooks, readConfig as readRunbooks } from '../../apps/runbooks/src/config.ts';
import { Env as Runs, readConfig as readRuns } from '../../apps/runs/src/config.ts';
import { type Manifests, containersOf, serviceOf, settingsOf, workloadsOf } from './manifests.ts';

type Environment = Readonly<Record<string, string>>;

interface ServiceSettings {
  known: ReadonlySet<string>;
  /** Throws a ConfigError that names missing or wrong variables, as the service does at start. */
  read: (env: Environment) => unknown;
}

const Migrate = z.object({ ERRAND_DATABASE_URL: z.url() });

function knownTo(schema: z.ZodObject): ReadonlySet<string> {
  return new Set(Object.keys(schema.shape));
}

export const services: Readonly<Record<string, ServiceSettings>> = {
  gateway: { known: knownTo(Gateway), read: readGateway },
  runs: { known: knownTo(Runs), read: readRuns },
  runbooks: { known: knownTo(Runbooks), read: readRunbooks },
  executor: { known: knownTo(Executor), read: readExecutor },
  migrate: { known: knownTo(Migrate), read: (env) => Migrate.parse(env) },
};

/** What libraries and the system read by themselves. */
const FOREIGN =
  /^(?:HOME|TZ|TMPDIR|UV_THREADPOOL_SIZE|NODE_(?:ENV|OPTIONS|COMPILE_CACHE|EXTRA_CA_CERTS)|AWS_[A-Z_]+|OTEL_[A-Z_]+)$/;

/** Values of the right form in the place of those that come from elsewhere. */
const STAND_INS: Environment = {
  ERRAND_INTERNAL_TOKEN: 'x'.repeat(32),
  ERRAND_EXECUTOR_TOKEN: 'y'.repeat(32),
  ERRAND_AUTH_SECRET: 'x'.repeat(32),
  ERRAND_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  ERRAND_ENCRYPTION_KEY_PREVIOUS: Buffer.alloc(32, 2).toString('base64'),
  ERRAND_EVIDENCE_KEY: Buffer.alloc(32, 3).toString('base64'),
  ERRAND_DATABASE_URL: 'postgres://user:word@database/name',
  ERRAND_QUEUE_URL: 'redis://queue',
  ERRAND_REDIS_URL: 'redis://queue',
  ERRAND_PUBLIC_URL: 'https://errand.example.com',
};

export interface Given {
  /** Values that are written there. */
  plain: Environment;
  /** Variables whose values come from elsewhere: Secrets, files, the operator's environment. */
  referenced: readonly string[];
}

/** The service's objections to this environment, and variables that it would never read. */
export function environmentProblems(service: string, { plain, referenced }: Given): string[] {
  const settings = services[service];
  if (settings === undefined) return [`there is no service ${service}`];
  const names = [...Object.keys(plain), ...referenced];
  const unknown = names
    .filter((name) => !settings.known.has(name) && !FOREIGN.test(name))
    .map((name) => `${service} does not know ${name}`);
  const twice = referenced
    .filter((name) => plain[name] !== undefined)
    .map((name) => `${name} is set in clear and by reference`);
  const standIns = Object.fromEntries(referenced.map((name) => [name, STAND_INS[name] ?? '']));
  try {
    settings.read({ ...plain, ...standIns });
    return [...unknown, ...twice];
  } catch (error) {
    return [...unknown, ...twice, error instanceof Error ? error.message : String(error)];
  }
}

/** Whether each service would start with its manifest's variables, and reads all of them. */
export function settingsProblems(manifests: Manifests): string[] {
  return workloadsOf(manifests).flatMap((workload) =>
    containersOf(workload).flatMap((container) => {
      const service = serviceOf(container);
      if (service === undefined) return [];
      const plain = settingsOf(manifests, container);
      const referenced = (container.env ?? [])
        .filter(({ valueFrom }) => valueFrom !== undefined)
        .map(({ name }) => name);
      const port = Number(plain['ERRAND_PORT']);
      const isDeaf =
        service !== 'migrate' && !(container.ports ?? []).some(({ containerPort }) => containerPort === port);
      return [
        ...environmentProblems(service, { plain, referenced }),
        ...(isDeaf ? [`listens on ${port}, which is not its port`] : []),
      ].map((problem) => `${workload.kind} ${workload.name}: ${problem}`);
    }),
  );
}
