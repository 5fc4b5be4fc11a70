/// <reference lib="dom" />
import type { Locator } from 'playwright-core';

const MAX_CANDIDATES = 5;

/** Runs in the page. What each element is, and the part of the page in which it stands. */
function describeAll(elements: Element[], most: number): string[] {
  const tidy = (text: string | null | undefined, length: number): string => {
    const whole = (text ?? '').replaceAll(/\s+/g, ' ').trim();
    return whole.length > length ? `${whole.slice(0, length - 1)}…` : whole;
  };
  const kindOf = (element: Element): string => {
    const tag = element.tagName.toLowerCase();
    if (tag === 'a') return 'link';
    if (/^(input|select|textarea)$/.test(tag)) return 'field';
    return element.getAttribute('role') ?? tag;
  };
  const nameOf = (element: Element): string => {
    const label =
      'labels' in element && element.labels ? (element.labels as NodeListOf<HTMLLabelElement>)[0] : undefined;
    const names = [element.getAttribute('aria-label'), label?.textContent, element.textContent];
    return names.map((text) => tidy(text, 40)).find((text) => text !== '') ?? '';
  };
  const placeOf = (element: Element): string => {
    const own = tidy(element.textContent, 400);
    const part = element.closest(
      'tr,[role=row],li,article,dialog,[role=dialog],fieldset,section,form,nav,header,footer',
    );
    const titled = part?.querySelector('legend,h1,h2,h3,h4,h5,h6,caption');
    const text = tidy((titled ?? part)?.textContent, 400);
    const said = tidy(titled === null || titled === undefined ? text.replace(own, ' ') : text, 60);
    if (said !== '') return ` in "${said}"`;
    for (
      let before = element.previousElementSibling;
      before !== null;
      before = before.previousElementSibling
    ) {
      const near = tidy(before.textContent, 60);
      if (near !== '') return ` after "${near}"`;
    }
    return '';
  };
  return elements
    .slice(0, most)
    .map((element, index) => `${index}: ${kindOf(element)} "${nameOf(element)}"${placeOf(element)}`);
}

/** What tells the elements apart that a locator finds, by their `nth`. */
export function describeCandidates(elements: Locator): Promise<string[]> {
  return elements.evaluateAll(describeAll, MAX_CANDIDATES);
}
