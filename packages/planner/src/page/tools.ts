/// <reference lib="dom" />

/** Runs in the page: tools shared by its views. Must not refer to anything outside itself. */
export function pageTools() {
  const squeeze = (text: string | null | undefined) => (text ?? '').replace(/\s+/gu, ' ').trim();
  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    [...element.getClientRects()].some((box) => box.width > 0 && box.height > 0);
  const textOf = (element: Element): string =>
    squeeze(element instanceof HTMLElement ? element.innerText : element.textContent);

  const cssOf = (element: Element): string => {
    const unique = (selector: string) => document.querySelectorAll(selector).length === 1;
    const testId = element.getAttribute('data-testid');
    if (testId !== null && unique(`[data-testid="${CSS.escape(testId)}"]`))
      return `[data-testid="${CSS.escape(testId)}"]`;
    if (element.id !== '' && unique(`#${CSS.escape(element.id)}`)) return `#${CSS.escape(element.id)}`;
    const tag = element.localName;
    if (unique(tag)) return tag;
    const parent = element.parentElement;
    if (parent === null) return tag;
    const twins = [...parent.children].filter((child) => child.localName === tag);
    const own = twins.length === 1 ? tag : `${tag}:nth-of-type(${twins.indexOf(element) + 1})`;
    return `${cssOf(parent)} > ${own}`;
  };

  const ITEM = 'li, article, tr, [role="listitem"], [role="row"], [role="article"]';
  /** Repeated sibling elements, each with its own control or heading. */
  const isCard = (element: Element): boolean => {
    const { className, parentElement } = element;
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
  const isHeadRow = (element: Element): boolean =>
    (element instanceof HTMLTableRowElement && element.closest('thead') !== null) ||
    element.querySelector(':scope > th + th, :scope > [role="columnheader"]') !== null;
  const itemElements = [...document.querySelectorAll(`${ITEM}, div[class], section[class]`)].filter(
    (element) =>
      isVisible(element) &&
      (element.matches(ITEM)
        ? element.querySelector('th:only-child, thead') === null && !isHeadRow(element)
        : isCard(element)),
  );
  const indexOfItem = new Map(itemElements.map((element, index) => [element, index]));
  const itemsAround = (element: Element): number[] => {
    const around: number[] = [];
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const index = indexOfItem.get(at);
      if (index !== undefined) around.push(index);
    }
    return around;
  };
  const inContent = (element: Element) =>
    element.closest(
      'nav, header:not(main header), footer, [role="navigation"], [role="banner"], [role="contentinfo"]',
    ) === null;

  const roleOf = (element: Element): string => {
    const given = element.getAttribute('role')?.trim().split(/\s+/u)[0];
    if (given !== undefined && given !== '' && given !== 'presentation' && given !== 'none') return given;
    if (element instanceof HTMLInputElement) {
      const type = element.type;
      if (['button', 'submit', 'reset', 'image'].includes(type)) return 'button';
      if (type === 'checkbox' || type === 'radio') return type;
      if (type === 'range') return 'slider';
      if (type === 'number') return 'spinbutton';
      if (type === 'search') return 'searchbox';
      return type === 'hidden' ? '' : 'textbox';
    }
    if (element instanceof HTMLSelectElement)
      return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
    if (element instanceof HTMLElement && element.isContentEditable) return 'textbox';
    const byTag: Record<string, string> = {
      option: 'option',
      dialog: 'dialog',
      th: element.closest('thead, tr')?.querySelector('td') === null ? 'columnheader' : '',
      a: element.hasAttribute('href') ? 'link' : '',
      button: 'button',
      summary: 'button',
      textarea: 'textbox',
      h1: 'heading',
      h2: 'heading',
      h3: 'heading',
      h4: 'heading',
      h5: 'heading',
      h6: 'heading',
      table: 'table',
      ul: 'list',
      ol: 'list',
      img: 'img',
      section: 'region',
      output: 'status',
    };
    const role = byTag[element.localName] ?? '';
    if (role !== '') return role;
    return element.hasAttribute('onclick') || element.hasAttribute('tabindex') || looksClickable(element)
      ? 'generic'
      : '';
  };
  /** A styled element without role or attribute that looks clickable by its cursor. */
  const looksClickable = (element: Element): boolean =>
    element.parentElement !== null &&
    !element.matches('html, body, label, input, select, textarea, option, svg *') &&
    element.closest('a[href], button, summary, label, [role="button"], [role="link"], [onclick]') === null &&
    getComputedStyle(element).cursor === 'pointer' &&
    getComputedStyle(element.parentElement).cursor !== 'pointer';

  const contentName = (element: Element): string => {
    const parts: string[] = [];
    for (const node of element.childNodes) {
      if (node instanceof Text) parts.push(node.data);
      else if (node instanceof HTMLImageElement) parts.push(` ${node.alt} `);
      else if (
        node instanceof Element &&
        node.getAttribute('aria-hidden') !== 'true' &&
        node.localName !== 'select'
      )
        parts.push(
          node.hasAttribute('aria-label') ? ` ${node.getAttribute('aria-label')} ` : contentName(node),
        );
    }
    return parts.join('');
  };
  const labelsOf = (element: Element): string => {
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
    return squeeze(labels.map((label) => (label instanceof Element ? contentName(label) : '')).join(' '));
  };
  const NAMED_BY_CONTENT = new Set([
    'button',
    'link',
    'heading',
    'tab',
    'menuitem',
    'option',
    'radio',
    'checkbox',
    'switch',
    'generic',
    'treeitem',
    'columnheader',
  ]);
  const nameOf = (element: Element, role: string): string => {
    const by = element.getAttribute('aria-labelledby');
    if (by !== null) {
      const named = squeeze(
        by
          .split(/\s+/u)
          .map((id) => document.getElementById(id))
          .map((part) => (part === null ? '' : contentName(part)))
          .join(' '),
      );
      if (named !== '') return named;
    }
    const own = squeeze(element.getAttribute('aria-label'));
    if (own !== '') return own;
    const labels = labelsOf(element);
    if (labels !== '') return labels;
    if (element instanceof HTMLInputElement && role === 'button')
      return (
        squeeze(element.value) ||
        squeeze(element.alt) ||
        (element.type === 'submit' ? 'Submit' : element.type === 'reset' ? 'Reset' : '')
      );
    if (element instanceof HTMLImageElement) return squeeze(element.alt);
    if (element instanceof HTMLTableElement && element.caption !== null) return textOf(element.caption);
    if (NAMED_BY_CONTENT.has(role)) {
      const content = squeeze(contentName(element));
      // "☆" says less than what it is titled.
      if (/[\p{L}\p{N}]/u.test(content)) return content;
      if (content !== '') return squeeze(element.getAttribute('title')) || content;
    }
    return squeeze(element.getAttribute('title')) || squeeze(element.getAttribute('placeholder'));
  };

  const notes = (): string[] =>
    [...document.body.querySelectorAll('*')]
      .filter(
        (element) =>
          element.childElementCount < 3 && /^[^\n]{1,80}$/u.test((element.textContent ?? '').trim()),
      )
      .map((element) => squeeze(element.textContent))
      .filter((text) => /\d|^no\s/iu.test(text))
      .slice(0, 200);

  return {
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
  };
}

export type PageTools = ReturnType<typeof pageTools>;
