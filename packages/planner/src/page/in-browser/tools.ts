/// <reference lib="dom" />
import type { ElementNames } from '@errand/browser-runtime';
import type { pageElements } from './elements.ts';
import type { FieldLabels } from './field-labels.ts';
import type { itemsOfPage } from './items-of-page.ts';
import type { styledControls } from './styled-controls.ts';
import type { wordsBeforeControls } from './words-before.ts';

/** The functions of the page that its tools are made of. */
interface Parts {
  names: ElementNames;
  fieldLabels: FieldLabels;
  pageElements: typeof pageElements;
  styledControls: typeof styledControls;
  itemsOfPage: typeof itemsOfPage;
  wordsBeforeControls: typeof wordsBeforeControls;
}

/** Runs in the page: tools shared by its views. Must not refer to anything outside itself. */
export function pageTools({
  names,
  fieldLabels,
  pageElements,
  styledControls,
  itemsOfPage,
  wordsBeforeControls,
}: Parts) {
  const { squeeze, contentName } = names;
  const page = pageElements(names);
  const { remembered, elements, all, outer, closest, isVisible, textOf } = page;
  const FIELDS =
    'input:not([type="hidden"]), select, textarea, [contenteditable="true"], [role="textbox"], [role="combobox"], [role="checkbox"], [role="radio"], [role="switch"]';
  const { itemElements, itemsAround, isBoldHead } = itemsOfPage(names, page);
  const { roleOf, looksClickable, switchState, sliderValue } = styledControls(names, page, FIELDS);
  const wordsBefore = wordsBeforeControls({ squeeze, isVisible, looksClickable });

  /** A list of nothing but links in what is named a menu. */
  const isInMenu = (element: Element): boolean => {
    const list = closest(element, 'ul, ol, [role="list"]');
    const place =
      closest(element, 'main') === null ? closest(element, '[id], [class]:not([class=""])') : null;
    const named =
      list === null
        ? null
        : (closest(
            list,
            '[id*="menu" i], [class*="menu" i], [id*="nav" i], [class*="nav" i], [class*="breadcrumb" i]',
          ) ?? null);
    return (
      place !== null &&
      named !== null &&
      list?.querySelector('a[href]') !== null &&
      list?.querySelector('p, h2, h3, input, table') === null
    );
  };
  const AROUND =
    'nav, header:not(main header), footer, aside:not(main aside), [role="navigation"], [role="banner"], [role="contentinfo"]';
  const TURNS =
    /^(?:(?:go to )?(?:page )?\d{1,4}(?: of \d{1,4})?|[‹›«»<>←→…\s]+|\W*(?:go to )?(?:the )?(?:next|prev(?:ious)?|back|first|last|older|newer)\b.{0,12})$/iu;
  /** Navigation between the pages of a list belongs to that list. */
  const isPager = remembered((around: Element): boolean => {
    const controls = [...around.querySelectorAll('a, button')];
    return (
      controls.length > 0 &&
      controls.every((one) => TURNS.test(squeeze(one.getAttribute('aria-label') ?? one.textContent)))
    );
  });
  const inContent = (element: Element): boolean => {
    if (isInMenu(element)) return false;
    const around = closest(element, AROUND);
    const parent = around === null ? null : outer(around);
    return around === null || (isPager(around) && (parent === null || closest(parent, AROUND) === null));
  };

  const FIELD_ROLES = new Set([
    'textbox',
    'searchbox',
    'spinbutton',
    'combobox',
    'listbox',
    'slider',
    'switch',
    'checkbox',
    'radio',
  ]);
  const { labelBeside, groupOf } = fieldLabels({ squeeze, outer, FIELDS });
  const nameOf = (element: Element, role: string): string =>
    names.givenName(element, role) ||
    (FIELD_ROLES.has(role) && labelBeside(element, role)) ||
    names.nameOf(element, role);

  const HEADING = 'h2, h3, h4, h5, h6, [role="heading"]';
  const placeOf = new Map(elements.map((element, at) => [element, at]));
  const headings = all(HEADING).filter((heading) => isVisible(heading));
  /** The text of the nearest heading before an element, in the part of the page that the heading is for. */
  const headingOf = (element: Element): string => {
    const at = placeOf.get(element) ?? 0;
    const own = headings.findLast(
      (heading) => (placeOf.get(heading) ?? at) < at && heading.parentElement?.contains(element) === true,
    );
    return own === undefined || own.contains(element) ? '' : textOf(own).slice(0, 120);
  };

  const notes = (): string[] =>
    elements
      .filter(
        (element) =>
          element.childElementCount < 3 && /^[^\n]{1,80}$/u.test((element.textContent ?? '').trim()),
      )
      .map((element) => squeeze(element.textContent))
      .filter((text) => /\d|^no\s/iu.test(text))
      .slice(0, 200);

  return {
    all,
    outer,
    closest,
    byId: page.byId,
    text: page.text,
    notes,
    squeeze,
    isVisible,
    textOf,
    cssOf: page.cssOf,
    itemElements,
    itemsAround,
    inContent,
    roleOf,
    contentName,
    nameOf,
    looksClickable,
    wordsBefore,
    switchState,
    sliderValue,
    groupOf,
    headingOf,
    isBoldHead,
  };
}

export type PageTools = ReturnType<typeof pageTools>;
