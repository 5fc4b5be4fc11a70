import { createHash, randomUUIDv7 } from 'node:crypto';
import { Readable } from 'node:stream';
import { MAX_UPLOAD_BYTES, Problem, UPLOAD_DAYS, type UploadedFile, conflict } from '@errand/contracts';
import { type Principal, UPLOAD_TIMEOUT_MS } from '@errand/contracts/internal';
import { type Idempotency, actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { workspaceQuotaUsedUp } from '../artifacts/storage.ts';
import { removeStoredFiles } from './remove.ts';

/** A file as it arrives. */
export interface Upload {
  filename: string;
  contentType: string;
  /** Null: not known before the end. */
  declaredBytes: number | null;
  /** Throws when it is larger than MAX_UPLOAD_BYTES or ends too early. */
  content: AsyncIterable<Buffer>;
  /** The idempotency of this request when its content is `content`. */
  idempotency: (content: unknown) => Idempotency | null;
}

interface FileRow {
  id: string;
  filename: string;
  content_type: string;
  bytes: number;
  expires_at: Date;
  idempotency_fingerprint: string | null;
}

const COLUMNS =
  'id, filename, content_type, stored_bytes::float8 AS bytes, expires_at, idempotency_fingerprint';

/** Counts $3 bytes before they are stored, so that no number of uploads at once exceeds the quota $4. */
const RESERVE = `
  WITH counted AS (
    INSERT INTO workspace_storage (workspace_id, stored_bytes) SELECT $2::uuid, $3::bigint WHERE $3 <= $4
    ON CONFLICT (workspace_id) DO UPDATE SET stored_bytes = workspace_storage.stored_bytes + excluded.stored_bytes
    WHERE workspace_storage.stored_bytes + excluded.stored_bytes <= $4::bigint
    RETURNING workspace_id
  )
  INSERT INTO files (id, workspace_id, filename, content_type, stored_bytes, expires_at)
  SELECT $1::uuid, workspace_id, $5, $6, $3, now() + $7::float8 * interval '1 ms' FROM counted`;

const FINISH = `
  WITH reserved AS (
    SELECT id, stored_bytes FROM files WHERE id = $1
  ), finished AS (
    UPDATE files SET stored_bytes = $2, stored_at = now(), expires_at = now() + $3::int * interval '1 day',
           idempotency_key = $4, idempotency_fingerprint = $5
    WHERE id = $1 RETURNING *
  ), recounted AS (
    UPDATE workspace_storage AS storage
    SET stored_bytes = storage.stored_bytes + finished.stored_bytes - reserved.stored_bytes
    FROM finished JOIN reserved USING (id)
    WHERE storage.workspace_id = finished.workspace_id AND finished.stored_bytes <> reserved.stored_bytes
  ), noted AS (
    ${appendAuditEntry('file.created', { from: 'finished', object: 'finished.id', actor: '$6' })}
  )
  SELECT ${COLUMNS} FROM finished`;

const FIND = `SELECT ${COLUMNS} FROM files WHERE workspace_id = $1 AND idempotency_key = $2`;

const UNIQUE_VIOLATION = '23505';

function toFile({ id, filename, content_type, bytes, expires_at }: FileRow): UploadedFile {
  return { id, filename, contentType: content_type, bytes, expiresAt: expires_at.toISOString() };
}

/**
 * Stores a file as it arrives. 400: it is empty. 409: the idempotency key was used for another file, name or type.
 * 413: it is too large, or the storage quota of the workspace does not admit it.
 */
export async function uploadFile(
  context: Context,
  principal: Principal,
  upload: Upload,
): Promise<{ file: UploadedFile; replayed: boolean }> {
  const key = upload.idempotency(null)?.key ?? null;
  const known = await findByKey(context, principal, key);
  if (known !== null) {
    const { idempotency } = await readAll(upload, drain);
    return replay(known, idempotency);
  }
  const id = randomUUIDv7();
  await reserve(context, principal, id, upload);
  try {
    const { bytes, idempotency } = await readAll(upload, (content) =>
      context.artifacts.write(id, id, content, upload.declaredBytes ?? undefined),
    );
    if (bytes === 0) throw new Problem(400, 'The body is empty: send the bytes of the file.');
    const file = await finish(context, principal, { id, bytes, idempotency });
    if (file !== null) return { file, replayed: false };
    await removeStoredFiles(context.pool, [id]);
    const winner = await findByKey(context, principal, key);
    if (winner === null) throw conflict(KEY_REUSED);
    return replay(winner, idempotency);
  } catch (error) {
    // What this does not remove, as without a database, retention does.
    await removeStoredFiles(context.pool, [id]).catch(() => undefined);
    throw error;
  }
}

const KEY_REUSED = 'X-Idempotency-Key was used before with a different request.';

function replay(row: FileRow, idempotency: Idempotency | null): { file: UploadedFile; replayed: true } {
  if (!idempotency?.fingerprint.matches(row.idempotency_fingerprint ?? '')) throw conflict(KEY_REUSED);
  return { file: toFile(row), replayed: true };
}

async function findByKey(
  { pool }: Context,
  { workspaceId }: Principal,
  key: string | null,
): Promise<FileRow | null> {
  if (key === null) return null;
  const { rows } = await pool.query<FileRow>(FIND, [workspaceId, key]);
  return rows[0] ?? null;
}

async function reserve(
  { pool, storage }: Context,
  { workspaceId }: Principal,
  id: string,
  { filename, contentType, declaredBytes }: Upload,
): Promise<void> {
  const bytes = declaredBytes ?? MAX_UPLOAD_BYTES;
  const values = [id, workspaceId, bytes, storage.workspaceBytes, filename, contentType, UPLOAD_TIMEOUT_MS];
  const { rowCount } = await pool.query(RESERVE, values);
  if (rowCount === 0) throw workspaceQuotaUsedUp(storage);
}

async function drain(content: Readable): Promise<void> {
  for await (const _ of content);
}

/** Passes the content to `consume` while it identifies it. An error of the reading wins over one of `consume`. */
async function readAll(
  { filename, contentType, content, idempotency }: Upload,
  consume: (content: Readable) => Promise<void>,
): Promise<{ bytes: number; idempotency: Idempotency | null }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let refusal: unknown;
  async function* read(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of content) {
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      refusal = error;
      throw error;
    }
  }
  try {
    await consume(Readable.from(read(), { objectMode: false }));
  } catch (error) {
    throw refusal ?? error;
  }
  return { bytes, idempotency: idempotency({ filename, contentType, sha256: hash.digest('hex') }) };
}

/** Null: another request with the same idempotency key was faster. */
async function finish(
  { pool }: Context,
  principal: Principal,
  { id, bytes, idempotency }: { id: string; bytes: number; idempotency: Idempotency | null },
): Promise<UploadedFile | null> {
  const { key = null, fingerprint } = idempotency ?? {};
  try {
    const { rows } = await pool.query<FileRow>(FINISH, [
      id,
      bytes,
      UPLOAD_DAYS,
      key,
      fingerprint?.value ?? null,
      actorOf(principal),
    ]);
    const [row] = rows;
    if (row === undefined) throw new Problem(408, 'The request took too long to arrive.');
    return toFile(row);
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return null;
    throw error;
  }
}
