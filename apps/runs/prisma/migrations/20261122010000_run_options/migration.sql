-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "options" JSON NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "url" TEXT;
