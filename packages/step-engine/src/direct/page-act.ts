/// <reference lib="dom" />
/*
 * What acts on the elements of plain targets, as Playwright does. These functions run in the page; `script.ts` takes their source
 * there. One that answers null has done nothing that the page could notice.
 */
import { findOne, isVisible } from './page-find.ts';
import type { PlainTarget } from './plain-target.ts';

export interface Point {
  x: number;
  y: number;
}

export interface Choice {
  value?: string | undefined;
  label?: string | undefined;
  index?: number | undefined;
}

/** Whether the element can be acted on now; what is merely doubtful is left to Playwright. */
export function isUsable(element: Element): boolean {
  return (
    isVisible(element) === true &&
    !element.matches(':disabled') &&
    element.closest('[aria-disabled=true],[inert],fieldset[disabled]') === null
  );
}

/** Tells the watch of the page; false when it does not watch, and nothing may be done. */
export function isWatched(element: Element, id: number): boolean {
  return !element.dispatchEvent(new Event(`errand.found.${id}`, { cancelable: true, composed: true }));
}

/** Selects all text of a field, so that what is inserted replaces it. */
export function beginFill(target: PlainTarget, id: number, showsDots: boolean): true | null {
  const TYPED = /^(?:email|password|search|tel|text|url)$/;
  const field = findOne(target);
  const isField =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && TYPED.test(field.type));
  if (!isField || field.readOnly || field.matches('[aria-readonly=true],[role]')) return null;
  if (!isUsable(field) || !isWatched(field, id)) return null;
  if (showsDots) field.style.setProperty('-webkit-text-security', 'disc', 'important');
  if (field instanceof HTMLInputElement) field.select();
  else field.setSelectionRange(0, field.value.length);
  field.focus();
  return true;
}

/**
 * Chooses an option and tells the page of it. Null, for Playwright to do it, when the target is no usable select of one choice
 * or has no such option that is enabled.
 * @param id the id of the page's watch
 */
export function choose(target: PlainTarget, id: number, choice: Choice): true | null {
  const tidy = (text: string): string =>
    text
      .replaceAll(/[\u200b\u00ad]/g, '')
      .trim()
      .replaceAll(/\s+/g, ' ');
  const select = findOne(target);
  if (!(select instanceof HTMLSelectElement) || select.multiple || select.hasAttribute('role')) return null;
  const isChosen = (option: HTMLOptionElement, index: number): boolean => {
    if (choice.value !== undefined) return choice.value === option.value;
    if (choice.label === undefined) return choice.index === index;
    return choice.label === option.label || tidy(choice.label) === tidy(option.label);
  };
  const option = [...select.options].find(isChosen);
  if (option === undefined || option.matches(':disabled,[aria-disabled],optgroup[disabled] *')) return null;
  if (!isUsable(select) || !isWatched(select, id)) return null;
  select.value = undefined as unknown as string;
  option.selected = true;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Whether an animation may move the element: one that has just begun has not moved it yet. */
export function isAnimated(element: Element): boolean {
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    if (each.getAnimations().some(({ playState }) => playState === 'running')) return true;
  return false;
}

/** Whether the whole box of the element is within the window. A scroll container may hide it all the same. */
export function isInView(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}

/** The middle of the element, once it has kept still for a frame. */
export async function stillPoint(element: Element): Promise<Point | null> {
  const place = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].join();
  };
  if (document.visibilityState !== 'visible' || visualViewport?.scale !== 1) return null;
  const before = place();
  await new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
  if (!element.isConnected || place() !== before || isAnimated(element) || !isInView(element)) return null;
  // An inline element in several lines has no middle of its own.
  const [box, ...others] = element.getClientRects();
  if (box === undefined || others.length > 0) return null;
  const round = (value: number): number => Math.round(value * 100) / 100;
  const point = { x: round(box.left + box.width / 2), y: round(box.top + box.height / 2) };
  const hit = document.elementFromPoint(point.x, point.y);
  const isControl = element.matches('input,textarea,select') || (element as HTMLElement).isContentEditable;
  const whole = isControl ? element : (element.closest('button,[role=button],a,[role=link]') ?? element);
  return hit !== null && whole.contains(hit) ? point : null;
}

/**
 * Where the element is to be clicked; `outside` when it must be scrolled to before.
 * @param state that a checkbox or radio button is to get; undefined for anything else
 */
export async function aim(
  target: PlainTarget,
  id: number,
  mayScroll: boolean,
  state?: boolean,
): Promise<Point | 'outside' | null> {
  const element = findOne(target);
  if (element === null || !isUsable(element)) return null;
  if (state !== undefined) {
    const isBox = element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type);
    // Nothing is to be done to one that has the state, and some must not get it.
    if (!isBox || element.hasAttribute('role') || element.checked === state) return null;
    if (element.type === 'radio' && !state) return null;
  }
  if (!isInView(element)) {
    if (!mayScroll) return 'outside';
    (element as Element & { scrollIntoViewIfNeeded(): void }).scrollIntoViewIfNeeded();
  }
  const point = await stillPoint(element);
  return point !== null && isUsable(element) && isWatched(element, id) ? point : null;
}
