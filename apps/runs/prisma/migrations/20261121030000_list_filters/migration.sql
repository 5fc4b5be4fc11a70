-- DropIndex
DROP INDEX "runs_workspace_id_created_at_id_idx";

-- CreateIndex
CREATE INDEX "runs_workspace_id_created_at_id_execution_target_idx" ON "runs"("workspace_id", "created_at" DESC, "id" DESC, "execution_target");

-- CreateIndex
CREATE INDEX "runs_workspace_id_status_created_at_id_idx" ON "runs"("workspace_id", "status", "created_at" DESC, "id" DESC);

-- What Prisma's schema cannot say.

-- Most Runs are of no Runbook, and most workspaces have no local Runs.
CREATE INDEX "runs_runbook_idx" ON "runs"("workspace_id", "runbook_id", "created_at" DESC, "id" DESC)
    WHERE "runbook_id" IS NOT NULL;
CREATE INDEX "runs_local_idx" ON "runs"("workspace_id", "execution_target", "created_at" DESC, "id" DESC)
    WHERE "execution_target" = 'local';
