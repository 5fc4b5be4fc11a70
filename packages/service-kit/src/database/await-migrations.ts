import { setTimeout as pause } from 'node:timers/promises';
import { type MigrationOptions, MigrationError, migrationStatus } from './migrate.ts';

const POLL_MS = 1_000;

/**
 * Waits until another process has applied every migration of `migrationsDir`, and until the database answers.
 * Throws MigrationError after `timeoutMs`, or at once when the history was edited.
 */
export async function awaitMigrations(
  options: MigrationOptions & { timeoutMs: number; pollMs?: number },
): Promise<void> {
  const deadline = performance.now() + options.timeoutMs;
  let missing = 'the database does not answer';
  do {
    const status = await migrationStatus(options).catch((error: unknown) => {
      if (error instanceof MigrationError) throw error;
      options.log?.warn({ err: error }, 'waiting for the database');
      return undefined;
    });
    if (status !== undefined) {
      if (status.edited.length > 0)
        throw new MigrationError(`The migration history was edited: ${status.edited.join(', ')}.`);
      if (status.pending.length === 0) return;
      missing = `not applied yet: ${status.pending.join(', ')}`;
    }
    await pause(options.pollMs ?? POLL_MS);
  } while (performance.now() < deadline);
  throw new MigrationError(`Waited ${options.timeoutMs / 1_000} s for the migrations: ${missing}.`);
}
