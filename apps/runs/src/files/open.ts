import type { Readable } from 'node:stream';
import { notFound } from '@errand/contracts';
import type { Context } from '../context.ts';

/** Of the workspace of the Run $1; one that has expired only when the Run holds it. */
const FIND = `
  SELECT filename, content_type, files.stored_bytes::float8 AS bytes
  FROM files JOIN runs USING (workspace_id)
  WHERE runs.id = $1 AND files.id = $2 AND stored_at IS NOT NULL
    AND (expires_at > now() OR EXISTS (SELECT FROM held_files WHERE run_id = runs.id AND file_id = files.id))`;

/** An uploaded file, for an executor of the Run. 404: its workspace has no such file. */
export async function openFile(
  { pool, artifacts }: Pick<Context, 'pool' | 'artifacts'>,
  runId: string,
  fileId: string,
): Promise<{ filename: string; contentType: string; bytes: number; content: Readable }> {
  const { rows } = await pool.query<{ filename: string; content_type: string; bytes: number }>(FIND, [
    runId,
    fileId,
  ]);
  const [file] = rows;
  if (file === undefined) throw notFound();
  const { filename, content_type: contentType, bytes } = file;
  return { filename, contentType, bytes, content: await artifacts.read(fileId, fileId) };
}
