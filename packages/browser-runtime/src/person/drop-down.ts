/// <reference lib="dom" />
import type { LiveMessage } from '@errand/contracts';
import type { ElementHandle, Frame, Page } from 'playwright-core';

export type ShownList = NonNullable<Extract<LiveMessage, { type: 'list' }>['list']>;

const MAX_OPTIONS = 1_000;
const MAX_FRAME_DEPTH = 5;

/** The innermost element, through open shadow roots: at a point of the viewport, or the one with the focus. */
function innermost(point: { x: number; y: number } | null): Element | null {
  const find = (root: Document | ShadowRoot) =>
    point === null ? root.activeElement : root.elementFromPoint(point.x, point.y);
  let element = find(document);
  for (let inner = element; inner?.shadowRoot; element = inner) {
    inner = find(inner.shadowRoot);
    if (inner === null || inner === element) break;
  }
  return element;
}

/** The element at a point of the page, or the one with the focus, in whichever frame. Null: there is none. */
export async function findElement(
  page: Page,
  point: { x: number; y: number } | null,
): Promise<ElementHandle<Element> | null> {
  let frame: Frame = page.mainFrame();
  let within = point;
  for (let depth = 0; depth < MAX_FRAME_DEPTH; depth += 1) {
    const found = (await frame.evaluateHandle(innermost, within)).asElement();
    if (found === null) return null;
    const inner = await found.contentFrame();
    if (inner === null) return found;
    if (within !== null) {
      const corner = await found.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return { x: left + element.clientLeft, y: top + element.clientTop };
      });
      within = { x: within.x - corner.x, y: within.y - corner.y };
    }
    frame = inner;
  }
  return null;
}

/** What the drop-down list of an element holds; null when it is not a drop-down list, or disabled. */
export async function readList(element: ElementHandle<Element>): Promise<Omit<ShownList, 'id'> | null> {
  const read = await element.evaluate((node, max) => {
    if (!(node instanceof HTMLSelectElement) || node.disabled || node.multiple || node.size > 1) return null;
    return Array.from(node.options)
      .slice(0, max)
      .map((option) => {
        const group = option.parentElement instanceof HTMLOptGroupElement ? option.parentElement : null;
        return {
          text: option.label || option.text,
          group: group?.label ?? null,
          disabled: option.disabled || group?.disabled === true,
          selected: option.selected,
        };
      });
  }, MAX_OPTIONS);
  const box = read === null ? null : await element.boundingBox();
  return read === null || box === null ? null : { multiple: false, box, options: read };
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
