/// <reference lib="dom" />
import type { ElementNames } from '@errand/browser-runtime';
import type { FieldLabels } from './field-labels.ts';

/** Runs in the page: tools shared by its views. Must not refer to anything outside itself. */
export function pageTools(names: ElementNames, fieldLabels: FieldLabels) {
  const { squeeze, contentName } = names;
  /** Nothing changes while a page is looked at, and its elements are asked the same again and again. */
  const remembered = <Asked, Answer>(answer: (asked: Asked) => Answer): ((asked: Asked) => Answer) => {
    const known = new Map<Asked, Answer>();
    return (asked) => {
      const earlier = known.get(asked);
      if (earlier !== undefined) return earlier;
      const found = answer(asked);
      known.set(asked, found);
      return found;
    };
  };
  const isVisible = remembered(
    (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      [...element.getClientRects()].some((box) => box.width > 0 && box.height > 0),
  );
  /** The elements of the page and of its open shadow roots, in the order in which they are seen. */
  const elements: Element[] = [];
  const walk = (root: ParentNode): void => {
    for (const child of root.children) {
      elements.push(child);
      if (child.shadowRoot !== null) walk(child.shadowRoot);
      walk(child);
    }
  };
  walk(document);
  const all = remembered((selector: string): readonly Element[] =>
    elements.filter((element) => element.matches(selector)),
  );
  /** The element around another, also out of a shadow root. */
  const outer = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const closest = (element: Element, selector: string): Element | null => {
    const near = element.closest(selector);
    const root = element.getRootNode();
    return near !== null || !(root instanceof ShadowRoot) ? near : closest(root.host, selector);
  };
  const byId = (element: Element, id: string): Element | null =>
    (element.getRootNode() as Document | ShadowRoot).getElementById(id);
  /** The text of custom elements is in their shadow roots, and that of slots outside of them. */
  const innerTexts = (element: Element): string => {
    if (element.shadowRoot !== null) return [...element.shadowRoot.children].map(innerTexts).join('\n');
    if (element instanceof HTMLSlotElement)
      return element
        .assignedNodes({ flatten: true })
        .map((node) => (node instanceof Element ? innerTexts(node) : (node.textContent ?? '')))
        .join(' ');
    if (!(element instanceof HTMLElement)) return element.textContent ?? '';
    if (element.matches('style, script')) return '';
    const isMixed = [...element.querySelectorAll('*')].some(
      (part) => part.shadowRoot !== null || part.localName === 'slot',
    );
    if (!isMixed) return element.innerText;
    return [...element.childNodes]
      .map((node) => (node instanceof Element ? innerTexts(node) : (node.textContent ?? '')))
      .join('\n');
  };
  const hasShadows = elements.some((element) => element.shadowRoot !== null);
  const shownText = (element: Element): string => {
    if (hasShadows) return innerTexts(element);
    return element instanceof HTMLElement ? element.innerText : element.textContent;
  };
  const textOf = remembered((element: Element): string => squeeze(shownText(element)));

  /** In a shadow root: the host's selector, ` >> `, and the selector inside. */
  const cssOf = remembered((element: Element): string => {
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? `${cssOf(root.host)} >> ${cssWithin(element)}` : cssWithin(element);
  });
  const isUniqueInPage = remembered((selector: string) => document.querySelectorAll(selector).length === 1);
  /** In the document or the shadow root that the element is part of. */
  const cssWithin = remembered((element: Element): string => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const unique = (selector: string) =>
      root === document ? isUniqueInPage(selector) : root.querySelectorAll(selector).length === 1;
    const testId = element.getAttribute('data-testid');
    if (testId !== null && unique(`[data-testid="${CSS.escape(testId)}"]`))
      return `[data-testid="${CSS.escape(testId)}"]`;
    if (element.id !== '' && unique(`#${CSS.escape(element.id)}`)) return `#${CSS.escape(element.id)}`;
    const tag = element.localName;
    if (root === document && unique(tag)) return tag;
    const parent = element.parentElement;
    const twins = [...(parent ?? root).children].filter((child) => child.localName === tag);
    const own = twins.length === 1 ? tag : `${tag}:nth-of-type(${twins.indexOf(element) + 1})`;
    if (parent === null) return root === document ? tag : own;
    return `${cssWithin(parent)} > ${own}`;
  });

  const FIELDS =
    'input:not([type="hidden"]), select, textarea, [contenteditable="true"], [role="textbox"], [role="combobox"], [role="checkbox"], [role="radio"], [role="switch"]';
  const FIELD_LIKE = /button|input|select|field|check|radio|tab|icon|menu|switch|option/u;
  const ITEM = 'li, article, tr, [role="listitem"], [role="row"], [role="article"]';
  /** Repeated sibling elements, each with its own control or heading. */
  const isCard = (element: Element): boolean => {
    const { className, parentElement, localName } = element;
    if (localName.includes('-') && parentElement !== null) {
      const parts = 'h1, h2, h3, h4, h5, h6, a[href], button';
      const twins = [...parentElement.children].filter((other) => other.localName === localName);
      return (
        twins.length > 1 &&
        twins.every(
          (twin) => (twin.shadowRoot ?? twin).querySelector(parts) !== null && !FIELD_LIKE.test(localName),
        )
      );
    }
    if (
      className === '' ||
      parentElement === null ||
      element.closest('form, table, [role="tablist"]') !== null
    )
      return false;
    const alike = [...parentElement.children].filter((other) => other.className === className);
    const parts =
      'h1, h2, h3, h4, h5, h6, a[href], button, [onclick], [role="button"], input[type="checkbox"]';
    return (
      alike.length > 1 &&
      alike.every((other) => other.querySelector(parts) !== null && other.childElementCount > 1)
    );
  };
  /** Boxes to tick stand in tables of things, too. */
  const WRITTEN =
    'input:not([type="hidden"], [type="checkbox"], [type="radio"]), select, textarea, [role="textbox"], [role="combobox"]';
  /** The first row of an old table whose words are all bold names its columns. */
  const isBoldHead = (element: Element): boolean => {
    if (!(element instanceof HTMLTableRowElement) || element.closest('table')?.rows[0] !== element)
      return false;
    const said = [...element.cells].filter((cell) => (cell.textContent ?? '').trim() !== '');
    const isBold = (cell: Element) =>
      cell.firstElementChild?.matches('b, strong') === true &&
      squeeze(cell.firstElementChild.textContent) === squeeze(cell.textContent);
    const next = element.closest('table')?.rows[1];
    return said.length > 1 && said.every(isBold) && next !== undefined && ![...next.cells].every(isBold);
  };
  /** A row of a table that only arranges fields. */
  const isLayout = (element: Element): boolean => {
    const table = element.localName === 'tr' ? element.closest('table') : null;
    return (
      table !== null &&
      table.querySelector('th') === null &&
      table.querySelector(WRITTEN) !== null &&
      ![...table.querySelectorAll('tr:first-child')].some((row) => isBoldHead(row))
    );
  };
  const isFoot = (element: Element): boolean =>
    element.localName === 'tr' && element.closest('tfoot') !== null;
  const isHeadRow = (element: Element): boolean =>
    (element instanceof HTMLTableRowElement && element.closest('thead') !== null) ||
    element.querySelector(':scope > th + th, :scope > [role="columnheader"]') !== null ||
    isBoldHead(element);
  const itemElements = elements.filter(
    (element) =>
      (element.localName.includes('-') || element.matches(`${ITEM}, div[class], section[class]`)) &&
      isVisible(element) &&
      (element.matches(ITEM)
        ? element.querySelector('th:only-child, thead') === null &&
          !isHeadRow(element) &&
          !isFoot(element) &&
          !isLayout(element)
        : isCard(element)),
  );
  const indexOfItem = new Map(itemElements.map((element, index) => [element, index]));
  const itemsAround = (element: Element): number[] => {
    const around: number[] = [];
    for (let at: Element | null = element; at !== null; at = outer(at)) {
      const index = indexOfItem.get(at);
      if (index !== undefined) around.push(index);
    }
    return around;
  };
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
    /^(?:(?:go to )?(?:page )?\d{1,4}(?: of \d{1,4})?|[‹›«»<>←→…\s]+|\W*(?:go to )?(?:the )?(?:next|prev(?:ious)?|first|last|older|newer)\b.{0,12})$/iu;
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

  const roleOf = remembered((element: Element): string => {
    const role = names.roleOf(element);
    if (role !== '') return role;
    if (isStyledSwitch(element)) return 'switch';
    if (!element.hasAttribute('onclick') && !element.hasAttribute('tabindex') && !looksClickable(element))
      return '';
    return isStyledTab(element) ? 'tab' : 'generic';
  });
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
      getComputedStyle(element).cursor === 'pointer' &&
      (getComputedStyle(element.parentElement).cursor !== 'pointer' || isLaidOver(element)),
  );
  /** One of several in a box that lies over the page, though it stands in what opens it. */
  const isLaidOver = (element: Element): boolean => {
    const box = element.parentElement;
    return (
      box !== null &&
      element.childElementCount === 0 &&
      (element.textContent ?? '').trim() !== '' &&
      box.childElementCount > 1 &&
      [...box.children].every((other) => other.localName === element.localName) &&
      getComputedStyle(box).position === 'absolute'
    );
  };

  /** A switch that only its class tells from a box of colour: it has no text, role or field of its own. */
  const isStyledSwitch = (element: Element): boolean =>
    (/(?:^|[\s_-])(?:toggle|switch)(?:$|[\s_-])/iu.test(element.getAttribute('class') ?? '') ||
      isOneOfStates(element)) &&
    !element.matches(FIELDS) &&
    (element.textContent ?? '').trim() === '' &&
    element.querySelector(`button, a, ${FIELDS}`) === null &&
    (element.hasAttribute('onclick') || looksClickable(element));
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
    if (roleOf(element) !== 'switch' || !isStyledSwitch(element)) return null;
    if (hasClass(element, ON)) return 'on';
    const others = all('*').filter((other) => hasClass(other, ON) && isStyledSwitch(other));
    return hasClass(element, OFF) || others.length > 0 ? 'off' : 'unknown';
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
    byId,
    text: () => (hasShadows ? innerTexts(document.body) : document.body.innerText),
    notes,
    squeeze,
    isVisible,
    textOf,
    cssOf,
    itemElements,
    itemsAround,
    inContent,
    roleOf,
    contentName,
    nameOf,
    looksClickable,
    switchState,
    groupOf,
    headingOf,
    isBoldHead,
  };
}

export type PageTools = ReturnType<typeof pageTools>;
