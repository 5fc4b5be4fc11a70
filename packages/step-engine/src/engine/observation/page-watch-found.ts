/// <reference lib="dom" />
import type { PageFacts } from './page-facts.ts';
import { watchPage } from './page-watch.ts';

/* Watches that begin once an element is found. */

/**
 * Runs in the page. The facts of `watchPage` as JSON, for the first of the elements that are found for one watch; empty for
 * the others, which make the step fail.
 */
export function watchFirst(element: Element, id: number): string {
  const KEY = Symbol.for('errand.found');
  const holder = globalThis as unknown as Record<symbol, number | undefined>;
  if (id !== 0 && holder[KEY] === id) return '';
  Object.defineProperty(holder, KEY, { value: id, enumerable: false, configurable: true });
  return JSON.stringify(watchPage(element, id));
}

/**
 * Runs in the page. Waits until an action has found its element, and answers the facts of `watchPage` then. Null when the element
 * has to be waited for, or takes values of a form of its own, and when another action is waited for after this one: the action
 * that was told so has not begun.
 */
export function watchAction(id: number, isClick: boolean): Promise<PageFacts | null> {
  const KEY = Symbol.for('errand.expected');
  const holder = globalThis as unknown as Record<symbol, (() => void) | undefined>;
  const OWN_FORM = /^(?:date|time|month|week|datetime-local|number|range|color)$/;
  holder[KEY]?.();
  return new Promise((resolve) => {
    const name = `errand.found.${id}`;
    const end = (facts: PageFacts | null) => {
      removeEventListener(name, onFound, true);
      resolve(facts);
    };
    const onFound = (event: Event) => {
      event.stopImmediatePropagation();
      const facts = watchPage(event.composedPath()[0] as Element, id, isClick);
      const { isBlocked, tag, type } = facts.control ?? { isBlocked: false, tag: '', type: '' };
      if (isBlocked || (tag === 'input' && OWN_FORM.test(type))) return end(null);
      event.preventDefault();
      end(facts);
    };
    addEventListener(name, onFound, true);
    Object.defineProperty(holder, KEY, { value: () => end(null), enumerable: false, configurable: true });
  });
}
