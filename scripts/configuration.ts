/**
 * Writes docs/configuration.md from the settings that the services themselves parse.
 *
 *     npm run configuration [-- --check]
 *
 * With --check it writes nothing and fails when the page differs from the settings.
 */
import type { z } from 'zod';
import { Env as Executor } from '../apps/executor/src/config.ts';
import { schema as Gateway } from '../apps/gateway/src/config.ts';
import { Env as Runbooks } from '../apps/runbooks/src/config.ts';
import { Env as Runs } from '../apps/runs/src/config.ts';
import { Env as Telemetry } from '../packages/service-kit/src/telemetry/sdk.ts';
import { writeOrCheck } from './generated-page.ts';

const services = { gateway: Gateway, runs: Runs, runbooks: Runbooks, executor: Executor };

interface Row {
  variable: string;
  readers: string;
  standard: string;
  meaning: string;
}

/** Variables outside the services' schemas: of the launcher, the tests, the admin command and libraries. */
const others: readonly Row[] = [
  { variable: 'PORT', readers: '`npm start`', standard: '`8080`', meaning: 'Port of the public API' },
  {
    variable: 'ERRAND_HOME',
    readers: '`npm start`, `npm run demo`',
    standard: '`.errand`',
    meaning: 'Folder that holds everything the embedded stack keeps',
  },
  {
    variable: 'ERRAND_QUEUE_URL',
    readers: '`npm start`, `npm run demo`',
    standard: 'embedded PostgreSQL',
    meaning: 'Passed on to the services; another backend for the queue',
  },
  {
    variable: 'ERRAND_BROWSER_CACHE_DIR',
    readers: '`npm start`, `npm run demo`',
    standard: '`browser` in `ERRAND_HOME`',
    meaning: 'Passed on to the executor',
  },
  {
    variable: 'ERRAND_DATABASE_URL',
    readers: '`npm run admin`',
    standard: 'required',
    meaning: "The gateway's database",
  },
  {
    variable: 'ERRAND_RUNS_DATABASE_URL',
    readers: '`npm run admin -- audit`',
    standard: 'not set',
    meaning: 'Prints the audit log of the runs service, too',
  },
  {
    variable: 'ERRAND_RUNBOOKS_DATABASE_URL',
    readers: '`npm run admin -- audit`',
    standard: 'not set',
    meaning: 'Prints the audit log of the runbooks service, too',
  },
  {
    variable: 'UV_THREADPOOL_SIZE',
    readers: 'executor',
    standard: '`16` (image, `npm start`)',
    meaning: 'Threads of Node. Name lookups of pages use a quarter of them',
  },
  {
    variable: 'AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and others `AWS_*',
    readers: 'runs',
    standard: 'not set',
    meaning: 'Credentials for `ERRAND_ARTIFACTS_URL`, as AWS tools read them',
  },
  {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT` and others `OTEL_*',
    readers: 'all services',
    standard: 'not set',
    meaning: 'Sends traces and metrics to an OpenTelemetry collector ([telemetry](telemetry.md))',
  },
  {
    variable: 'ERRAND_TEST_REDIS_URL',
    readers: '`npm test`',
    standard: 'a `redis-server` on the PATH',
    meaning: 'Redis for the integration tests. Without either they say that Redis was skipped',
  },
  {
    variable: 'ERRAND_TEST_CONTAINERS',
    readers: '`npm test`',
    standard: '`off`',
    meaning:
      '`on` starts PostgreSQL and Redis for the integration tests in containers, `breakable` those that tests kill',
  },
  {
    variable: 'ERRAND_TEST_PARTS',
    readers: '`npm test`',
    standard: '`quick`',
    meaning:
      'Which of `quick`, `long` and `sites` run, separated by commas. `npm run test:long` runs the last two, a run that names a folder all',
  },
  {
    variable: 'ERRAND_TEST_DEADLINE_MINUTES',
    readers: '`npm test`',
    standard: '`60`',
    meaning: 'Ends the tests after this time and names the files that were running',
  },
  {
    variable: 'ERRAND_PREVIOUS_VERSION',
    readers: '`npm test -- previous-version`',
    standard: 'the last tag `v…`',
    meaning: 'Commit whose services are started on databases that this version has migrated',
  },
  {
    variable: 'CI',
    readers: '`npm test`, `.ci/run`',
    standard: 'not set',
    meaning:
      '`true` tries the same random cases in each run of the tests; `.ci/run` then fails without Docker',
  },
];

/** The effective value when the variable is unset, as an operator would write it. */
function standardOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return 'required';
  if (typeof data === 'boolean') return data ? '`on`' : '`off`';
  return typeof data === 'string' || typeof data === 'number' ? `\`${data}\`` : 'not set';
}

function rowsOf(parts: Readonly<Record<string, z.ZodObject>>): Row[] {
  const rows = new Map<string, Row & { names: string[] }>();
  for (const [service, schema] of Object.entries(parts))
    for (const [variable, rule] of Object.entries<z.ZodType>(schema.shape)) {
      const meaning = rule.description;
      if (meaning === undefined) throw new Error(`${variable} of ${service} has no description.`);
      const standard = standardOf(rule);
      const key = `${variable}\0${standard}\0${meaning}`;
      const known = rows.get(key) ?? { variable, names: [], readers: '', standard, meaning };
      known.names.push(service);
      rows.set(key, known);
    }
  const all = Object.keys(parts).length;
  return [...rows.values()].map(({ names, ...row }) => ({
    ...row,
    readers: names.length === all && all > 1 ? 'all' : names.join(', '),
  }));
}

function table(rows: readonly Row[], reader: string): string {
  const lines = rows.map(
    ({ variable, readers, standard, meaning }) =>
      `| \`${variable}\` | ${readers} | ${standard} | ${meaning.replaceAll('|', String.raw`\|`)} |`,
  );
  return [`| Variable | ${reader} | Default | Meaning |`, '| --- | --- | --- | --- |', ...lines].join('\n');
}

const text = `# Configuration

Written by \`npm run configuration\` from the settings that the services parse; \`npm run check\` fails when it is out of date.

The embedded stack (\`npm start\`, \`npm run demo\`) sets all required variables and passes on to the services everything
that the environment sets. A service with a missing or malformed variable does not start and names it. An empty variable counts as unset.
For Compose, see also [docker.md](docker.md).

## Services

${table(rowsOf(services), 'Service')}

## Telemetry

Read by every service when \`OTEL_EXPORTER_OTLP_ENDPOINT\` or one of its variants is set; the exporters read further variables
themselves ([telemetry](telemetry.md)).

${table(rowsOf({ all: Telemetry }), 'Service')}

## Commands, tests and libraries

${table(others, 'Read by')}
`;

writeOrCheck('docs/configuration.md', text, 'npm run configuration');
