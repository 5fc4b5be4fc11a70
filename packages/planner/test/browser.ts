import type { RunOutcome } from '@errand/contracts/queue';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { ActionGate, EmittedEvent, Host } from '@errand/browser-runtime';
import { openPool } from '@errand/step-engine/testing/browser.ts';
import { executeTask } from '../src/task/execute-task.ts';
import type { Sentence } from './sentence.ts';
import { serveSite } from './serve-site.ts';

export interface Told {
  outcome: RunOutcome;
  events: EmittedEvent[];
  effects: string[];
}

interface TaskOptions extends Pick<
  Parameters<typeof executeTask>[0],
  'secrets' | 'applicationScope' | 'outputSchema'
> {
  signal?: AbortSignal;
  stepTimeoutMs?: number;
  gate?: ActionGate;
}

interface TaskBrowser {
  run(task: string, options?: TaskOptions): Promise<Told>;
  close(): Promise<void>;
}

/** A real browser that carries out tasks, and the events of its host. */
async function openTaskBrowser(): Promise<TaskBrowser> {
  const pool = openPool();
  await pool.start();
  return {
    run: async (
      task,
      { signal = new AbortController().signal, stepTimeoutMs = 30_000, gate, ...bounds } = {},
    ) => {
      const events: EmittedEvent[] = [];
      const effects: string[] = [];
      const host: Host = {
        emit: (event) => void events.push(event),
        declareIntent: async ({ stepId, action }) => void effects.push(`${stepId} ${action}`),
        store: ({ filename }) => filename,
        stored: () => Promise.resolve(),
        load: () => Promise.reject(new Error('nothing is stored')),
        requestDecision: () => Promise.resolve({ decision: 'approve' }),
        signal,
        ...(gate && { gate }),
      };
      const limits = { stepTimeoutMs, screenshots: false };
      const outcome = await pool.withContext(
        { host, scoped: bounds.applicationScope !== undefined },
        (surface) => executeTask({ task, surface, host, limits, ...bounds }),
      );
      return { outcome, events, effects };
    },
    close: () => pool.close(),
  };
}

/** Serves documents by path, each after the milliseconds in its `after` parameter. */
export async function servePages(pages: Readonly<Record<string, string>>) {
  return serveSite((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://pages.invalid');
    const body = pages[pathname];
    setTimeout(
      () => {
        response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
        response.end(body === undefined ? '<h1>Missing</h1>' : `<!doctype html><title>Page</title>${body}`);
      },
      Number(searchParams.get('after') ?? 0),
    );
  });
}

/** The site and the browser of all tests of a file. `run` puts the address of the site in the place of SITE. */
export function tasksOn<Site extends { url: string; close(): Promise<void> }>(
  open: () => Promise<Site>,
): { readonly site: Site; run: TaskBrowser['run'] } {
  let site: Site;
  let browser: TaskBrowser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([open(), openTaskBrowser()]);
  });
  afterAll(() => browser?.close());
  afterAll(() => site?.close());
  return {
    get site() {
      return site;
    },
    run: (task, options) => browser.run(task.replaceAll('SITE', site.url), options),
  };
}

/** A site that keeps what it is told. */
interface JudgingSite {
  url: string;
  state: readonly string[];
  close(): Promise<void>;
}

type CarriedOut = RunOutcome & { done: readonly string[]; answers: unknown[] };

/** One browser for all tests of a file, which carries out each task on a site of its own: many at once do not meet. */
export function tasksOnOwnSites(
  open: () => Promise<JudgingSite>,
): (task: string, stepTimeoutMs?: number) => Promise<CarriedOut> {
  let browser: TaskBrowser;
  beforeAll(async () => {
    browser = await openTaskBrowser();
  });
  afterAll(() => browser?.close());
  return async (task, stepTimeoutMs = 60_000) => {
    const site = await open();
    try {
      const { outcome } = await browser.run(task.replaceAll('SITE', site.url), { stepTimeoutMs });
      return { ...outcome, done: site.state, answers: Object.values(outcome.outputs) };
    } finally {
      await site.close();
    }
  };
}

/** Expects that a sentence was carried out: without an error, told to the site as it should be, and answered. */
export function expectDone(came: CarriedOut, { done = [], answer }: Pick<Sentence, 'done' | 'answer'>): void {
  const answers = answer === undefined ? came.answers : [answer];
  expect([came.errorMessage, came.done, came.answers]).toEqual([null, done, answers]);
}

/** Expects that a sentence was refused, and that the site was told nothing. */
export function expectRefused({ status, done }: CarriedOut): void {
  expect([status, done]).toEqual(['failed', []]);
}
