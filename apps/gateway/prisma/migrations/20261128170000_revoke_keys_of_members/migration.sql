-- A key does not outlive its creator's membership, however that ends.
CREATE FUNCTION "revoke_keys_of_member"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "api_keys" SET "revoked_at" = now()
    WHERE "workspace_id" = OLD."workspace_id" AND "created_by" = OLD."user_id" AND "revoked_at" IS NULL;
    RETURN NULL;
END $$;

CREATE TRIGGER "revoke_keys" AFTER DELETE ON "members"
    FOR EACH ROW EXECUTE FUNCTION "revoke_keys_of_member"();

-- Keys of those who had left before.
UPDATE "api_keys" SET "revoked_at" = now()
WHERE "revoked_at" IS NULL AND NOT EXISTS (
    SELECT FROM "members"
    WHERE "members"."workspace_id" = "api_keys"."workspace_id" AND "members"."user_id" = "api_keys"."created_by"
);
