/// <reference lib="dom" />
import type { TargetBy } from '@errand/step-engine';
import type { Page } from 'playwright-core';
import type { Phrase } from '../grammar/clause.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { grade } from '../words/match-name.ts';
import type { PageView } from '../page/page-view.ts';

/** Runs in the page. The way to an element by the place of its item in the list, without anything that names the item. */
function placeOf({ css, itemCss }: { css: string; itemCss: string }): string | null {
  if (css.includes(' >> ') || itemCss.includes(' >> ')) return null;
  const element = document.querySelector(css);
  const item = document.querySelector(itemCss);
  if (element === null || item === null || !item.contains(element)) return null;
  const step = (node: Element): string => {
    const twins = [...(node.parentElement?.children ?? [])].filter(
      ({ localName }) => localName === node.localName,
    );
    return twins.length < 2 ? node.localName : `${node.localName}:nth-of-type(${twins.indexOf(node) + 1})`;
  };
  const anchor = (node: Element): string => {
    const own = `#${CSS.escape(node.id)}`;
    if (node.id !== '' && document.querySelectorAll(own).length === 1) return own;
    const { parentElement } = node;
    return parentElement === null ? node.localName : `${anchor(parentElement)} > ${step(node)}`;
  };
  if (item.parentElement === null) return null;
  const inside: string[] = [];
  for (let at = element; at !== item && at.parentElement !== null; at = at.parentElement)
    inside.unshift(step(at));
  return [anchor(item.parentElement), `${item.localName}:nth-of-type(${placeAmong(item)})`, ...inside].join(
    ' > ',
  );

  function placeAmong(node: Element): number {
    let place = 1;
    for (let before = node.previousElementSibling; before !== null; before = before.previousElementSibling)
      if (before.localName === node.localName) place += 1;
    return place;
  }
}

/** "The first More link" counts links; "the first book" counts books. */
function isLinkNamed(view: PageView, { kind, text }: Phrase): boolean {
  return (
    kind !== 'link' || view.candidates.some(({ role, name }) => role === 'link' && grade(text, name) > 0)
  );
}

/** CSS of the item that a phrase names by its number: "the first result", "the price of the second row"; else null. */
export function numberedItem(view: PageView, phrase: Phrase | null): string | null {
  if (phrase === null) return null;
  for (const reading of [phrase, ...(phrase.apart ?? [])]) {
    const { kind, ordinal, within } = reading;
    const isItself = ordinal !== null && (kind === 'result' || kind === 'row' || !isLinkNamed(view, reading));
    const item = isItself ? { ...reading, kind: kind === 'link' ? null : kind } : within;
    if (item === null || item.ordinal === null) continue;
    const choice = chooseItem(view, item);
    if ('one' in choice) return view.items[choice.one]?.css ?? null;
  }
  return null;
}

/** Finds the element in whatever item is at that place when the locator is used again; null when there is no such way. */
export async function positionalLocator(page: Page, css: string, itemCss: string): Promise<TargetBy | null> {
  const found = await page.evaluate(placeOf, { css, itemCss }).catch(() => null);
  return found === null ? null : { css: found };
}
