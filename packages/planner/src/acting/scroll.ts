import type { PageDriver } from '../task/page-driver.ts';
import type { Instruction } from '../grammar/clause.ts';
import { nameCandidate } from '../finding/require-single.ts';

const PAGE_OF_SCROLLING = 600;
const ALL_THE_WAY = 1_000_000;

const LANDMARKS: Readonly<Record<string, string>> = { footer: 'footer', header: 'header', navigation: 'nav' };

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
  const { candidate, target } = await driver.find(place, 'point');
  return driver.step('browser.scroll', { target }, `Scroll to the ${nameCandidate(candidate)}`);
}
