import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeTraceFiles } from '@errand/browser-runtime';
import type { RunOutcome } from '@errand/contracts/queue';
import { withTimeout } from '@errand/wait-for';
import type { BrowserContext, Page } from 'playwright-core';
import type { RunSession } from './run-session.ts';

/** A page that hangs must not keep its Run from ending. */
const SAVE_TIMEOUT_MS = 10_000;
const LAST_PAGE_TIMEOUT_MS = 2_000;

/** Playwright's trace of one browser context. */
interface Recording {
  context: BrowserContext;
  /** Of its files, unique in the browser. */
  name: string;
}

/**
 * Carries out `work` and keeps Playwright's trace of it as a file of the Run, if the session's limits want it. A trace
 * holds all that was typed, so a Run with secrets has none, and neither has one that was stopped from outside.
 */
export async function withTrace(session: RunSession, work: () => Promise<RunOutcome>): Promise<RunOutcome> {
  const { trace } = session.limits;
  if (trace === 'off' || session.hasSecrets) return work();
  const recordings: Recording[] = [];
  await session.surface.onOpen(async (context) => {
    const recording = await start(context, trace === 'on');
    if (recording !== null) recordings.push(recording);
  });
  let outcome: RunOutcome | undefined;
  try {
    outcome = await work();
    return outcome;
  } finally {
    const isWanted = trace === 'on' || outcome?.status === 'failed';
    // Without its browser there is none, and the outcome says what became of it.
    for (const recording of recordings)
      await end(session, recording, isWanted && !session.host.signal.aborted);
  }
}

/** Null when the context records nothing, for example because it was closed. */
async function start(context: BrowserContext, isWhole: boolean): Promise<Recording | null> {
  const name = randomUUID();
  const isStarted = await context.tracing.start({ name, snapshots: isWhole }).then(
    () => true,
    () => false,
  );
  return isStarted ? { context, name } : null;
}

async function end(session: RunSession, { context, name }: Recording, isWanted: boolean): Promise<void> {
  const { trace } = session.limits;
  const save = async () => {
    if (trace === 'on-failure') await addLastPage({ context, name }, session.surface.activePage);
    await storeTrace(session);
  };
  if (isWanted)
    await withTimeout(
      save().catch(() => undefined),
      SAVE_TIMEOUT_MS,
      undefined,
    );
  // A trace that is not stopped takes in every call of this process for as long as it lives, whatever context they are for.
  void context.tracing
    .stop()
    .catch(() => undefined)
    .then(() => removeTraceFiles(context, name))
    .catch(() => undefined);
}

/** How the active page is now, in a trace that was recorded without pages: the same files go on, with its DOM. */
async function addLastPage({ context, name }: Recording, page: Page | null): Promise<void> {
  if (page === null || page.isClosed()) return;
  await context.tracing.stop();
  await context.tracing.start({ name, snapshots: true });
  // The DOM is recorded around a call.
  await withTimeout(
    page.evaluate('0').catch(() => undefined),
    LAST_PAGE_TIMEOUT_MS,
    undefined,
  );
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
