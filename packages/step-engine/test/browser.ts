import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrimitiveStep, RunbookDefinition, RunbookStep } from '@errand/contracts';
import type { RunOutcome } from '@errand/contracts/queue';
import { afterAll } from '@jest/globals';
import { createBrowserPool, type BrowserPool, type Spares } from '@errand/browser-runtime';
import { executeRunbook } from '../src/engine/runbook.ts';
import type { DesktopAccess, Limits } from '../src/engine/run-session.ts';
import { createRecorder, type Recorder } from '@errand/browser-runtime/testing/recorder.ts';
import type { Site } from '@errand/browser-runtime/testing/site.ts';

export function openPool(spares?: Spares): BrowserPool {
  const cacheDir = join(tmpdir(), 'errand-browser');
  return createBrowserPool({ cacheDir, environment: process.env }, spares);
}

/** The browser of all tests of a file. */
export function sharedPool(): BrowserPool {
  const pool = openPool();
  afterAll(() => pool.close());
  return pool;
}

type Step = Omit<Partial<PrimitiveStep>, 'kind'> & { primitive: string };

export interface Trial {
  inputs?: Record<string, unknown>;
  parameters?: RunbookDefinition['parameters'];
  limits?: Partial<Limits>;
  host?: Recorder;
  allowPrivateNetwork?: boolean;
  scoped?: boolean;
  lazy?: boolean;
  dryRun?: boolean;
  desktop?: DesktopAccess;
}

/** Steps get the ids s1, s2, … unless they have one. */
export function steps(...given: Step[]): RunbookStep[] {
  return given.map((step, index) => ({ id: `s${index + 1}`, input: {}, ...step, kind: 'primitive' }));
}

/** A cold browser takes longer for its first page than for anything else. */
const OPENING_MS = 60_000;

/** Steps that open a page of `site`. */
export function openerOf(site: Site) {
  return (path = '/'): Step => ({
    primitive: 'browser.navigate',
    input: { url: site.url + path },
    timeoutMs: OPENING_MS,
  });
}

/** Runs a Runbook in a fresh context; a step that a test expects to time out says when. */
export async function run(
  pool: BrowserPool,
  given: RunbookStep[],
  trial: Trial = {},
): Promise<{ outcome: RunOutcome; host: Recorder }> {
  const { inputs = {}, parameters = [], host = createRecorder(), dryRun = false, limits } = trial;
  const outcome = await pool.withContext(
    {
      host,
      allowPrivateNetwork: trial.allowPrivateNetwork ?? true,
      scoped: trial.scoped ?? false,
      lazy: trial.lazy ?? false,
    },
    (surface) =>
      executeRunbook({
        definition: { title: 'Trial', steps: given, parameters },
        inputs,
        surface,
        desktop: trial.desktop,
        host,
        dryRun,
        limits: { stepTimeoutMs: 30_000, screenshots: false, ...limits },
      }),
  );
  return { outcome, host };
}
