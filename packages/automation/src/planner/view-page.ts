/// <reference lib="dom" />
import type { Candidate, Fact, Item, PageView } from './view.ts';

/** Runs in the page: it may use nothing from outside of itself. */
export const viewPage = (): PageView => {
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
  const itemElements = [...document.querySelectorAll(ITEM)].filter(
    (element) => isVisible(element) && element.querySelector('th:only-child, thead') === null,
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
    return element.hasAttribute('onclick') || element.hasAttribute('tabindex') ? 'generic' : '';
  };

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
      if (content !== '') return content;
    }
    return squeeze(element.getAttribute('title')) || squeeze(element.getAttribute('placeholder'));
  };

  const forms = [...document.forms];
  const CANDIDATE =
    'a[href], button, summary, input:not([type="hidden"]), select, textarea, [contenteditable=""], [contenteditable="true"], ' +
    'h1, h2, h3, h4, h5, h6, table, ul, ol, img[alt], section, [role], [onclick], [tabindex]';
  const candidates = [...document.querySelectorAll(CANDIDATE)].flatMap((element): Candidate[] => {
    const role = roleOf(element);
    if (role === '' || element.closest('[aria-hidden="true"], [inert]') !== null) return [];
    const labelled =
      element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
        ? [...(element.labels ?? [])]
        : [];
    if (!isVisible(element) && !labelled.some((label) => isVisible(label))) return [];
    const field =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLButtonElement
        ? element
        : null;
    return [
      {
        role,
        name: nameOf(element, role).slice(0, 300),
        placeholder: squeeze(element.getAttribute('placeholder')),
        attributes: ['id', 'name', 'data-testid'].flatMap(
          (attribute) => element.getAttribute(attribute) ?? [],
        ),
        options:
          element instanceof HTMLSelectElement
            ? [...element.options].map((option) => squeeze(option.label))
            : [],
        href: element instanceof HTMLAnchorElement ? element.href : '',
        checked: element instanceof HTMLInputElement && element.checked,
        focused: document.activeElement === element,
        type: field?.type ?? '',
        autocomplete: element.getAttribute('autocomplete') ?? '',
        testId: element.getAttribute('data-testid') ?? '',
        css: cssOf(element),
        items: itemsAround(element),
        form: field?.form === null || field === null ? -1 : forms.indexOf(field.form),
        inContent: inContent(element),
        level: Number(/^h([1-6])$/u.exec(element.localName)?.[1] ?? element.getAttribute('aria-level') ?? 0),
      },
    ];
  });

  const items = itemElements.map((element): Item => {
    const title =
      element.querySelector('h1, h2, h3, h4, h5, h6, [role="heading"], th[scope="row"]') ??
      element.querySelector('a[href], td, strong');
    const link =
      element.querySelector('h1 a[href], h2 a[href], h3 a[href], h4 a[href], h5 a[href]') ??
      element.querySelector('a[href]');
    return {
      title: textOf(title ?? element).slice(0, 200),
      titleCss: cssOf(title ?? element),
      text: textOf(element).slice(0, 2_000),
      parents: itemsAround(element).slice(1),
      link: link === null ? '' : cssOf(link),
      inContent: inContent(element),
    };
  });

  const facts: Fact[] = [];
  const LONGEST_VALUE = 500;
  const state = (label: string, element: Element, source: Fact['source'], value = textOf(element)) => {
    if (
      label === '' ||
      value === '' ||
      value.length > LONGEST_VALUE ||
      label.length > 80 ||
      !isVisible(element)
    )
      return;
    facts.push({
      label,
      value,
      source,
      css: cssOf(element),
      testId: element.getAttribute('data-testid') ?? '',
      items: itemsAround(element),
    });
  };
  const unpunctuated = (label: string) => label.replace(/\s*[:=]$/u, '');

  for (const term of document.querySelectorAll('dt')) {
    const value = term.nextElementSibling;
    if (value?.localName === 'dd') state(unpunctuated(textOf(term)), value, 'shown');
  }
  for (const table of document.querySelectorAll('table')) {
    const rows = [...table.rows];
    const header = rows.find(
      (row) => row.cells.length > 1 && [...row.cells].every((cell) => cell.localName === 'th'),
    );
    for (const row of rows) {
      if (row === header) continue;
      const cells = [...row.cells];
      const last = cells.at(-1);
      if (cells.length >= 2 && last !== undefined && cells.slice(1, -1).every((cell) => textOf(cell) === ''))
        state(unpunctuated(textOf(cells[0] ?? row)), last, 'shown');
      if (header === undefined) continue;
      let column = 0;
      for (const cell of cells) {
        const head = header.cells[column];
        if (head !== undefined && (cells.length > 2 || header.cells.length === cells.length))
          state(textOf(head), cell, 'shown');
        column += cell.colSpan;
      }
    }
  }
  const MONEY = /^(?:from\s+)?(?:[$€£¥₹]\s?\d[\d.,\s]*|\d[\d.,]*\s?(?:[$€£¥₹]|eur|usd|gbp|chf))$/iu;
  const PAIR = /^([^:]{1,60}):\s+(\S.*)$/u;
  for (const element of document.body.querySelectorAll('*')) {
    if (
      element.matches('script, style, noscript, template, option, select, textarea, dt, label, button') ||
      element.closest('del, s, [aria-hidden="true"]') !== null
    )
      continue;
    if (element.childElementCount > 4) continue;
    const text = textOf(element);
    if (text === '' || text.length > LONGEST_VALUE) continue;
    const leaf = element.childElementCount === 0;
    for (const attribute of ['data-testid', 'itemprop', 'id', 'aria-label']) {
      const words = element.getAttribute(attribute);
      if (words !== null && !element.matches('a, input, form, section, nav, table, ul, ol, li'))
        state(words, element, 'marked');
    }
    if (leaf) for (const word of element.classList) state(word, element, 'marked');
    if (leaf && MONEY.test(text)) state('price', element, 'money');
    const [first, second] = [...element.children];
    const ownText = squeeze(
      [...element.childNodes].map((node) => (node instanceof Text ? node.data : ' ')).join(''),
    );
    if (
      first !== undefined &&
      second !== undefined &&
      element.childElementCount === 2 &&
      /^[:=]?$/u.test(ownText)
    )
      state(unpunctuated(textOf(first)), second, 'shown');
    else if (
      first !== undefined &&
      element.childElementCount === 1 &&
      ownText !== '' &&
      text.startsWith(textOf(first))
    )
      state(unpunctuated(textOf(first)), element, 'shown', ownText.replace(/^[:=]\s*/u, ''));
    const pair = element.childElementCount <= 1 ? PAIR.exec(text) : null;
    if (pair !== null) state(pair[1] ?? '', element, 'shown', pair[2]);
  }

  return { url: location.href, title: document.title, candidates, items, facts };
};
