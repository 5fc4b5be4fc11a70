import { WORK_TIMEOUT_MS } from '@errand/contracts/internal';
import { isUnavailable } from '@errand/service-kit';
import type { Pool } from 'pg';
import { type Batched, batch } from '../db/batch.ts';

const MAX_BATCH_SIZE = 128;

/** The stored columns of an accepted Run, each with its SQL type. */
const COLUMNS = {
  id: 'uuid',
  workspace_id: 'uuid',
  created_by: 'text',
  key_id: 'uuid',
  execution_target: 'text',
  task: 'text',
  workflow: 'text',
  runbook_id: 'uuid',
  runbook: 'text',
  inputs: 'text',
  sealed_inputs: 'text',
  metadata: 'text',
  idempotency_key: 'text',
  idempotency_fingerprint: 'text',
  traceparent: 'text',
  options: 'text',
  blueprint_id: 'uuid',
  blueprint: 'text',
  key_prefix: 'text',
  address: 'text',
  request_id: 'text',
  files: 'text',
} as const;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];
const ACCEPT_BY = `$${NAMES.length + 1}::timestamptz[]`;
const VALUES = Object.values(COLUMNS).map((type, index) => `$${index + 1}::${type}[]`);

export interface NewRunRow {
  /** Objects and lists are JSON. */
  columns: { readonly id: string } & Readonly<Partial<Record<Column, string | null>>>;
  /** When the request arrived, in milliseconds since the epoch; its caller times out. */
  askedAt: number;
}

/** Every table that a statement can write costs, even when no row goes there. */
const FURTHER_TABLES = {
  cloud: `enqueued AS (
    INSERT INTO outbox (run_id, workspace_id, attempt)
    SELECT id, workspace_id, 1 FROM accepted WHERE execution_target = 'cloud'
  )`,
  local: `offered AS (
    INSERT INTO device_queue (run_id, workspace_id, owner_id, attempt)
    SELECT id, workspace_id, created_by, 1 FROM accepted WHERE execution_target = 'local'
  )`,
  files: `held AS (
    INSERT INTO held_files (run_id, file_id)
    SELECT id, file::uuid
    FROM accepted JOIN requested USING (id) CROSS JOIN LATERAL json_array_elements_text(files::json) AS file
  )`,
};
type Further = keyof typeof FURTHER_TABLES;

function furtherTablesOf(rows: readonly NewRunRow[]): Further[] {
  const needs = (row: NewRunRow, table: Further) =>
    table === 'files' ? row.columns.files != null : row.columns.execution_target === table;
  return (['cloud', 'local', 'files'] as const).filter((table) => rows.some((row) => needs(row, table)));
}

const statements = new Map<string, string>();

/** The name under which a statement is prepared, and its text. */
function namedStatementFor(further: readonly Further[]): { name: string; text: string } {
  const name = ['accept', ...further].join('-');
  const text = statements.get(name) ?? statementFor(further);
  statements.set(name, text);
  return { name, text };
}

/** `accept_by` turns a statement that runs after its caller timed out into a no-op. */
function statementFor(further: readonly Further[]): string {
  return `
  WITH requested AS (
    SELECT * FROM unnest(${VALUES.join(', ')}, ${ACCEPT_BY}) AS run(${NAMES.join(', ')}, accept_by)
  ), accepted AS (
    INSERT INTO runs (id, workspace_id, created_by, key_id, execution_target, task, workflow, runbook_id, runbook,
                      inputs, sealed_inputs, metadata, idempotency_key, idempotency_fingerprint, traceparent, options,
                      blueprint_id, blueprint)
    SELECT id, workspace_id, created_by, key_id, execution_target::execution_target, task, workflow::json, runbook_id,
           runbook::json, inputs::json, sealed_inputs::json, metadata::json, idempotency_key, idempotency_fingerprint,
           traceparent, options::json, blueprint_id, blueprint::json
    FROM requested WHERE clock_timestamp() < accept_by
    ON CONFLICT (workspace_id, idempotency_key) DO NOTHING
    RETURNING id, execution_target, workspace_id, created_by, key_id
  ), noted AS (
    INSERT INTO audit_log (workspace_id, user_id, key_id, key_prefix, address, request_id, action, object_id)
    SELECT accepted.workspace_id, accepted.created_by, accepted.key_id, key_prefix, address, request_id, 'run.created', id
    FROM accepted JOIN requested USING (id)
  )${further.map((table) => `, ${FURTHER_TABLES[table]}`).join('')}
  SELECT ARRAY(SELECT id::text FROM accepted) AS ids, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;
}

/** Writes Runs with their related rows, batched under load; resolves to whether the Run was stored. */
export function createRunWriter(pool: Pool): Batched<NewRunRow, boolean> {
  /** How far the database's clock is ahead of this machine's, in ms, by its latest response. */
  let clockOffsetMs: number | null = null;
  const acceptBy = (askedAt: number) =>
    clockOffsetMs === null ? 'infinity' : new Date(askedAt + clockOffsetMs + WORK_TIMEOUT_MS).toISOString();
  return batch(
    async (rows) => {
      const further = furtherTablesOf(rows);
      const { rows: results } = await pool.query<{ ids: string[]; now: number }>({
        ...namedStatementFor(further),
        values: [
          ...NAMES.map((name) => rows.map(({ columns }) => columns[name] ?? null)),
          rows.map(({ askedAt }) => acceptBy(askedAt)),
        ],
      });
      const [result] = results;
      if (result === undefined) throw new Error('the statement that accepts Runs returned no row');
      clockOffsetMs = result.now - Date.now();
      const ids = new Set(result.ids);
      return rows.map(({ columns: { id } }) => ids.has(id));
    },
    { largest: MAX_BATCH_SIZE, isFinal: isUnavailable },
  );
}
