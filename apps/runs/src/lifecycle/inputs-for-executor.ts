import { conflict } from '@errand/contracts';
import type { InputsForExecutor, SealedInputs } from '@errand/contracts/internal';
import { SealError, sealForExecutor } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { end, lockRun } from './end.ts';
import { failure } from './ending.ts';
import { event } from '../events/append.ts';

/**
 * The secret inputs of a Run that was just claimed, sealed for the claiming executor. When no configured key opens them,
 * the Run fails and the claim gets a 409.
 */
export async function inputsForExecutor(
  context: Context,
  { runId, attempt, sealed }: { runId: string; attempt: number; sealed: SealedInputs | null },
  publicKey: string,
): Promise<InputsForExecutor | null> {
  if (sealed === null) return null;
  try {
    const values = context.sealer.open(runId, sealed);
    return await sealForExecutor(publicKey, { runId, attempt, values });
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    context.log.error({ err: error, runId }, 'decrypting secret inputs failed');
    await failUnopened(context, runId, attempt);
    throw conflict('The secret inputs of the Run cannot be decrypted.');
  }
}

async function failUnopened(context: Context, runId: string, attempt: number): Promise<void> {
  const message = 'The secret inputs of the Run can no longer be decrypted. Start a new Run.';
  await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (run === null || run.attempt !== attempt) return;
    await end(client, run, failure('internal_error', message), [
      event('run.failed', message, { error_code: 'internal_error' }),
    ]);
  });
  context.wakeRelay();
  context.watch.changed(runId);
}
