/// <reference lib="dom" />
import type { LiveMessage } from '@errand/contracts';
import type { ElementHandle } from 'playwright-core';

export type ShownList = NonNullable<Extract<LiveMessage, { type: 'list' }>['list']>;

/**
 * What the drop-down list of an element holds, its box in the viewport of its frame; null when it is not a drop-down list, or
 * disabled. Runs in the page.
 */
export function readList(element: Element): Omit<ShownList, 'id'> | null {
  const maxOptions = 1_000;
  if (!(element instanceof HTMLSelectElement)) return null;
  if (element.disabled || element.multiple || element.size > 1) return null;
  const options = Array.from(element.options)
    .slice(0, maxOptions)
    .map((option) => {
      const group = option.parentElement instanceof HTMLOptGroupElement ? option.parentElement : null;
      return {
        text: option.label || option.text,
        group: group?.label ?? null,
        disabled: option.disabled || group?.disabled === true,
        selected: option.selected,
      };
    });
  const { x, y, width, height } = element.getBoundingClientRect();
  return { multiple: false, box: { x, y, width, height }, options };
}

/** Chooses as a person would, with the events that the page expects. */
export async function chooseOption(element: ElementHandle<Element>, index: number): Promise<void> {
  await element.evaluate((node, chosen) => {
    if (!(node instanceof HTMLSelectElement) || node.selectedIndex === chosen) return;
    node.selectedIndex = chosen;
    node.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    node.dispatchEvent(new Event('change', { bubbles: true }));
  }, index);
}
