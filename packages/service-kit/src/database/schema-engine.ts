import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import { DatabaseError, type Pool } from 'pg';
import type { Migration } from './migration-history.ts';

declare global {
  /** The engine reports a panic here, just before it traps. */
  var PRISMA_WASM_PANIC_REGISTRY: { set_message(message: string): void } | undefined;
}

/**
 * Opens Prisma's schema engine on `pool`: five megabytes of WebAssembly, loaded when first needed.
 * `shadow` is an empty temporary database in which it can replay a history.
 * The caller frees the engine and ends the pools.
 */
export async function openSchemaEngine(pool: Pool, shadow?: Pool): Promise<SchemaEngine> {
  const wasm = await import('@prisma/schema-engine-wasm');
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      throw new Error(`The schema engine panicked: ${message}`);
    },
  };
  const adapters = bindMigrationAwareSqlAdapterFactory(new EngineAdapterFactory(pool, shadow));
  return wasm.SchemaEngine.new({ datamodels: undefined }, () => {}, adapters);
}

/** The stock adapter is made for queries; the schema engine needs these differences. */
class EngineAdapterFactory extends PrismaPg {
  readonly #pool: Pool;
  readonly #shadow: Pool | undefined;

  constructor(pool: Pool, shadow?: Pool) {
    super(pool);
    this.#pool = pool;
    this.#shadow = shadow;
  }

  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = (query) => queryRaw({ ...query, sql: describable(query.sql) });
    // The stock adapter splits the script at every semicolon, even inside function bodies and strings.
    adapter.executeScript = async (script) => {
      await this.#pool.query(script).catch((error: unknown) => {
        throw error instanceof DatabaseError ? asAdapterError(error) : error;
      });
    };
    return adapter;
  }

  // The stock adapter returns the main database when it is configured by a URL.
  override async connectToShadowDb() {
    if (this.#shadow === undefined) throw new Error('no shadow database was given');
    return new EngineAdapterFactory(this.#shadow).connect();
  }
}

function asAdapterError({ code = '', severity = '', message, detail, column, hint }: DatabaseError) {
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}

/**
 * Works around two bugs: the engine selects catalogue columns of type "char", which the adapter does not know, and
 * panics on the not-null constraints that PostgreSQL 18 lists (it reads nullability elsewhere).
 * https://github.com/prisma/orm/issues/27403, https://github.com/prisma/orm/issues/29635
 */
function describable(sql: string): string {
  return sql
    .replace('constr.contype AS constraint_type', 'constr.contype::char(1) AS constraint_type')
    .replace(/\bcon\.(confdeltype|confupdtype),/g, 'con.$1::char(1) AS $1,')
    .replace("contype NOT IN ('p', 'u', 'f')", "contype NOT IN ('p', 'u', 'f', 'n')");
}

export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** `migrations` in the form the engine takes. */
export function migrationList(migrationsDir: string, migrations: readonly Migration[]): MigrationList {
  return {
    baseDir: migrationsDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  };
}
