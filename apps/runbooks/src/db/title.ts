import { DatabaseError } from 'pg';

const UNIQUE_VIOLATION = '23505';
const TITLE_KEY = 'runbooks_workspace_id_title_key';

/** True when a statement failed because another Runbook of the workspace has the title. */
export function isTitleTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === TITLE_KEY;
}
