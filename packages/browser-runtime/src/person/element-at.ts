/// <reference lib="dom" />
import type { ElementHandle, Frame, Page } from 'playwright-core';
import { inPage } from '../page/in-page.ts';

export interface Point {
  x: number;
  y: number;
}

/** The element that a person points at or types into. */
export interface Seen<Value> {
  value: Value;
  /** The origin of the frame's viewport in the page's viewport. */
  corner: Point;
  /** The element itself; null when it is gone. */
  handle: () => Promise<ElementHandle<Element> | null>;
}

const MAX_FRAME_DEPTH = 5;

/** The innermost element, through open shadow roots: at a point of the viewport, or the one with the focus. */
function innermost(point: Point | null): Element | null {
  const find = (root: Document | ShadowRoot) =>
    point === null ? root.activeElement : root.elementFromPoint(point.x, point.y);
  let element = find(document);
  for (let inner = element; inner?.shadowRoot; element = inner) {
    inner = find(inner.shadowRoot);
    if (inner === null || inner === element) break;
  }
  return element;
}

type Look<Value> = { value: Value } | { corner: Point };

function lookIn<Value>(element: Element | null, read: (element: Element) => Value): Look<Value> | null {
  if (!(element instanceof HTMLIFrameElement) && !(element instanceof HTMLFrameElement))
    return element && { value: read(element) };
  const { left, top } = element.getBoundingClientRect();
  return { corner: { x: left + element.clientLeft, y: top + element.clientTop } };
}

async function handleIn(frame: Frame, point: Point | null): Promise<ElementHandle<Element> | null> {
  return (await frame.evaluateHandle(innermost, point)).asElement();
}

async function frameAt(frame: Frame, point: Point | null): Promise<Frame | null> {
  const element = await handleIn(frame, point);
  const inner = (await element?.contentFrame()) ?? null;
  await element?.dispose();
  return inner;
}

function look<Value>(
  frame: Frame,
  point: Point | null,
  read: (element: Element) => Value,
): Promise<Look<Value> | null> {
  const text = `(point) => (${String(lookIn)})((${String(innermost)})(point), ${String(read)})`;
  return frame.evaluate(inPage(text), point);
}

/**
 * Reads the element at a point of the page, or the one with the focus, in whichever frame; null when there is none. Takes a
 * single message to a page without frames: a page that draws without end answers each only between two pictures.
 * @param read runs in the page, without its closure
 */
export async function readElement<Value>(
  page: Page,
  point: Point | null,
  read: (element: Element) => Value,
): Promise<Seen<Value> | null> {
  let frame: Frame | null = page.mainFrame();
  let within = point;
  let corner = { x: 0, y: 0 };
  for (let depth = 0; depth < MAX_FRAME_DEPTH && frame !== null; depth += 1) {
    const [current, at]: [Frame, Point | null] = [frame, within];
    const seen = await look(current, at, read);
    if (seen === null) return null;
    if ('value' in seen) return { value: seen.value, corner, handle: () => handleIn(current, at) };
    within = at && { x: at.x - seen.corner.x, y: at.y - seen.corner.y };
    corner = { x: corner.x + seen.corner.x, y: corner.y + seen.corner.y };
    frame = await frameAt(current, at);
  }
  return null;
}
