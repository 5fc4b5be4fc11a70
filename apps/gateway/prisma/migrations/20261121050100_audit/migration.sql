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

-- Writes the audit entry in the transaction of the change. The writer names the actor in "errand.actor", as JSON.
-- Arguments: the action, then the columns of the workspace, the object, and the actor to assume when none is named.
CREATE FUNCTION "note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed JSONB := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
    actor JSONB := NULLIF(current_setting('errand.actor', true), '')::jsonb;
BEGIN
    INSERT INTO "audit_log" ("workspace_id", "user_id", "action", "object_id", "address", "request_id")
    VALUES (changed ->> TG_ARGV[1], COALESCE(actor ->> 'userId', changed ->> TG_ARGV[3]), TG_ARGV[0],
            changed ->> TG_ARGV[2], actor ->> 'address', actor ->> 'requestId');
    RETURN NULL;
END $$;

CREATE TRIGGER "audit_made" AFTER INSERT ON "api_keys"
    FOR EACH ROW EXECUTE FUNCTION "note_change"('key.created', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_rotated" AFTER UPDATE OF "secret_hash" ON "api_keys"
    FOR EACH ROW WHEN (NEW."secret_hash" <> OLD."secret_hash")
    EXECUTE FUNCTION "note_change"('key.rotated', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_revoked" AFTER UPDATE OF "revoked_at" ON "api_keys"
    FOR EACH ROW WHEN (OLD."revoked_at" IS NULL AND NEW."revoked_at" IS NOT NULL)
    EXECUTE FUNCTION "note_change"('key.revoked', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_gone" AFTER DELETE ON "api_keys"
    FOR EACH ROW EXECUTE FUNCTION "note_change"('key.deleted', 'workspace_id', 'id', '');

CREATE TRIGGER "audit_made" AFTER INSERT ON "members"
    FOR EACH ROW EXECUTE FUNCTION "note_change"('member.added', 'workspace_id', 'user_id', '');
CREATE TRIGGER "audit_changed" AFTER UPDATE OF "role" ON "members"
    FOR EACH ROW WHEN (NEW."role" <> OLD."role")
    EXECUTE FUNCTION "note_change"('member.role_changed', 'workspace_id', 'user_id', '');
CREATE TRIGGER "audit_gone" AFTER DELETE ON "members"
    FOR EACH ROW EXECUTE FUNCTION "note_change"('member.removed', 'workspace_id', 'user_id', '');

CREATE TRIGGER "audit_made" AFTER INSERT ON "invitations"
    FOR EACH ROW EXECUTE FUNCTION "note_change"('invitation.created', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_accepted" AFTER UPDATE OF "status" ON "invitations"
    FOR EACH ROW WHEN (OLD."status" <> 'accepted' AND NEW."status" = 'accepted')
    EXECUTE FUNCTION "note_change"('invitation.accepted', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_refused" AFTER UPDATE OF "status" ON "invitations"
    FOR EACH ROW WHEN (OLD."status" <> 'rejected' AND NEW."status" = 'rejected')
    EXECUTE FUNCTION "note_change"('invitation.rejected', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_withdrawn" AFTER UPDATE OF "status" ON "invitations"
    FOR EACH ROW WHEN (OLD."status" <> 'canceled' AND NEW."status" = 'canceled')
    EXECUTE FUNCTION "note_change"('invitation.cancelled', 'workspace_id', 'id', '');

CREATE TRIGGER "audit_made" AFTER INSERT ON "workspaces"
    FOR EACH ROW EXECUTE FUNCTION "note_change"('workspace.created', 'id', 'id', '');
CREATE TRIGGER "audit_changed" AFTER UPDATE ON "workspaces"
    FOR EACH ROW WHEN (NEW.* IS DISTINCT FROM OLD.*)
    EXECUTE FUNCTION "note_change"('workspace.changed', 'id', 'id', '');
CREATE TRIGGER "audit_gone" AFTER DELETE ON "workspaces"
    FOR EACH ROW EXECUTE FUNCTION "note_change"('workspace.deleted', 'id', 'id', '');

CREATE TRIGGER "audit_made" AFTER INSERT ON "users"
    FOR EACH ROW EXECUTE FUNCTION "note_change"('account.created', '', 'id', 'id');
CREATE TRIGGER "audit_changed" AFTER UPDATE OF "email" ON "users"
    FOR EACH ROW WHEN (NEW."email" <> OLD."email")
    EXECUTE FUNCTION "note_change"('account.email_changed', '', 'id', '');
CREATE TRIGGER "audit_gone" AFTER DELETE ON "users"
    FOR EACH ROW EXECUTE FUNCTION "note_change"('account.deleted', '', 'id', '');
CREATE TRIGGER "audit_password" AFTER UPDATE OF "password" ON "accounts"
    FOR EACH ROW WHEN (NEW."password" IS DISTINCT FROM OLD."password")
    EXECUTE FUNCTION "note_change"('account.password_changed', '', 'user_id', '');

CREATE TRIGGER "audit_made" AFTER INSERT ON "sessions"
    FOR EACH ROW EXECUTE FUNCTION "note_change"('session.started', 'active_organization_id', 'id', 'user_id');
CREATE TRIGGER "audit_gone" AFTER DELETE ON "sessions"
    FOR EACH ROW WHEN (OLD."expires_at" > CURRENT_TIMESTAMP)
    EXECUTE FUNCTION "note_change"('session.ended', 'active_organization_id', 'id', '');

CREATE TRIGGER "audit_approved" AFTER UPDATE OF "status" ON "device_codes"
    FOR EACH ROW WHEN (OLD."status" <> 'approved' AND NEW."status" = 'approved')
    EXECUTE FUNCTION "note_change"('device.approved', '', 'id', '');
CREATE TRIGGER "audit_denied" AFTER UPDATE OF "status" ON "device_codes"
    FOR EACH ROW WHEN (OLD."status" <> 'denied' AND NEW."status" = 'denied')
    EXECUTE FUNCTION "note_change"('device.denied', '', 'id', '');
