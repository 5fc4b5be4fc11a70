import { StepError } from '@errand/browser-runtime';
import type { DesktopView, ViewedElement } from '@errand/computer';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { type Use, chooseElement } from './choose.ts';
import type { DesktopDriver } from './desktop-driver.ts';

/** How long a tick, a text or a window may take to show. */
export const SHOW_TIMEOUT_MS = 5_000;

/** A phrase in the application that it names: "5 in galculator". */
export async function placed(driver: DesktopDriver, phrase: Phrase): Promise<Phrase> {
  for (const reading of [phrase, ...(phrase.apart ?? [])]) {
    const named = reading.within === null ? null : await driver.named(reading.within.text);
    if (named === null) continue;
    driver.app = named;
    return { ...reading, within: null };
  }
  return phrase;
}

export interface FoundElement {
  view: DesktopView;
  element: ViewedElement;
}

/** The element that a phrase means, waited for. */
export function find(driver: DesktopDriver, phrase: Phrase, use: Use): Promise<FoundElement> {
  if (phrase.within !== null)
    throw new StepError(
      'element_not_found',
      `No application "${phrase.within.text}" is open, and what is in a part of a window is not told on a desktop.`,
      { noEffect: true },
    );
  return driver.waitFor(`"${describePhrase(phrase)}"`, (view) => {
    const own = chooseElement(view, phrase, use, driver.app);
    const others = 'none' in own ? (phrase.apart ?? []) : [];
    const apart = others.filter(({ within }) => within === null);
    return (
      apart.map((other) => chooseElement(view, other, use, driver.app)).find((one) => 'one' in one) ?? own
    );
  });
}
