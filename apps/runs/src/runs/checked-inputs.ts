import { type RunbookParameter, unprocessable } from '@errand/contracts';
import { checkInputs, fileInputs, withoutSecretInputs } from '@errand/runbook-language';
import type { Context } from '../context.ts';

/** Inputs as they are stored. */
export interface CheckedInputs {
  inputs: Record<string, unknown>;
  /** Stored sealed only. */
  secrets: Record<string, string>;
  /** Ids of the uploaded files among the inputs. */
  files: string[];
}

/**
 * Validates inputs against the parameters, looks for the uploaded files among them, and separates the secret ones.
 * 422: invalid inputs, or a file that the workspace does not have.
 */
export async function checkedInputs(
  context: Pick<Context, 'pool'>,
  workspaceId: string,
  parameters: readonly RunbookParameter[],
  inputs: Readonly<Record<string, unknown>>,
): Promise<CheckedInputs> {
  const checked = checkInputs(parameters, inputs);
  if (!checked.ok) {
    const [problem] = checked.problems;
    throw unprocessable(`${problem?.path ?? 'inputs'}: ${problem?.message ?? 'invalid'}`);
  }
  const files = fileInputs(parameters, checked.values);
  const known = await knownFiles(context, workspaceId, files);
  const unknown = files.find(({ fileId }) => !known.has(fileId));
  if (unknown !== undefined) throw unknownFile(unknown.path);
  return { ...withoutSecretInputs(parameters, checked.values), files: [...known] };
}

/** 422 for an input that names no file of the workspace; `path` is that of the input. */
export function unknownFile(path: string) {
  return unprocessable(`${path}: unknown file; upload it with POST /v1/files, which keeps it for seven days`);
}

async function knownFiles(
  { pool }: Pick<Context, 'pool'>,
  workspaceId: string,
  files: readonly { fileId: string }[],
): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM files
     WHERE workspace_id = $1 AND id = ANY($2::uuid[]) AND stored_at IS NOT NULL AND expires_at > now()`,
    [workspaceId, files.map(({ fileId }) => fileId)],
  );
  return new Set(rows.map(({ id }) => id));
}
