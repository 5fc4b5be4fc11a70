/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { type ElementNames, elementNames, inPage } from '@errand/browser-runtime';

const MAX_CANDIDATES = 5;

/** Runs in the page. Each element's kind, name and place on the page. */
function describeAll(names: ElementNames, elements: Element[], most: number): string[] {
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
  const nameOf = (element: Element): string =>
    tidy(names.nameOf(element, names.roleOf(element)) || element.textContent, 40);
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

const DESCRIBE = inPage(
  `(elements, most) => (${String(describeAll)})((${String(elementNames)})(), elements, most)`,
);

/** Describes the elements that a locator matches, by `nth`, so that they can be told apart. */
export function describeCandidates(elements: Locator): Promise<string[]> {
  return elements.evaluateAll(DESCRIBE, MAX_CANDIDATES);
}
