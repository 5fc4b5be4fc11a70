-- CreateTable
CREATE TABLE "run_counts" (
    "workspace_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "newest" TIMESTAMPTZ(3) NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "run_counts_pkey" PRIMARY KEY ("workspace_id","list","newest")
);

-- CreateTable
CREATE TABLE "run_count_changes" (
    "workspace_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "execution_target" "execution_target" NOT NULL,
    "runbook_id" UUID,
    "was" "run_status" NOT NULL,
    "became" "run_status",

    CONSTRAINT "run_count_changes_pkey" PRIMARY KEY ("workspace_id","id")
);

-- What Prisma's schema cannot say.

-- The rows of blocks whose Runs were all removed are deleted.
CREATE INDEX "run_counts_empty_idx" ON "run_counts"("workspace_id") WHERE "runs" = 0;

-- Only Runs older than ten minutes are counted, so younger ones, which are most that change, pay nothing for the counts.
CREATE FUNCTION "note_count_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO run_count_changes (workspace_id, created_at, execution_target, runbook_id, was, became)
    VALUES (OLD.workspace_id, OLD.created_at, OLD.execution_target, OLD.runbook_id, OLD.status,
            CASE WHEN TG_OP = 'UPDATE' THEN NEW.status END);
    RETURN NULL;
END $$;

CREATE TRIGGER "runs_note_status" AFTER UPDATE OF "status" ON "runs"
    FOR EACH ROW WHEN (NEW.status <> OLD.status AND OLD.created_at < clock_timestamp() - interval '5 minutes')
    EXECUTE FUNCTION "note_count_change"();

CREATE TRIGGER "runs_note_removal" AFTER DELETE ON "runs"
    FOR EACH ROW WHEN (OLD.created_at < clock_timestamp() - interval '5 minutes')
    EXECUTE FUNCTION "note_count_change"();
