-- CreateTable
CREATE TABLE "pending_artifact_deletions" (
    "run_id" UUID NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "removed_runs_pkey" PRIMARY KEY ("run_id")
);

-- What Prisma's schema cannot say.

-- Retention takes the Runs that ended first.
CREATE INDEX "runs_ended_idx" ON "runs"("completed_at") WHERE "completed_at" IS NOT NULL;
