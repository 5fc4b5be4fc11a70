import type { Readable } from 'node:stream';
import { type Artifact, type ArtifactKind, type WholeListQuery, notFound } from '@errand/contracts';
import type { StoreArtifact } from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import type { Artifact as ArtifactRow } from '../db/generated/client.ts';
import { RELAXED_COMMIT } from '../db/relaxed-commit.ts';
import { giveBackStorage, reserveStorage } from './storage.ts';

function toArtifact(row: ArtifactRow): Artifact {
  return {
    id: row.id,
    kind: row.kind as ArtifactKind,
    step_id: row.stepId,
    filename: row.filename,
    contentType: row.contentType,
    bytes: row.bytes,
    created_at: row.createdAt.toISOString(),
  };
}

function INSERT(condition: string) {
  return `INSERT INTO artifacts (id, run_id, kind, step_id, filename, content_type, bytes)
         SELECT $1, $2, $3, $4, $5, $6, $7 WHERE ${condition}
         ON CONFLICT DO NOTHING`;
}

const INSERTS = {
  durable: { name: 'insert-artifact', text: INSERT('true') },
  relaxed: { name: 'insert-artifact-relaxed', text: INSERT(RELAXED_COMMIT) },
};

/**
 * Stores a file for the execution that holds the lease; 409 for any other, 413 when a storage quota does not admit it.
 * Storing the same id again changes nothing.
 */
export async function storeArtifact(
  context: Context,
  runId: string,
  artifactId: string,
  about: StoreArtifact,
  bytes: Uint8Array,
): Promise<void> {
  if (!(await reserveStorage(context, runId, artifactId, about, bytes.length))) return;
  try {
    await context.artifacts.write(runId, artifactId, bytes);
  } catch (error) {
    await giveBackStorage(context, runId, bytes.length);
    throw error;
  }
  const { rowCount } = await context.pool.query({
    ...INSERTS[about.commit],
    values: [
      artifactId,
      runId,
      about.kind,
      about.stepId ?? null,
      about.filename,
      about.contentType,
      bytes.length,
    ],
  });
  // The same file came twice at once.
  if (rowCount === 0) await giveBackStorage(context, runId, bytes.length);
}

/** A page of the files of a Run, oldest first. The caller has checked the Run's workspace. */
export async function listArtifacts(
  context: Context,
  runId: string,
  { limit, offset }: WholeListQuery,
): Promise<Artifact[]> {
  const rows = await context.prisma.artifact.findMany({
    where: { runId },
    orderBy: { id: 'asc' },
    take: limit,
    skip: offset,
  });
  return rows.map(toArtifact);
}

/** One file of a Run. 404: the Run has no file with this id. */
export async function openArtifact(
  context: Context,
  runId: string,
  artifactId: string,
): Promise<{ artifact: Artifact; content: Readable }> {
  const row = await context.prisma.artifact.findFirst({ where: { id: artifactId, runId } });
  if (row === null) throw notFound();
  return { artifact: toArtifact(row), content: await context.artifacts.read(runId, artifactId) };
}
