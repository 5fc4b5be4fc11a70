-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "sealed_inputs" JSON;
