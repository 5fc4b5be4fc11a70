-- AlterTable
ALTER TABLE "runbooks" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

-- DropIndex
DROP INDEX "runbooks_workspace_id_title_key";

-- DropIndex
DROP INDEX "runbooks_workspace_id_idempotency_key_key";

-- What Prisma's schema cannot say.

-- A deleted Runbook gives its title and its key free.
CREATE UNIQUE INDEX "runbooks_workspace_id_title_key" ON "runbooks"("workspace_id", "title")
    WHERE "deleted_at" IS NULL;
CREATE UNIQUE INDEX "runbooks_workspace_id_idempotency_key_key" ON "runbooks"("workspace_id", "idempotency_key")
    WHERE "deleted_at" IS NULL;
