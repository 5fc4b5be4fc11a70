-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "reserved_at" TIMESTAMPTZ(3);
