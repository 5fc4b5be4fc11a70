-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "four_eyes" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "withheld_scopes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
