import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunOutcome } from '@errand/contracts/queue';
import { withTimeout } from '@errand/wait-for';
import type { RunSession } from './run-session.ts';

/** A page that hangs must not keep its Run from ending. */
const SAVE_TIMEOUT_MS = 10_000;

/**
 * Carries out `work` and keeps Playwright's trace of it as a file of the Run, if the session's limits want it. A trace
 * holds all that went over the wire, so a Run with secrets has none, and neither has one that was stopped from outside.
 */
export async function withTrace(session: RunSession, work: () => Promise<RunOutcome>): Promise<RunOutcome> {
  const { trace } = session.limits;
  if (trace === 'off' || session.hasSecrets) return work();
  let isTraced = false;
  await session.surface.onOpen(async ({ tracing }) => {
    isTraced = await tracing.start({ snapshots: true }).then(
      () => true,
      () => false,
    );
  });
  let outcome: RunOutcome | undefined;
  try {
    outcome = await work();
    return outcome;
  } finally {
    const isWanted = trace === 'on' || outcome?.status === 'failed';
    // A context that is closed forgets its trace. Without its browser there is none, and the outcome says what became of it.
    if (isTraced && isWanted && !session.host.signal.aborted)
      await withTimeout(
        storeTrace(session).catch(() => undefined),
        SAVE_TIMEOUT_MS,
        undefined,
      );
  }
}

async function storeTrace({ surface, host, limits }: RunSession): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'errand-trace-'));
  try {
    const file = path.join(folder, 'trace.zip');
    await surface.context.tracing.stop({ path: file });
    const bytes = await readFile(file);
    if (bytes.length > limits.traceBytes) surface.log.write('The trace is too large to be kept.');
    else
      host.store({
        kind: 'trace',
        stepId: null,
        filename: 'trace.zip',
        contentType: 'application/zip',
        bytes,
      });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
