/// <reference lib="dom" />
import type { ElementNames } from '@errand/browser-runtime';
import type { PageElements } from './elements.ts';

/** Runs in the page: the roles of controls, also of those that are only styled. Must not refer to anything outside itself. */
export function styledControls(
  names: Pick<ElementNames, 'roleOf'>,
  { remembered, all }: Pick<PageElements, 'remembered' | 'all'>,
  FIELDS: string,
) {
  const roleOf = remembered((element: Element): string => {
    const role = names.roleOf(element);
    if (role !== '') return role;
    if (isStyledSwitch(element)) return 'switch';
    if (!element.hasAttribute('onclick') && !element.hasAttribute('tabindex') && !looksClickable(element))
      return '';
    if (isSliderHandle(element)) return 'slider';
    return isStyledTab(element) ? 'tab' : 'generic';
  });
  /** What keys move along what its class calls a slider. */
  const isSliderHandle = (element: Element): boolean =>
    element.getAttribute('tabindex') === '0' &&
    /(?:^|[\s_-])(?:handle|thumb|knob)(?:$|[\s_-])/iu.test(element.getAttribute('class') ?? '') &&
    (element.textContent ?? '').trim() === '' &&
    /(?:^|[\s_-])slider(?:$|[\s_-])/iu.test(element.parentElement?.getAttribute('class') ?? '');
  /** The number that stands beside such a slider; empty where none does. */
  const sliderValue = (element: Element): string => {
    const track = isSliderHandle(element) ? element.parentElement : null;
    const beside = [track?.nextElementSibling, track?.previousElementSibling].flatMap(
      (other) => /^\s*(-?\d+(?:\.\d+)?)\s*$/u.exec(other?.textContent ?? '')?.[1] ?? [],
    );
    return beside.length === 1 ? (beside[0] ?? '') : '';
  };
  /** One of several in what its class calls tabs. */
  const isStyledTab = (element: Element): boolean => {
    const bar = element.closest('[class]:has(> :nth-child(2))');
    return (
      bar !== null &&
      bar !== element &&
      /(?:^|[\s_-])tabs?(?:$|[\s_-]|bar|list)/iu.test(bar.className) &&
      bar.querySelector('input, select, textarea, p, table') === null
    );
  };
  /** A styled element without role or attribute that looks clickable by its cursor. */
  const looksClickable = remembered(
    (element: Element): boolean =>
      element.parentElement !== null &&
      !element.matches('html, body, label, input, select, textarea, option, svg *') &&
      element.closest('a[href], button, summary, label, [role="button"], [role="link"], [onclick]') ===
        null &&
      (getComputedStyle(element).cursor === 'pointer' || element.matches('a[data-handler]')) &&
      (getComputedStyle(element.parentElement).cursor !== 'pointer' ||
        isLaidOver(element) ||
        isIconButton(element) ||
        (isPicture(element) && !isIconButton(element.parentElement))),
  );
  /** An icon without words in a row that can be clicked itself. */
  const isPicture = (element: Element): boolean => {
    const { content, backgroundImage } = getComputedStyle(element);
    return (
      element.childNodes.length === 0 &&
      element.classList.length > 0 &&
      `${content} ${backgroundImage}`.includes('url(')
    );
  };
  /** One of several in a bar that are each an icon over a word: what is pressed is one of them, and not the bar. */
  const isIconButton = (element: Element): boolean => {
    const siblings = [...(element.parentElement?.children ?? [])];
    return (
      siblings.length > 1 &&
      siblings.every((other) => {
        const [icon, word] = other.children;
        return (
          other.localName === element.localName &&
          icon !== undefined &&
          other.childElementCount === 2 &&
          isPicture(icon) &&
          /^\s*\p{L}[\p{L} ]{1,20}\s*$/u.test(word?.textContent ?? '')
        );
      })
    );
  };
  /** One of several in a box that lies over the page, though it stands in what opens it. */
  const isLaidOver = (element: Element): boolean => {
    const box = element.parentElement;
    return (
      box !== null &&
      element.childElementCount === 0 &&
      (element.textContent ?? '').trim() !== '' &&
      box.childElementCount > 1 &&
      [...box.children].every((other) => other.localName === element.localName) &&
      (getComputedStyle(box).position === 'absolute' || (element.localName === 'li' && isUnderChoice(box)))
    );
  };

  /** A list in a box that shows one of its entries: "Pound ▾" over "Pound, Euro, Dollar". */
  const isUnderChoice = (list: Element): boolean => {
    const shown = (list.previousElementSibling?.textContent ?? '').replaceAll(/[▾▼⌄]/gu, '').trim();
    return (
      shown !== '' &&
      list.parentElement?.childElementCount === 2 &&
      [...list.children].some((entry) => (entry.textContent ?? '').trim() === shown)
    );
  };

  /** A switch that only its class tells from a box of colour: it has no text, role or field of its own. */
  const isStyledSwitch = (element: Element): boolean => isTickRow(element) || isBareSwitch(element);
  const isBareSwitch = (element: Element): boolean =>
    (/(?:^|[\s_-])(?:toggle|switch)(?:$|[\s_-])/iu.test(element.getAttribute('class') ?? '') ||
      isOneOfStates(element) ||
      isPill(element) ||
      isTickBox(element)) &&
    !element.matches(FIELDS) &&
    (element.textContent ?? '').trim() === '' &&
    element.querySelector(`button, a, ${FIELDS}`) === null &&
    (element.hasAttribute('onclick') || looksClickable(element));
  /** An empty box with round ends, about twice as wide as high: what a switch looks like, whatever its class. */
  const isPill = (element: Element): boolean => {
    const isPressed = element.hasAttribute('onclick') || looksClickable(element);
    if (element.childNodes.length > 1 || (element.textContent ?? '') !== '' || !isPressed) return false;
    const { width, height } = element.getBoundingClientRect();
    const radius = Number.parseFloat(getComputedStyle(element).borderTopLeftRadius);
    return (
      height >= 12 && height <= 48 && width >= height * 1.5 && width <= height * 2.5 && radius >= height / 2
    );
  };
  /** An empty square with a line around it and words beside it, which nothing else names. */
  const isTickBox = (element: Element, isOn = hasClass(element, ON)): boolean => {
    if (element.childElementCount > 0 || element.matches('[title], [aria-label], [role], img, td, th'))
      return false;
    const { width, height } = element.getBoundingClientRect();
    const { borderTopWidth, borderLeftWidth, backgroundColor, borderTopLeftRadius } =
      getComputedStyle(element);
    const isLined = Number.parseFloat(borderTopWidth) >= 1 && Number.parseFloat(borderLeftWidth) >= 1;
    const isBlank = /^(?:rgba\(\d+, \d+, \d+, 0\)|rgb\(255, 255, 255\))$/u.test(backgroundColor);
    const isRound = Number.parseFloat(borderTopLeftRadius) * 2 >= width;
    return (
      width >= 10 && width <= 28 && Math.abs(width - height) <= 2 && isLined && !isRound && (isBlank || isOn)
    );
  };
  /** Words that can be pressed together with an empty square before or behind them. */
  const isTickRow = (element: Element): boolean => {
    const text = (element.textContent ?? '').trim();
    const [first] = element.children;
    const ends = element.childElementCount > 3 ? [] : [first, element.lastElementChild];
    return (
      text.length > 1 &&
      text.length <= 80 &&
      !element.matches(`${FIELDS}, label, a, button, [role]`) &&
      element.querySelector(`button, a, label, [onclick], ${FIELDS}`) === null &&
      (element.hasAttribute('onclick') || looksClickable(element)) &&
      new Set(
        ends.filter(
          (end) =>
            end != null &&
            (end.textContent ?? '').trim() === '' &&
            isTickBox(end, hasClass(end, ON) || hasClass(element, ON)),
        ),
      ).size === 1
    );
  };
  /** Boxes of one class, of which one is "on" by another class. */
  const isOneOfStates = (element: Element): boolean => {
    const [own] = element.classList;
    return (
      own !== undefined &&
      !ON.test(own) &&
      all('*').some((other) => other.classList[0] === own && /^(?:is-)?on$/iu.test(other.classList[1] ?? ''))
    );
  };
  const ON =
    /^(?:(?:is|has)-)?(?:on|active|checked|enabled|selected)$|(?:--|__|-)(?:on|active|checked|enabled)$/iu;
  const OFF =
    /^(?:is-)?(?:off|inactive|unchecked|disabled)$|(?:--|__|-)(?:off|inactive|unchecked|disabled)$/iu;
  const hasClass = (element: Element, state: RegExp): boolean =>
    [...element.classList].some((name) => state.test(name));
  /** Off is known only where the class says so, or says of another switch of the page that it is on. */
  const switchState = (element: Element): 'on' | 'off' | 'unknown' | null => {
    // What is no input may show its state only when its server has answered.
    const said = element.matches('input') ? null : element.getAttribute('aria-checked');
    if (said !== null && element.matches('[role="switch"], [role="checkbox"]'))
      return said === 'true' ? 'on' : 'off';
    if (roleOf(element) !== 'switch' || !isStyledSwitch(element)) return null;
    const shows = (one: Element, state: RegExp): boolean =>
      [one, ...one.children].some((part) => hasClass(part, state));
    if (shows(element, ON)) return 'on';
    const others = all('*').filter((other) => shows(other, ON) && isStyledSwitch(other));
    return shows(element, OFF) || others.length > 0 ? 'off' : 'unknown';
  };

  return { roleOf, looksClickable, switchState, sliderValue };
}
