/// <reference lib="dom" />
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { withTimeout } from '@errand/wait-for';
import { trafficOf } from './traffic.ts';

const QUIET_MS = 5_000;
/** An element that is there is used before this is over, without the cost of a watch. */
const FIRST_PROBE_MS = 500;
const MIN_PAUSE_MS = 250;
const ANSWER_TIMEOUT_MS = 1_000;
const MAX_FRAMES = 6;

const Idle = z.object({ ms: z.number(), acted: z.boolean() });

/** Runs in the page. How long nothing has changed in the document, and whether input has reached it, since the first call. */
function probe(id: number): z.infer<typeof Idle> {
  interface Probe {
    id: number;
    last: number;
    acted: boolean;
    stop(): void;
  }
  const KEY = Symbol.for('errand.quiet');
  const holder = globalThis as unknown as Record<symbol, Probe | undefined>;
  const known = holder[KEY];
  if (known?.id === id) return { ms: performance.now() - known.last, acted: known.acted };
  known?.stop();
  const INPUT = ['pointerdown', 'mousedown', 'keydown', 'input', 'change'];
  const onInput = () => (created.acted = true);
  const observer = new MutationObserver(() => (created.last = performance.now()));
  const created: Probe = {
    id,
    last: performance.now(),
    acted: false,
    stop: () => {
      observer.disconnect();
      for (const name of INPUT) removeEventListener(name, onInput, true);
    },
  };
  for (const name of INPUT) addEventListener(name, onInput, true);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  Object.defineProperty(holder, KEY, { value: created, enumerable: false, configurable: true });
  return { ms: 0, acted: false };
}

/** Runs in the page. */
function stopProbe(): void {
  const KEY = Symbol.for('errand.quiet');
  const holder = globalThis as unknown as Record<symbol, { stop(): void } | undefined>;
  holder[KEY]?.stop();
  Reflect.deleteProperty(holder, KEY);
}

let probes = 0;

/** How long the documents of a page have not changed; a main document that does not answer is at work. */
async function idleOf(page: Page, id: number): Promise<z.infer<typeof Idle>> {
  const frames = [page.mainFrame(), ...page.frames().filter((frame) => frame !== page.mainFrame())];
  const answers = await Promise.all(
    frames.slice(0, MAX_FRAMES).map(async (frame) => {
      const asked = frame.evaluate(probe, id).catch(() => null);
      return Idle.safeParse(await withTimeout<unknown>(asked, ANSWER_TIMEOUT_MS, null)).data ?? null;
    }),
  );
  const known = answers.filter((answer) => answer !== null);
  const ms = answers[0] === null ? 0 : Math.min(...known.map((answer) => answer.ms));
  return { ms, acted: known.some(({ acted }) => acted) };
}

/**
 * Resolves with true once a page has been quiet for 5 s: no request, mutation or navigation. Resolves with false when input
 * reached the page meanwhile, and when `signal` was aborted.
 */
export async function becomesQuiet(
  page: Page,
  context: BrowserContext,
  signal: AbortSignal,
): Promise<boolean> {
  const traffic = trafficOf(context);
  const id = (probes += 1);
  const pause = (ms: number) =>
    delay(ms, undefined, { signal }).then(
      () => true,
      () => false,
    );
  if (!(await pause(FIRST_PROBE_MS))) return false;
  try {
    for (;;) {
      const { ms, acted } = await idleOf(page, id);
      if (acted || signal.aborted) return false;
      const quiet = Math.min(ms, traffic.idleMs);
      if (quiet >= QUIET_MS) return true;
      if (!(await pause(Math.max(MIN_PAUSE_MS, QUIET_MS - quiet)))) return false;
    }
  } finally {
    for (const frame of page.frames().slice(0, MAX_FRAMES)) frame.evaluate(stopProbe).catch(() => undefined);
  }
}
