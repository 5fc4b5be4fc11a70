-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "answer_schema" JSON;

-- AlterTable
ALTER TABLE "intents" ADD COLUMN     "surface" TEXT NOT NULL DEFAULT 'browser';

-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "lost_attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "active_ms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "running_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "completed_steps" (
    "run_id" UUID NOT NULL,
    "step_id" TEXT NOT NULL,
    "output" JSON,
    "reusable" BOOLEAN NOT NULL,

    CONSTRAINT "completed_steps_pkey" PRIMARY KEY ("run_id","step_id")
);

-- AddForeignKey
ALTER TABLE "completed_steps" ADD CONSTRAINT "completed_steps_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

