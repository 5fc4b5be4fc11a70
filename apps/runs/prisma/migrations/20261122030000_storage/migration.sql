-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "stored_bytes" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "workspace_storage" (
    "workspace_id" UUID NOT NULL,
    "stored_bytes" BIGINT NOT NULL,

    CONSTRAINT "workspace_storage_pkey" PRIMARY KEY ("workspace_id")
);

-- What Prisma's schema cannot say.

-- Removing a Run by any path frees its stored bytes.
CREATE FUNCTION "free_storage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE workspace_storage SET stored_bytes = stored_bytes - OLD.stored_bytes WHERE workspace_id = OLD.workspace_id;
    DELETE FROM workspace_storage WHERE workspace_id = OLD.workspace_id AND stored_bytes <= 0;
    RETURN NULL;
END $$;

CREATE TRIGGER "runs_free_storage" AFTER DELETE ON "runs"
    FOR EACH ROW WHEN (OLD.stored_bytes > 0)
    EXECUTE FUNCTION "free_storage"();

-- The trigger keeps writers out from here on, so that nothing is missed or counted twice.
UPDATE "runs" SET "stored_bytes" = "files"."bytes"
FROM (SELECT "run_id", sum("bytes") AS "bytes" FROM "artifacts" GROUP BY "run_id") AS "files"
WHERE "runs"."id" = "files"."run_id";

INSERT INTO "workspace_storage" ("workspace_id", "stored_bytes")
SELECT "workspace_id", sum("stored_bytes") FROM "runs" WHERE "stored_bytes" > 0 GROUP BY "workspace_id";
