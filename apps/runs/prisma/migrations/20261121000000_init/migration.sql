-- CreateEnum
CREATE TYPE "run_status" AS ENUM ('queued', 'running', 'waiting_for_approval', 'completed', 'failed', 'cancelled');

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
    "inputs" JSON NOT NULL DEFAULT '{}',
    "metadata" JSON NOT NULL DEFAULT '{}',
    "result" JSON,
    "error_code" TEXT,
    "error_message" TEXT,
    "step_count" INTEGER NOT NULL DEFAULT 0,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),
    "attempt_seq" INTEGER NOT NULL DEFAULT 0,
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "idempotency_key" TEXT,
    "idempotency_fingerprint" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "run_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("run_id")
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
    "landed" BOOLEAN,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "intents_pkey" PRIMARY KEY ("run_id","attempt","ordinal")
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
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decision" JSON,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "runs_workspace_id_idempotency_key_key" ON "runs"("workspace_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "runs_workspace_id_created_at_id_idx" ON "runs"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "outbox_rung_at_due_at_idx" ON "outbox"("published_at", "due_at");

-- CreateIndex
CREATE INDEX "artifacts_run_id_created_at_idx" ON "artifacts"("run_id", "created_at");

-- CreateIndex
CREATE INDEX "approvals_run_id_idx" ON "approvals"("run_id");

-- AddForeignKey
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_events" ADD CONSTRAINT "run_events_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "intents" ADD CONSTRAINT "intents_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- Only active Runs have a lease, so the sweep reads few rows.
CREATE INDEX "runs_lease_idx" ON "runs"("lease_expires_at") WHERE "lease_expires_at" IS NOT NULL;

-- The sweep looks for approvals that were not decided in time.
CREATE INDEX "approvals_open_idx" ON "approvals"("expires_at") WHERE "decision" IS NULL;

-- A terminal status never changes.
CREATE FUNCTION "keep_terminal_status"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'run % is % for ever', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "runs_keep_terminal_status" BEFORE UPDATE OF "status" ON "runs"
    FOR EACH ROW WHEN (OLD.status IN ('completed', 'failed', 'cancelled') AND NEW.status <> OLD.status)
    EXECUTE FUNCTION "keep_terminal_status"();
