-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "user_id" TEXT NOT NULL,
    "active_organization_id" TEXT,
    "granted_to" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspaces" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "logo" TEXT,
    "metadata" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "four_eyes" BOOLEAN NOT NULL DEFAULT false,
    "withheld_scopes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT,
    "status" TEXT NOT NULL,
    "inviter_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "device_codes" (
    "id" TEXT NOT NULL,
    "device_code" TEXT NOT NULL,
    "user_code" TEXT NOT NULL,
    "user_id" TEXT,
    "client_id" TEXT,
    "scope" TEXT,
    "status" TEXT NOT NULL,
    "workspace_id" TEXT,
    "address" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_polled_at" TIMESTAMPTZ(3),
    "polling_interval" INTEGER,

    CONSTRAINT "device_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "previous_hash" BYTEA,
    "previous_expires_at" TIMESTAMPTZ(3),
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "devices" (
    "id" UUID NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "app_version" TEXT NOT NULL,
    "capabilities" JSONB,
    "public_key" TEXT NOT NULL,
    "seal_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3),
    "online_until" TIMESTAMPTZ(3),
    "link_epoch" INTEGER NOT NULL DEFAULT 0,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "devices_pkey" PRIMARY KEY ("id")
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
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions"("token");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "accounts_user_id_idx" ON "accounts"("user_id");

-- CreateIndex
CREATE INDEX "verifications_identifier_idx" ON "verifications"("identifier");

-- CreateIndex
CREATE INDEX "verifications_expires_at_idx" ON "verifications"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "workspaces_slug_key" ON "workspaces"("slug");

-- CreateIndex
CREATE INDEX "members_user_id_idx" ON "members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "members_workspace_id_user_id_key" ON "members"("workspace_id", "user_id");

-- CreateIndex
CREATE INDEX "invitations_workspace_id_idx" ON "invitations"("workspace_id");

-- CreateIndex
CREATE INDEX "invitations_email_idx" ON "invitations"("email");

-- CreateIndex
CREATE UNIQUE INDEX "device_codes_device_code_key" ON "device_codes"("device_code");

-- CreateIndex
CREATE UNIQUE INDEX "device_codes_user_code_key" ON "device_codes"("user_code");

-- CreateIndex
CREATE INDEX "device_codes_expires_at_idx" ON "device_codes"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_prefix_key" ON "api_keys"("prefix");

-- CreateIndex
CREATE INDEX "api_keys_workspace_id_created_at_id_idx" ON "api_keys"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "api_keys_created_by_idx" ON "api_keys"("created_by");

-- CreateIndex
CREATE INDEX "devices_workspace_id_created_at_id_idx" ON "devices"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "devices_user_id_idx" ON "devices"("user_id");

-- CreateIndex
CREATE INDEX "audit_log_object_id_idx" ON "audit_log"("object_id");

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING BRIN ("at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "devices" ADD CONSTRAINT "devices_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- The audit log is evidence: entries can be added, but no statement of the service changes or removes one.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- Writes the audit entry in the transaction of the change, so that neither exists without the other, whichever code path
-- makes the change. The service names the actor in the setting "errand.actor", as JSON.
-- Arguments: the action; then the columns that hold the workspace, the object, and the user to name when there is no actor.
CREATE FUNCTION "record_audit_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed JSONB := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
    actor JSONB := NULLIF(current_setting('errand.actor', true), '')::jsonb;
BEGIN
    INSERT INTO "audit_log" ("workspace_id", "user_id", "action", "object_id", "address", "request_id")
    VALUES (changed ->> TG_ARGV[1], COALESCE(actor ->> 'userId', changed ->> TG_ARGV[3]), TG_ARGV[0],
            changed ->> TG_ARGV[2], actor ->> 'address', actor ->> 'requestId');
    RETURN NULL;
END $$;

CREATE TRIGGER "audit_created" AFTER INSERT ON "api_keys"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('key.created', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_rotated" AFTER UPDATE OF "secret_hash" ON "api_keys"
    FOR EACH ROW WHEN (NEW."secret_hash" <> OLD."secret_hash")
    EXECUTE FUNCTION "record_audit_entry"('key.rotated', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_revoked" AFTER UPDATE OF "revoked_at" ON "api_keys"
    FOR EACH ROW WHEN (OLD."revoked_at" IS NULL AND NEW."revoked_at" IS NOT NULL)
    EXECUTE FUNCTION "record_audit_entry"('key.revoked', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_deleted" AFTER DELETE ON "api_keys"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('key.deleted', 'workspace_id', 'id', '');

CREATE TRIGGER "audit_created" AFTER INSERT ON "members"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('member.added', 'workspace_id', 'user_id', '');
CREATE TRIGGER "audit_role_changed" AFTER UPDATE OF "role" ON "members"
    FOR EACH ROW WHEN (NEW."role" <> OLD."role")
    EXECUTE FUNCTION "record_audit_entry"('member.role_changed', 'workspace_id', 'user_id', '');
CREATE TRIGGER "audit_deleted" AFTER DELETE ON "members"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('member.removed', 'workspace_id', 'user_id', '');

CREATE TRIGGER "audit_created" AFTER INSERT ON "invitations"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('invitation.created', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_accepted" AFTER UPDATE OF "status" ON "invitations"
    FOR EACH ROW WHEN (OLD."status" <> 'accepted' AND NEW."status" = 'accepted')
    EXECUTE FUNCTION "record_audit_entry"('invitation.accepted', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_rejected" AFTER UPDATE OF "status" ON "invitations"
    FOR EACH ROW WHEN (OLD."status" <> 'rejected' AND NEW."status" = 'rejected')
    EXECUTE FUNCTION "record_audit_entry"('invitation.rejected', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_cancelled" AFTER UPDATE OF "status" ON "invitations"
    FOR EACH ROW WHEN (OLD."status" <> 'canceled' AND NEW."status" = 'canceled')
    EXECUTE FUNCTION "record_audit_entry"('invitation.cancelled', 'workspace_id', 'id', '');

CREATE TRIGGER "audit_created" AFTER INSERT ON "workspaces"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('workspace.created', 'id', 'id', '');
CREATE TRIGGER "audit_changed" AFTER UPDATE ON "workspaces"
    FOR EACH ROW WHEN (NEW.* IS DISTINCT FROM OLD.*)
    EXECUTE FUNCTION "record_audit_entry"('workspace.changed', 'id', 'id', '');
CREATE TRIGGER "audit_deleted" AFTER DELETE ON "workspaces"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('workspace.deleted', 'id', 'id', '');

CREATE TRIGGER "audit_created" AFTER INSERT ON "users"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('account.created', '', 'id', 'id');
CREATE TRIGGER "audit_email_changed" AFTER UPDATE OF "email" ON "users"
    FOR EACH ROW WHEN (NEW."email" <> OLD."email")
    EXECUTE FUNCTION "record_audit_entry"('account.email_changed', '', 'id', '');
CREATE TRIGGER "audit_deleted" AFTER DELETE ON "users"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('account.deleted', '', 'id', '');
CREATE TRIGGER "audit_password_changed" AFTER UPDATE OF "password" ON "accounts"
    FOR EACH ROW WHEN (NEW."password" IS DISTINCT FROM OLD."password")
    EXECUTE FUNCTION "record_audit_entry"('account.password_changed', '', 'user_id', '');

CREATE TRIGGER "audit_created" AFTER INSERT ON "sessions"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('session.started', 'active_organization_id', 'id', 'user_id');
-- A session that has expired was not ended by anyone; retention deletes it.
CREATE TRIGGER "audit_deleted" AFTER DELETE ON "sessions"
    FOR EACH ROW WHEN (OLD."expires_at" > CURRENT_TIMESTAMP)
    EXECUTE FUNCTION "record_audit_entry"('session.ended', 'active_organization_id', 'id', '');

CREATE TRIGGER "audit_approved" AFTER UPDATE OF "status" ON "device_codes"
    FOR EACH ROW WHEN (OLD."status" <> 'approved' AND NEW."status" = 'approved')
    EXECUTE FUNCTION "record_audit_entry"('device.approved', '', 'id', '');
CREATE TRIGGER "audit_denied" AFTER UPDATE OF "status" ON "device_codes"
    FOR EACH ROW WHEN (OLD."status" <> 'denied' AND NEW."status" = 'denied')
    EXECUTE FUNCTION "record_audit_entry"('device.denied', '', 'id', '');

CREATE TRIGGER "audit_created" AFTER INSERT ON "devices"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('device.paired', 'workspace_id', 'id', 'user_id');
CREATE TRIGGER "audit_renamed" AFTER UPDATE OF "name" ON "devices"
    FOR EACH ROW WHEN (NEW."name" <> OLD."name")
    EXECUTE FUNCTION "record_audit_entry"('device.renamed', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_revoked" AFTER UPDATE OF "revoked_at" ON "devices"
    FOR EACH ROW WHEN (OLD."revoked_at" IS NULL AND NEW."revoked_at" IS NOT NULL)
    EXECUTE FUNCTION "record_audit_entry"('device.revoked', 'workspace_id', 'id', '');
CREATE TRIGGER "audit_deleted" AFTER DELETE ON "devices"
    FOR EACH ROW EXECUTE FUNCTION "record_audit_entry"('device.deleted', 'workspace_id', 'id', '');
