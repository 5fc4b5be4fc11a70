import { StepError } from '@errand/browser-runtime';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Instruction, Phrase } from '../grammar/clause.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';

const PAGE_OF_SCROLLING = 600;
const ALL_THE_WAY = 1_000_000;

const LANDMARKS: Readonly<Record<string, string>> = { footer: 'footer', header: 'header', navigation: 'nav' };

const MAX_ENDS = 20;

/** A list may show more whenever its end comes into view: goes there until it shows the place, or nothing more. */
async function scrollOn(driver: PageDriver, place: Phrase): Promise<void> {
  for (let ends = 0; ends < MAX_ENDS; ends += 1) {
    const seen = await driver.look((view) => ({
      isThere: !('none' in chooseCandidate(view, place, 'point')),
      length: view.text.length,
    }));
    if (seen.isThere) return;
    await driver.step('browser.scroll', { by: { x: 0, y: ALL_THE_WAY } }, 'Scroll to the end');
    const hasMore = await driver
      .waitForView((view) => {
        if (view.text.length <= seen.length) throw notFound('more of the list', []);
        return true;
      })
      .catch((error: unknown) => {
        if (error instanceof StepError && error.code === 'element_not_found') return false;
        throw error;
      });
    if (!hasMore) return;
  }
}

/** Scrolls by a page, to an end of the page, or until a thing is in view. */
export async function scroll(
  driver: PageDriver,
  to: Extract<Instruction, { kind: 'scroll' }>['to'],
): Promise<unknown> {
  if (typeof to === 'string') {
    const y = { top: -ALL_THE_WAY, bottom: ALL_THE_WAY, up: -PAGE_OF_SCROLLING, down: PAGE_OF_SCROLLING }[to];
    return driver.step('browser.scroll', { by: { x: 0, y } }, `Scroll ${to}`);
  }
  const landmark = to.quoted === true ? undefined : LANDMARKS[to.text.toLowerCase()];
  if (landmark !== undefined)
    return driver.step('browser.scroll', { target: { css: landmark } }, `Scroll to ${to.text}`);
  // "The feedback form" may stand under just "Feedback".
  const [, own = to.text] = /^(.+)\s(?:form|part|area|block|list|box)$/iu.exec(to.text) ?? [];
  const place =
    to.quoted === true
      ? to
      : {
          ...to,
          apart: [...(to.apart ?? []), { ...to, text: own, kind: 'heading' as const }, { ...to, text: own }],
        };
  await scrollOn(driver, place);
  const { candidate, target } = await driver.find(place, 'point');
  return driver.step('browser.scroll', { target }, `Scroll to the ${nameCandidate(candidate)}`);
}
