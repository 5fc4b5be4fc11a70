import { Client } from 'pg';
import type { History } from './history.ts';

/**
 * Records each change of a Run in commit order, and can pause a transaction before its commit: when a Run is accepted,
 * an outbox row is marked as published, a Run is claimed or a Run ends. Uses its own schema.
 */
const AUDIT = `
  CREATE SCHEMA audit;
  CREATE TABLE audit.changes (
    n bigserial PRIMARY KEY, run_id uuid, at timestamptz DEFAULT clock_timestamp(),
    was text, is_now text, attempt int, owner text, steps int);
  CREATE TABLE audit.hold (place text, seconds float);
  CREATE FUNCTION audit.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    INSERT INTO audit.changes (run_id, was, is_now, attempt, owner, steps)
    VALUES (NEW.id, CASE TG_OP WHEN 'UPDATE' THEN OLD.status END, NEW.status, NEW.attempt, NEW.lease_owner, NEW.step_count);
    RETURN NULL;
  END $$;
  CREATE FUNCTION audit.hold_at(here text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    IF current_setting('audit.held', true) = here THEN RETURN; END IF;
    PERFORM set_config('audit.held', here, true), pg_sleep(seconds) FROM audit.hold WHERE place = here;
  END $$;
  CREATE FUNCTION audit.hold_publication() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    IF NEW.published_at IS NOT NULL THEN PERFORM audit.hold_at('publish'); END IF;
    RETURN NEW;
  END $$;
  CREATE FUNCTION audit.hold_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM audit.hold_at('accept');
    ELSIF NEW.status = 'running' AND OLD.status = 'queued' THEN PERFORM audit.hold_at('claim');
    ELSIF NEW.status IN ('completed', 'failed') THEN PERFORM audit.hold_at('end');
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER audit_made AFTER INSERT ON runs FOR EACH ROW EXECUTE FUNCTION audit.note();
  CREATE TRIGGER audit_changed AFTER UPDATE OF status, attempt, lease_owner, step_count ON runs
    FOR EACH ROW EXECUTE FUNCTION audit.note();
  CREATE TRIGGER audit_publication BEFORE UPDATE OF published_at ON outbox FOR EACH ROW EXECUTE FUNCTION audit.hold_publication();
  CREATE TRIGGER audit_hold BEFORE INSERT OR UPDATE OF status ON runs FOR EACH ROW EXECUTE FUNCTION audit.hold_run();`;

function MS(column: string) {
  return `(extract(epoch FROM ${column}) * 1000)::float8`;
}

const QUERIES = {
  runs: `SELECT id, workspace_id AS "workspaceId", execution_target AS target, blueprint_id AS "blueprintId", metadata->>'token' AS token,
                idempotency_key AS key, status, attempt,
                step_count AS "stepCount", last_seq AS "lastSeq", error_code AS "errorCode",
                error_message AS "errorMessage", ${MS('created_at')} AS "createdAt", ${MS('completed_at')} AS "completedAt"
         FROM runs`,
  transitions: `SELECT run_id AS "runId", ${MS('at')} AS at, was AS "from", is_now AS "to", attempt, owner, steps AS "stepCount"
                FROM audit.changes ORDER BY n`,
  events: `SELECT run_id AS "runId", seq, ${MS('at')} AS at, type, step_id AS "stepId", message, data FROM run_events`,
  intents: `SELECT run_id AS "runId", attempt, step_id AS "stepId", action, landed,
                   ${MS('created_at')} AS "createdAt" FROM intents`,
  outboxRows: 'SELECT run_id AS "runId", attempt FROM outbox',
  loads: `SELECT workspace_id AS "workspaceId", coalesce(active_runs, 0) AS counted, coalesce(held, 0) AS held
          FROM workspace_loads FULL JOIN (
            SELECT workspace_id, count(*)::int AS held FROM runs WHERE lease_owner IS NOT NULL GROUP BY 1
          ) AS holders USING (workspace_id)`,
} as const;

type Records = Pick<History, keyof typeof QUERIES>;

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs one statement on a new connection, so that it works while servers stop and start. */
export function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql)).rows);
}

/** Starts recording every change of a Run. `url` connects a superuser to the database of the runs service. */
export function installAudit(url: string): Promise<void> {
  return withClient(url, async (client) => void (await client.query(AUDIT)));
}

/** Reads the database of the runs service in one snapshot. */
export function readRecords(url: string): Promise<Records> {
  return withClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const records: Record<string, unknown> = {};
    for (const [name, sql] of Object.entries(QUERIES)) records[name] = (await client.query(sql)).rows;
    await client.query('COMMIT');
    return records as unknown as Records;
  });
}
