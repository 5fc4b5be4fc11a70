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
  let recording = null as Recording | null;
  await session.surface.onOpen(async (context) => {
    recording = await start(context, trace === 'on');
  });
  let outcome: RunOutcome | undefined;
  try {
    outcome = await work();
    return outcome;
  } finally {
    const isWanted = trace === 'on' || outcome?.status === 'failed';
    // Without its browser there is no trace, and the outcome says what happened to it.
    if (recording !== null) await end(session, recording, isWanted && !session.host.signal.aborted);
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

/** Stops the recording and removes its files, after it was stored if it is wanted. Never rejects. */
async function end(session: RunSession, recording: Recording, isWanted: boolean): Promise<void> {
  const { context, name } = recording;
  const save = async () => {
    if (session.limits.trace === 'on-failure') await addLastPage(recording, session.surface.activePage);
    await storeTrace(session, context);
  };
  if (isWanted)
    await withTimeout(
      save().catch(() => undefined),
      SAVE_TIMEOUT_MS,
      undefined,
    );
  // A trace that is never stopped records every later call of this process, of all contexts.
  void context.tracing
    .stop()
    .catch(() => undefined)
    .then(() => removeTraceFiles(context, name))
    .catch(() => undefined);
}

/** Adds the DOM of the active page to a recording that has none: restarted by its name, it continues in the same files. */
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

async function storeTrace({ surface, host, limits }: RunSession, { tracing }: BrowserContext): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'errand-trace-'));
  try {
    const file = path.join(folder, 'trace.zip');
    await tracing.stop({ path: file });
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
