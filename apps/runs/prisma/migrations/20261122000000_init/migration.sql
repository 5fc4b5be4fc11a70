-- CreateEnum
CREATE TYPE "run_status" AS ENUM ('queued', 'running', 'waiting_for_approval', 'paused', 'user_controlling', 'interrupted', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "execution_target" AS ENUM ('cloud', 'local');

-- CreateTable
CREATE TABLE "runs" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_by" TEXT NOT NULL,
    "key_id" UUID,
    "execution_target" "execution_target" NOT NULL,
    "status" "run_status" NOT NULL DEFAULT 'queued',
    "task" TEXT NOT NULL,
    "workflow" JSON,
    "runbook_id" UUID,
    "runbook" JSON,
    "blueprint_id" UUID,
    "blueprint" JSON,
    "inputs" JSON NOT NULL DEFAULT '{}',
    "sealed_inputs" JSON,
    "metadata" JSON NOT NULL DEFAULT '{}',
    "options" JSON NOT NULL DEFAULT '{}',
    "result" JSON,
    "error_code" TEXT,
    "error_message" TEXT,
    "step_count" INTEGER NOT NULL DEFAULT 0,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "lost_attempts" INTEGER NOT NULL DEFAULT 0,
    "active_ms" INTEGER NOT NULL DEFAULT 0,
    "running_since" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),
    "attempt_seq" INTEGER NOT NULL DEFAULT 0,
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "idempotency_key" TEXT,
    "idempotency_fingerprint" TEXT,
    "traceparent" TEXT,
    "reached_outcome" JSON,
    "controlled_by" JSON,
    "asked_person" TEXT,
    "control_heard" BOOLEAN NOT NULL DEFAULT true,
    "watch_addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "watched_until" TIMESTAMPTZ(3),
    "interrupted_at" TIMESTAMPTZ(3),
    "stored_bytes" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "run_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "admitted_at" TIMESTAMPTZ(3),
    "published_at" TIMESTAMPTZ(3),
    "reserved_at" TIMESTAMPTZ(3),
    "recorded_reasons" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "device_queue" (
    "run_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "owner_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "device_queue_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "workspace_loads" (
    "workspace_id" UUID NOT NULL,
    "active_runs" INTEGER NOT NULL,

    CONSTRAINT "workspace_loads_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "files" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "stored_bytes" BIGINT NOT NULL,
    "idempotency_key" TEXT,
    "idempotency_fingerprint" TEXT,
    "stored_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "held_files" (
    "run_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,

    CONSTRAINT "held_files_pkey" PRIMARY KEY ("run_id","file_id")
);

-- CreateTable
CREATE TABLE "workspace_storage" (
    "workspace_id" UUID NOT NULL,
    "stored_bytes" BIGINT NOT NULL,

    CONSTRAINT "workspace_storage_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "run_hours" (
    "workspace_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "run_hours_pkey" PRIMARY KEY ("workspace_id","hour")
);

-- CreateTable
CREATE TABLE "run_events" (
    "run_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "type" TEXT NOT NULL,
    "step_id" TEXT,
    "message" TEXT NOT NULL,
    "data" JSON,

    CONSTRAINT "run_events_pkey" PRIMARY KEY ("run_id","seq")
);

-- CreateTable
CREATE TABLE "intents" (
    "run_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "step_id" TEXT NOT NULL,
    "effect" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "surface" TEXT NOT NULL DEFAULT 'browser',
    "landed" BOOLEAN,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "intents_pkey" PRIMARY KEY ("run_id","attempt","ordinal")
);

-- CreateTable
CREATE TABLE "completed_steps" (
    "run_id" UUID NOT NULL,
    "step_id" TEXT NOT NULL,
    "output" JSON,
    "reusable" BOOLEAN NOT NULL,

    CONSTRAINT "completed_steps_pkey" PRIMARY KEY ("run_id","step_id")
);

-- CreateTable
CREATE TABLE "artifacts" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "step_id" TEXT,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "artifacts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approvals" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "step_id" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "input" JSON,
    "origin" TEXT,
    "page_digest" TEXT,
    "url" TEXT,
    "answer_schema" JSON,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decision" JSON,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pending_artifact_deletions" (
    "owner_id" UUID NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pending_artifact_deletions_pkey" PRIMARY KEY ("owner_id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "workspace_id" TEXT,
    "user_id" TEXT,
    "key_id" TEXT,
    "key_prefix" TEXT,
    "action" TEXT NOT NULL,
    "object_id" TEXT,
    "address" TEXT,
    "request_id" TEXT,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "runs_workspace_id_created_at_id_execution_target_idx" ON "runs"("workspace_id", "created_at" DESC, "id" DESC, "execution_target");

-- CreateIndex
CREATE INDEX "runs_workspace_id_status_created_at_id_idx" ON "runs"("workspace_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "runs_workspace_id_idempotency_key_key" ON "runs"("workspace_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "files_expires_at_idx" ON "files"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "files_workspace_id_idempotency_key_key" ON "files"("workspace_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "held_files_file_id_idx" ON "held_files"("file_id");

-- CreateIndex
CREATE INDEX "artifacts_run_id_created_at_idx" ON "artifacts"("run_id", "created_at");

-- CreateIndex
CREATE INDEX "approvals_run_id_idx" ON "approvals"("run_id");

-- CreateIndex
CREATE INDEX "audit_log_object_id_idx" ON "audit_log"("object_id");

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING BRIN ("at");

-- CreateIndex
CREATE INDEX "device_queue_workspace_id_owner_id_run_id_idx" ON "device_queue"("workspace_id", "owner_id", "run_id");

-- AddForeignKey
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_queue" ADD CONSTRAINT "device_queue_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_files" ADD CONSTRAINT "held_files_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_files" ADD CONSTRAINT "held_files_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_events" ADD CONSTRAINT "run_events_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "intents" ADD CONSTRAINT "intents_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "completed_steps" ADD CONSTRAINT "completed_steps_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- Most Runs do not come from a Runbook, and most workspaces have no local Runs: lists filtered by either stay cheap while
-- other Runs pay nothing for these indexes.
CREATE INDEX "runs_runbook_idx" ON "runs"("workspace_id", "runbook_id", "created_at" DESC, "id" DESC)
    WHERE "runbook_id" IS NOT NULL;
CREATE INDEX "runs_blueprint_idx" ON "runs"("blueprint_id", "created_at" DESC, "id" DESC)
    WHERE "blueprint_id" IS NOT NULL;
CREATE INDEX "runs_local_idx" ON "runs"("workspace_id", "execution_target", "created_at" DESC, "id" DESC)
    WHERE "execution_target" = 'local';

-- Local Runs have no row in the outbox, so the metric of what waits for a device reads them here.
CREATE INDEX "runs_queued_local_idx" ON "runs"("created_at") WHERE "execution_target" = 'local' AND "status" = 'queued';

-- The sweep looks for expired leases. Only active Runs have a lease, so the index stays small.
CREATE INDEX "runs_lease_idx" ON "runs"("lease_expires_at") WHERE "lease_expires_at" IS NOT NULL;

-- The sweep looks for interrupted Runs that were not resumed in time.
CREATE INDEX "runs_interrupted_idx" ON "runs"("interrupted_at") WHERE "interrupted_at" IS NOT NULL;

-- The sweep looks for approvals that were not decided in time.
CREATE INDEX "approvals_open_idx" ON "approvals"("expires_at") WHERE "decision" IS NULL;

-- Retention removes the Runs that ended first.
CREATE INDEX "runs_ended_idx" ON "runs"("completed_at") WHERE "completed_at" IS NOT NULL;

-- Admission reads the backlog of each workspace in the order in which its Runs were accepted, which is that of their ids.
CREATE INDEX "outbox_backlog_idx" ON "outbox"("workspace_id", "run_id") WHERE "admitted_at" IS NULL;

-- The relay and the sweep read only what is admitted, which is little however long the backlog is.
CREATE INDEX "outbox_admitted_idx" ON "outbox"("workspace_id", "published_at") WHERE "admitted_at" IS NOT NULL;

-- Refuses a change of status that RUN_TRANSITIONS in packages/contracts does not name, also by a statement that forgets to
-- check. A test compares the two.
CREATE FUNCTION "refuse_transition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'run % is % and cannot become %', OLD.id, OLD.status, NEW.status
        USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "runs_refuse_transition" BEFORE UPDATE OF "status" ON "runs"
    FOR EACH ROW WHEN (NEW.status <> OLD.status AND NOT (
        (OLD.status = 'queued' AND NEW.status IN ('running', 'failed', 'cancelled'))
        OR (OLD.status = 'running'
            AND NEW.status IN ('queued', 'waiting_for_approval', 'paused', 'user_controlling', 'interrupted', 'completed', 'failed', 'cancelled'))
        OR (OLD.status = 'waiting_for_approval' AND NEW.status IN ('running', 'failed', 'cancelled'))
        OR (OLD.status = 'paused'
            AND NEW.status IN ('running', 'user_controlling', 'interrupted', 'completed', 'failed', 'cancelled'))
        OR (OLD.status = 'user_controlling'
            AND NEW.status IN ('running', 'interrupted', 'completed', 'failed', 'cancelled'))
        OR (OLD.status = 'interrupted' AND NEW.status IN ('running', 'failed', 'cancelled'))
    ))
    EXECUTE FUNCTION "refuse_transition"();

-- A Run is active while it has a lease owner. A trigger counts, so that the count is right whichever statement gives or
-- takes the lease. Workspaces without active Runs have no row.
CREATE FUNCTION "count_active_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.lease_owner IS NOT NULL THEN
        INSERT INTO workspace_loads (workspace_id, active_runs) VALUES (NEW.workspace_id, 1)
        ON CONFLICT (workspace_id) DO UPDATE SET active_runs = workspace_loads.active_runs + 1;
    ELSE
        UPDATE workspace_loads SET active_runs = active_runs - 1 WHERE workspace_id = OLD.workspace_id;
        DELETE FROM workspace_loads WHERE workspace_id = OLD.workspace_id AND active_runs <= 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "runs_count_active" AFTER UPDATE OF "lease_owner" ON "runs"
    FOR EACH ROW WHEN ((OLD.lease_owner IS NULL) <> (NEW.lease_owner IS NULL))
    EXECUTE FUNCTION "count_active_runs"();

CREATE TRIGGER "runs_count_deleted" AFTER DELETE ON "runs"
    FOR EACH ROW WHEN (OLD.lease_owner IS NOT NULL)
    EXECUTE FUNCTION "count_active_runs"();

-- Removing a Run or an uploaded file by any path frees its stored bytes.
CREATE FUNCTION "free_storage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE workspace_storage SET stored_bytes = stored_bytes - OLD.stored_bytes WHERE workspace_id = OLD.workspace_id;
    DELETE FROM workspace_storage WHERE workspace_id = OLD.workspace_id AND stored_bytes <= 0;
    RETURN NULL;
END $$;

CREATE TRIGGER "runs_free_storage" AFTER DELETE ON "runs"
    FOR EACH ROW WHEN (OLD.stored_bytes > 0)
    EXECUTE FUNCTION "free_storage"();

CREATE TRIGGER "files_free_storage" AFTER DELETE ON "files"
    FOR EACH ROW WHEN (OLD.stored_bytes > 0)
    EXECUTE FUNCTION "free_storage"();

-- Removing a Run by any path takes it out of the count of its hour. The lock, which counting holds alone, keeps a Run that
-- is being removed from being counted after that.
CREATE FUNCTION "uncount_runs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(6143008);
    UPDATE run_hours SET runs = run_hours.runs - gone.runs
    FROM (SELECT workspace_id, date_bin('1 hour', created_at, 'epoch') AS hour, count(*) AS runs FROM removed GROUP BY 1, 2) AS gone
    WHERE run_hours.workspace_id = gone.workspace_id AND run_hours.hour = gone.hour;
    RETURN NULL;
END $$;

CREATE TRIGGER "runs_uncount" AFTER DELETE ON "runs" REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION "uncount_runs"();

-- The audit log is evidence: entries can be added, but no statement of the service changes or removes one.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
