import type {
  ErrorCode,
  ExecutionTarget,
  Run,
  RunResult,
  RunState,
  RunStatus,
  RunWorkflow,
} from '@errand/contracts';

/** The columns of a Run in the API. */
export const PUBLIC_COLUMNS = `id, execution_target, status, task, workflow, result, error_code, error_message,
  metadata, step_count, created_at, started_at, completed_at, updated_at`;

export interface RunRow {
  id: string;
  execution_target: ExecutionTarget;
  status: RunStatus;
  task: string;
  workflow: RunWorkflow | null;
  result: RunResult | null;
  error_code: ErrorCode | null;
  error_message: string | null;
  metadata: Record<string, unknown>;
  step_count: number;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  updated_at: Date;
}

/** The part of a Run in the API that changes while it is carried out. */
export function toRunState(
  row: Pick<RunRow, 'status' | 'result' | 'error_code' | 'error_message' | 'step_count'>,
): RunState {
  return {
    status: row.status,
    result: row.result,
    error_code: row.error_code,
    error_message: row.error_message,
    step_count: row.step_count,
  };
}

/** A Run as the API shows it. */
export function toRun(row: RunRow): Run {
  return {
    id: row.id,
    executionTarget: row.execution_target,
    task: row.task,
    workflow: row.workflow,
    metadata: row.metadata,
    ...toRunState(row),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  };
}
