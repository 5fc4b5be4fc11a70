import { sameAs } from '../finding/choice.ts';
import { nameCandidate } from '../finding/require-single.ts';
import type { Candidate } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';

/** Clicks an element that was found on the page before, once it is there. */
export async function clickCandidate(driver: PageDriver, one: Candidate): Promise<unknown> {
  const { candidate, target } = await driver.waitForCandidate(nameCandidate(one), (view) =>
    sameAs(view, one.css),
  );
  return driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
}
