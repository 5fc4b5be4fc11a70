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
CREATE INDEX "audit_log_object_id_idx" ON "audit_log"("object_id");

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING BRIN ("at");

-- What Prisma's schema cannot say.

-- Entries are added and nothing else.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log only grows' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "audit_log_only_grows" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
