/// <reference lib="dom" />
import { isShown, readWithSameRoots, tidy } from './page-elements.ts';
import { type PageFacts, factsOfPage } from './page-facts.ts';
import { saysInProgress } from './page-progress.ts';
import { followTimers } from './page-timers.ts';

/** Runs in the page. How a document is that followed an action, once what it started when it was loaded is over. */
export async function readAfter(mostMs: number): Promise<PageFacts> {
  const timers = followTimers();
  const end = performance.now() + mostMs;
  const places = 'title,h1,h2,[role=status],[role=progressbar],[aria-live],[aria-busy=true]';
  const isLedOn = [...document.querySelectorAll('meta[http-equiv=refresh i]')].some((each) =>
    /^\s*[0-3](?:\.\d*)?\s*[;,]/.test(each.getAttribute('content') ?? ''),
  );
  const isBusy = () =>
    isLedOn ||
    document.readyState !== 'complete' ||
    [...document.querySelectorAll(places)].some(
      (each) =>
        (each.matches('title') || isShown(each)) &&
        (each.matches('[aria-busy=true]') || saysInProgress(tidy(each.textContent))),
    );
  for (;;) {
    const now = performance.now();
    const next = timers.next(false);
    if (now >= end || (next === Infinity && !isBusy())) break;
    await timers.pause(next === Infinity ? 100 : Math.max(0, Math.min(next, end) - now));
  }
  return readWithSameRoots(() => factsOfPage(null, false));
}
