/// <reference lib="dom" />
import type { Target } from '@errand/contracts/primitives';
import type { Page } from 'playwright-core';
import { locate } from '@errand/step-engine';
import { escapePattern } from './value-locator.ts';

/** An element and the row, entry or card that it belongs to, which may be itself. */
export interface Place {
  readonly css: string;
  readonly itemCss: string;
}

/** A target that finds all elements of a list, and the text of each as `browser.extract` reads it. */
export interface FoundList {
  readonly target: Target;
  readonly texts: readonly string[];
}

/**
 * Runs in the page. Selectors of the items by structure and class alone, with the way from each item to its element; empty
 * when the items or the ways differ.
 */
function structuresOf(places: readonly Place[]): { items: string[]; inside: string } {
  const nothing = { items: [], inside: '' };
  if (places.some(({ css, itemCss }) => css.includes(' >> ') || itemCss.includes(' >> '))) return nothing;
  const items = places.map(({ itemCss }) => document.querySelector(itemCss));
  const [first] = items;
  if (first?.parentElement == null) return nothing;
  const step = (node: Element): string => {
    const twins = [...(node.parentElement?.children ?? [])].filter(
      ({ localName }) => localName === node.localName,
    );
    return twins.length < 2 ? node.localName : `${node.localName}:nth-of-type(${twins.indexOf(node) + 1})`;
  };
  const anchor = (node: Element): string => {
    for (const own of [`#${CSS.escape(node.id)}`, node.localName])
      if (own !== '#' && document.querySelectorAll(own).length === 1) return own;
    return node.parentElement === null ? node.localName : `${anchor(node.parentElement)} > ${step(node)}`;
  };
  const way = (from: Element, to: Element | null, name: (node: Element) => string): string => {
    const names: string[] = [];
    for (let at = to; at !== null && at !== from; at = at.parentElement) names.unshift(name(at));
    return names.join(' > ');
  };
  let around = first.parentElement;
  while (around.parentElement !== null && !items.every((item) => around.contains(item)))
    around = around.parentElement;
  const only = (texts: readonly string[]): string | null =>
    new Set(texts).size === 1 ? (texts[0] ?? null) : null;
  const inside = only(
    places.map(({ css }, at) => {
      const [item, element] = [items[at], document.querySelector(css)];
      return item?.contains(element) === true ? way(item, element, step) : `apart ${at}`;
    }),
  );
  const tags = only(items.map((item) => way(around, item, ({ localName }) => localName)));
  if (inside === null || tags === null || inside.startsWith('apart ')) return nothing;
  const shared = [...first.classList].filter((name) =>
    items.every((item) => item?.classList.contains(name) === true),
  );
  const plain = `${anchor(around)} > ${tags}`;
  const classes = shared.map((name) => `.${CSS.escape(name)}`);
  // The classes of one item may be of that item only.
  const kinds = items.length > 1 ? [...classes, '', ':has(> td)'] : ['', ...classes, ':has(> td)'];
  return { items: kinds.map((kind) => `${plain}${kind}`), inside: inside === '' ? '' : ` > ${inside}` };
}

/** Runs in the page: the texts of the elements if these are those of `csses` in that order, else null. */
function textsIfSame(elements: Element[], csses: readonly string[]): string[] | null {
  const isSame =
    elements.length === csses.length &&
    elements.every((element, at) => document.querySelector(csses[at] ?? '') === element);
  if (!isSame || elements.every((element) => element.matches('ul,ol,menu,select,dl,[role=list]')))
    return null;
  return elements.map((element) =>
    (element instanceof HTMLElement ? element.innerText : element.textContent).trim(),
  );
}

/** Conditions on an item that says all of the words: each in a cell of its own, else anywhere. */
function conditionsOf(words: readonly string[]): string[] {
  return words
    .filter((word) => word !== '')
    .map((word) => [
      `:has(:text-matches(${JSON.stringify(String.raw`^\s*${escapePattern(word)}\s*$`)}, "i"))`,
      `:has-text(${JSON.stringify(word)})`,
    ])
    .reduce((joined, ways) => joined.flatMap((before) => ways.map((way) => before + way)), ['']);
}

async function firstSame(
  page: Page,
  targets: readonly Target[],
  places: readonly Place[],
): Promise<FoundList | null> {
  const csses = places.map(({ css }) => css);
  for (const target of targets) {
    const texts = await locate(page, target)
      .evaluateAll(textsIfSame, csses)
      .catch(() => null);
    if (texts !== null) return { target, texts };
  }
  return null;
}

/**
 * A target that finds exactly these elements, by the structure of the page and the task's words for them; null when no way
 */
export async function listLocator(
  page: Page,
  places: readonly Place[],
  words: readonly string[],
): Promise<FoundList | null> {
  if (places.length === 0) return null;
  const { items, inside } = await page.evaluate(structuresOf, places);
  const targets = conditionsOf(words).flatMap((condition) =>
    items.map((item) => ({ css: `${item}${condition}${inside}:visible` })),
  );
  return firstSame(page, targets, places);
}

/** A target that finds exactly these elements by their role, and by the part of their names that the task gives. */
export function roleLocator(
  page: Page,
  places: readonly Place[],
  role: string,
  name: string,
): Promise<FoundList | null> {
  return firstSame(page, [name === '' ? { role } : { role, name }], places);
}

/** Runs in the page: the path to the innermost element with that text; null when there are several. */
function pathOfText(text: string): string | null {
  const shown = (element: Element) => (element.textContent ?? '').replace(/\s+/gu, ' ').trim();
  const [one, another] = [...document.body.querySelectorAll('*')].filter(
    (element) => shown(element) === text && [...element.children].every((child) => shown(child) !== text),
  );
  if (one === undefined || another !== undefined) return null;
  const path = (node: Element): string => {
    const own = `#${CSS.escape(node.id)}`;
    if (node.id !== '' && document.querySelectorAll(own).length === 1) return own;
    if (document.querySelectorAll(node.localName).length === 1) return node.localName;
    const twins = [...(node.parentElement?.children ?? [])].filter(
      ({ localName }) => localName === node.localName,
    );
    const place =
      twins.length < 2 ? node.localName : `${node.localName}:nth-of-type(${twins.indexOf(node) + 1})`;
    return node.parentElement === null ? place : `${path(node.parentElement)} > ${place}`;
  };
  return path(one);
}

/** A target for the only element of the page with that text, by its place. */
export async function textLocator(page: Page, text: string): Promise<Target | null> {
  const css = await page.evaluate(pathOfText, text);
  return css === null ? null : { css };
}
