-- contract 0.1.0: no version before it was released, so no process writes the outbox without a workspace
-- DropIndex
DROP INDEX "outbox_rung_at_due_at_idx";

-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "admitted_at" TIMESTAMPTZ(3),
ADD COLUMN     "workspace_id" UUID;

UPDATE "outbox" SET "workspace_id" = "runs"."workspace_id" FROM "runs" WHERE "runs"."id" = "outbox"."run_id";

ALTER TABLE "outbox" ALTER COLUMN "workspace_id" SET NOT NULL;

-- CreateTable
CREATE TABLE "workspace_loads" (
    "workspace_id" UUID NOT NULL,
    "active_runs" INTEGER NOT NULL,

    CONSTRAINT "workspace_loads_pkey" PRIMARY KEY ("workspace_id")
);

-- What Prisma's schema cannot say.

-- The backlog of each workspace in the order in which its Runs were accepted, which is that of their ids.
CREATE INDEX "outbox_backlog_idx" ON "outbox"("workspace_id", "run_id") WHERE "admitted_at" IS NULL;

-- What is in the queue, which is little.
CREATE INDEX "outbox_admitted_idx" ON "outbox"("workspace_id", "published_at") WHERE "admitted_at" IS NOT NULL;

-- Local Runs have no row in the outbox.
CREATE INDEX "runs_waiting_local_idx" ON "runs"("created_at") WHERE "execution_target" = 'local' AND "status" = 'queued';

-- A Run is active while it has a lease owner. A trigger counts, so that every writer is covered.
CREATE FUNCTION "count_under_way"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "runs_count_under_way" AFTER UPDATE OF "lease_owner" ON "runs"
    FOR EACH ROW WHEN ((OLD.lease_owner IS NULL) <> (NEW.lease_owner IS NULL))
    EXECUTE FUNCTION "count_under_way"();

CREATE TRIGGER "runs_count_removed" AFTER DELETE ON "runs"
    FOR EACH ROW WHEN (OLD.lease_owner IS NOT NULL)
    EXECUTE FUNCTION "count_under_way"();

-- The trigger keeps writers out from here on, so that nothing is missed or counted twice.
INSERT INTO "workspace_loads" ("workspace_id", "active_runs")
SELECT "workspace_id", count(*) FROM "runs" WHERE "lease_owner" IS NOT NULL GROUP BY "workspace_id";
