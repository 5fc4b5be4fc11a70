-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "reached_outcome" JSON;
