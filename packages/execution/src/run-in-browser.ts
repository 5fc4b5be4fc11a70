import { type BrowserSession, type Host, type LentBrowser, StepError } from '@errand/browser-runtime';
import { createMask, needsScope } from '@errand/step-engine';
import type { ClaimedRun } from '@errand/contracts/internal';
import type { RunOutcome } from '@errand/contracts/queue';
import { type ClaimKey, inSpan } from '@errand/service-kit';
import type { Context } from './context.ts';
import { failed, internalError } from './outcome.ts';
import { runTask } from './run-task.ts';

export interface Performed {
  outcome: RunOutcome;
  /** True when the browser process ended, not only a page of the Run, and another Run may be the cause. */
  browserLost: boolean;
}

/** The engine returns step failures as outcomes; an error that it throws is internal, or the loss of the browser. */
export async function runInBrowser(
  context: Context,
  run: ClaimedRun,
  claimKey: ClaimKey,
  host: Host,
  {
    onSurface,
    onBrowser,
    onDesktop,
    onReached,
  }: {
    /** Called once the browser is open; never for a Run that needs none. */
    onSurface: (surface: BrowserSession) => void;
    /** Called with the browser before anything is done in it; never for a Run that needs none. */
    onBrowser: (browser: LentBrowser) => void;
    /** Called when the Run first uses the desktop of its machine. */
    onDesktop: () => void;
    /** Called with the outcome before the browser context is closed. */
    onReached: (outcome: RunOutcome) => void;
  },
): Promise<Performed> {
  const secrets = await openInputs(context, run, claimKey);
  if (secrets === null) return { outcome: failed(host, internalError()), browserLost: false };
  let isBrowserLost = async () => true;
  let isPrivate = () => false;
  const withBrowserState = async (outcome: RunOutcome): Promise<Performed> => ({
    outcome,
    browserLost: outcome.errorCode === 'browser_crashed' && !isPrivate() && (await isBrowserLost()),
  });
  const work = async (surface: BrowserSession) => {
    const outcome = await runTask(context, run, { surface, host, secrets }, onDesktop);
    // The page of a Run that was paused during its last action stays unchanged.
    await host.gate?.open().catch(() => undefined);
    onReached(outcome);
    return outcome;
  };
  try {
    const outcome = await context.browsers.withContext(
      {
        host,
        allowPrivateNetwork: context.allowPrivateNetwork,
        scoped: run.runbook === null ? run.applicationScope !== undefined : needsScope(run.runbook),
        suspect: run.lostAttempts !== undefined,
        lazy: true,
        whileOpening: (open) => inSpan('open browser', {}, open),
      },
      (surface, browser) => {
        surface.network.scope = firstScope(run);
        void surface.onOpen(() => {
          onBrowser(browser);
          onSurface(surface);
        });
        isPrivate = () => browser.isPrivate;
        isBrowserLost = () => surface.isBrowserLost();
        return work(surface);
      },
    );
    return await withBrowserState(outcome);
  } catch (error) {
    const mask = createMask(Object.values(secrets));
    if (!host.signal.aborted)
      context.log.error({ err: mask.error(error), runId: run.id }, 'Run execution failed');
    return await withBrowserState(failed(host, toStepError(error)));
  }
}

/** The scope of a person who takes control before the first step; each step then sets its own scope. */
function firstScope({ runbook, applicationScope }: ClaimedRun): readonly string[] | null {
  return applicationScope ?? runbook?.steps[0]?.applicationScope ?? null;
}

function toStepError(error: unknown): StepError {
  return error instanceof StepError ? error : internalError();
}

/** Decrypts the secret inputs. Null when they were not sealed for this claim. */
async function openInputs(
  context: Context,
  run: ClaimedRun,
  claimKey: ClaimKey,
): Promise<Record<string, string> | null> {
  if (run.secretInputs === null) return {};
  try {
    return await claimKey.open(run.id, run.attempt, run.secretInputs);
  } catch (error) {
    context.log.error({ err: error, runId: run.id }, 'opening the secret inputs failed');
    return null;
  }
}
