-- CreateTable
CREATE TABLE "runbooks" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    -- Titles and keys are compared byte for byte, whatever the collation of the database.
    "title" TEXT COLLATE "C" NOT NULL,
    "steps" JSON NOT NULL,
    "parameters" JSON NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "revision_id" UUID,
    "idempotency_key" TEXT COLLATE "C",
    "idempotency_fingerprint" TEXT,
    "idempotency_answer" JSON,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "runbooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "revisions" (
    "id" UUID NOT NULL,
    "runbook_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "steps" JSON NOT NULL,
    "parameters" JSON NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blueprints" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "definition" JSON NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "idempotency_key" TEXT COLLATE "C",
    "idempotency_fingerprint" TEXT,
    "idempotency_answer" JSON,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "blueprints_pkey" PRIMARY KEY ("id")
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
CREATE INDEX "runbooks_workspace_id_updated_at_id_idx" ON "runbooks"("workspace_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "revisions_runbook_id_version_key" ON "revisions"("runbook_id", "version");

-- CreateIndex
CREATE INDEX "blueprints_workspace_id_created_at_id_idx" ON "blueprints"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_log_object_id_idx" ON "audit_log"("object_id");

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING BRIN ("at");

-- AddForeignKey
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_runbook_id_fkey" FOREIGN KEY ("runbook_id") REFERENCES "runbooks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- A deleted Runbook no longer holds its title and its idempotency key; another may take them.
CREATE UNIQUE INDEX "runbooks_workspace_id_title_key" ON "runbooks"("workspace_id", "title")
    WHERE "deleted_at" IS NULL;
CREATE UNIQUE INDEX "runbooks_workspace_id_idempotency_key_key" ON "runbooks"("workspace_id", "idempotency_key")
    WHERE "deleted_at" IS NULL;

-- A deleted Blueprint no longer holds its idempotency key.
CREATE UNIQUE INDEX "blueprints_workspace_id_idempotency_key_key" ON "blueprints"("workspace_id", "idempotency_key")
    WHERE "deleted_at" IS NULL;

-- A published revision never changes, because Runs are pinned to it.
CREATE FUNCTION "refuse_revision_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'revision % is immutable', OLD."id" USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "revisions_are_immutable" BEFORE UPDATE OR DELETE ON "revisions"
    FOR EACH ROW EXECUTE FUNCTION "refuse_revision_change"();

-- The audit log is evidence: entries can be added, but no statement of the service changes or removes one.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
