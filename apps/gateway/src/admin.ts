/**
 * Operator commands on the gateway's database (ERRAND_DATABASE_URL); prints JSON. `audit` also reads the logs of the runs
 * and runbooks services when ERRAND_RUNS_DATABASE_URL and ERRAND_RUNBOOKS_DATABASE_URL are set.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { CreateApiKey, Id, Scope, textOf } from '@errand/contracts';
import { ConfigError, DatabaseUrl, Switch, createLogger, openDatabase, parseEnv } from '@errand/service-kit';
import { z } from 'zod';
import { OPERATOR, actingAs } from './audit/actor.ts';
import { readAudit } from './audit/read.ts';
import { type Database, createDatabase } from './db/client.ts';
import { MIGRATIONS } from './db/migrations.ts';
import { ROLES, addMember } from './identity/add-member.ts';
import { createWorkspace } from './identity/create-workspace.ts';
import { findRole } from './identity/find-member.ts';
import { createKey } from './keys/create.ts';

const USAGE = `Usage:
  npm run admin -- workspace --name <name>
  npm run admin -- member --workspace <id> --email <address> [--name <name>] [--role owner|admin|member]
  npm run admin -- key --workspace <id> --email <member> --name <name> --scopes runs:read,runs:write [--expires <ISO 8601>]
  npm run admin -- policy --workspace <id> [--four-eyes on|off] [--withhold runs:approve,…|none]
  npm run admin -- audit [--workspace <id>] [--since <ISO 8601>] [--object <id>] [--limit <number>]
`;

class UsageError extends Error {}

const Email = z.email().max(254);
const Env = z.object({
  ERRAND_DATABASE_URL: DatabaseUrl,
  ERRAND_RUNS_DATABASE_URL: DatabaseUrl.optional(),
  ERRAND_RUNBOOKS_DATABASE_URL: DatabaseUrl.optional(),
});
type Env = z.output<typeof Env>;

const MAX_ENTRIES = 1_000;

const commands: Readonly<Record<string, (db: Database, options: Options, env: Env) => Promise<object>>> = {
  workspace: (db, options) => createWorkspace(db, check('name', textOf(1, 100), options.name)),
  member: async (db, options) => {
    const email = check('email', Email, options.email);
    const password = randomBytes(18).toString('base64url');
    const workspaceId = await existingWorkspace(db, options);
    const { userId, isNew } = await addMember(db, {
      workspaceId,
      email,
      name: check('name', textOf(1, 100), options.name ?? email),
      role: check('role', z.enum(ROLES), options.role ?? 'member'),
      password,
    });
    return { userId, workspaceId, email, ...(isNew && { password }) };
  },
  key: async (db, options) => {
    const workspaceId = await existingWorkspace(db, options);
    const email = check('email', Email, options.email).toLowerCase();
    const user = await db.user.findUnique({ where: { email }, select: { id: true } });
    if (user === null || (await findRole(db, workspaceId, user.id)) === null)
      throw new UsageError('--email: no member of this workspace has that address');
    const input = check('name, --scopes or --expires', CreateApiKey, {
      name: options.name,
      scopes: options.scopes?.split(','),
      ...(options.expires !== undefined && { expiresAt: options.expires }),
    });
    return createKey(db, { workspaceId, userId: user.id }, input);
  },
  policy: async (db, options) => {
    const id = await existingWorkspace(db, options);
    const withheld = options.withhold === 'none' ? [] : options.withhold?.split(',');
    const { fourEyes, withheldScopes } = await db.organization.update({
      where: { id },
      data: {
        ...(options['four-eyes'] !== undefined && {
          fourEyes: check('four-eyes', Switch, options['four-eyes']),
        }),
        ...(withheld && { withheldScopes: check('withhold', z.array(Scope), withheld) }),
      },
    });
    return { workspaceId: id, fourEyes, withheldScopes };
  },
  audit: (_db, options, env) =>
    readAudit(
      {
        gateway: env.ERRAND_DATABASE_URL,
        ...(env.ERRAND_RUNS_DATABASE_URL && { runs: env.ERRAND_RUNS_DATABASE_URL }),
        ...(env.ERRAND_RUNBOOKS_DATABASE_URL && { runbooks: env.ERRAND_RUNBOOKS_DATABASE_URL }),
      },
      {
        workspaceId: options.workspace,
        since: check(
          'since',
          z.iso.datetime({ offset: true }).pipe(z.coerce.date()).optional(),
          options.since,
        ),
        objectId: options.object,
        limit: check('limit', z.coerce.number().int().min(1), options.limit ?? MAX_ENTRIES),
      },
    ),
};

function readOptions(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      role: { type: 'string' },
      workspace: { type: 'string' },
      scopes: { type: 'string' },
      expires: { type: 'string' },
      'four-eyes': { type: 'string' },
      withhold: { type: 'string' },
      since: { type: 'string' },
      object: { type: 'string' },
      limit: { type: 'string' },
    },
  });
}
type Options = ReturnType<typeof readOptions>['values'];

function check<Schema extends z.ZodType>(name: string, schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UsageError(`--${name}: ${parsed.error.issues[0]?.message ?? 'invalid'}`);
  return parsed.data;
}

async function existingWorkspace(db: Database, options: Options): Promise<string> {
  const id = check('workspace', Id, options.workspace);
  if ((await db.organization.findUnique({ where: { id } })) === null)
    throw new UsageError('--workspace: unknown workspace');
  return id;
}

function parse(args: string[]) {
  try {
    const { positionals, values } = readOptions(args);
    const [name = ''] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined || positionals.length !== 1) throw new UsageError('Unknown command.');
    return { command, values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'Unknown command.');
  }
}

async function run(): Promise<object> {
  const { command, values } = parse(process.argv.slice(2));
  const env = parseEnv(Env, process.env);
  const log = createLogger('admin', 'error');
  const pool = await openDatabase({
    connectionString: env.ERRAND_DATABASE_URL,
    migrationsDir: MIGRATIONS,
    max: 2,
    applicationName: 'errand-admin',
    log,
  });
  const db = createDatabase(pool);
  try {
    return await actingAs(OPERATOR, () => command(db, values, env));
  } finally {
    await db.$disconnect();
    await pool.end();
  }
}

try {
  process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`);
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${USAGE}`);
  else if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else
    process.stderr.write(`The command failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
