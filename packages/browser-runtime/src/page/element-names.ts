/// <reference lib="dom" />

/**
 * Runs in the page: what elements are and what they are called, by ARIA's rules for names. The only reader of roles and names;
 * it is sent as text, so it must not refer to anything outside itself.
 */
export function elementNames() {
  const UNREAD =
    'script, style, noscript, template, head, title, select, textarea, input, [aria-hidden="true"]';
  const NAMED_BY_CONTENT = new Set([
    'button',
    'link',
    'heading',
    'tab',
    'menuitem',
    'menuitemcheckbox',
    'menuitemradio',
    'option',
    'radio',
    'checkbox',
    'switch',
    'generic',
    'treeitem',
    'columnheader',
  ]);
  const ROLES: Readonly<Record<string, string>> = {
    option: 'option',
    dialog: 'dialog',
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

  const squeeze = (text: string | null | undefined): string => (text ?? '').replace(/\s+/gu, ' ').trim();

  const inputRole = ({ type }: HTMLInputElement): string => {
    if (['button', 'submit', 'reset', 'image'].includes(type)) return 'button';
    if (type === 'checkbox' || type === 'radio') return type;
    if (type === 'range') return 'slider';
    if (type === 'number') return 'spinbutton';
    if (type === 'search') return 'searchbox';
    return type === 'hidden' ? '' : 'textbox';
  };

  /** Empty for an element without a role. */
  const roleOf = (element: Element): string => {
    const given = element.getAttribute('role')?.trim().split(/\s+/u)[0];
    if (given !== undefined && given !== '' && given !== 'presentation' && given !== 'none') return given;
    if (element instanceof HTMLInputElement) return inputRole(element);
    if (element instanceof HTMLSelectElement)
      return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
    if (element instanceof HTMLElement && element.isContentEditable) return 'textbox';
    if (element.localName === 'a') return element.hasAttribute('href') ? 'link' : '';
    if (element.localName === 'th')
      return element.closest('thead, tr')?.querySelector('td') === null ? 'columnheader' : '';
    return ROLES[element.localName] ?? '';
  };

  /** The text of a label or control: pictures by their alternative text, fields inside it left out, blocks apart. */
  const contentName = (element: Element): string => {
    let text = '';
    for (const node of element.childNodes) {
      if (node instanceof Text) text += node.data;
      else if (node instanceof HTMLSlotElement)
        for (const given of node.assignedNodes({ flatten: true }))
          text += given instanceof Element ? contentName(given) : (given.textContent ?? '');
      else if (node instanceof HTMLImageElement) text += ` ${node.alt} `;
      else if (node instanceof Element && !node.matches(UNREAD)) {
        const { display } = getComputedStyle(node);
        // A menu that is shut is no part of the name of what opens it.
        if (display === 'none') continue;
        const name = node.getAttribute('aria-label') ?? contentName(node);
        text += display.startsWith('inline') ? name : ` ${name} `;
      }
    }
    return text;
  };

  const labelsOf = (element: Element): HTMLLabelElement[] =>
    'labels' in element && element.labels ? [...(element.labels as NodeListOf<HTMLLabelElement>)] : [];

  /** The elements that `aria-labelledby` names. */
  const labelledBy = (element: Element): Element[] => {
    const root = element.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
    return (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/u)
      .flatMap((id) => (id === '' ? [] : (root.getElementById(id) ?? [])));
  };

  const DRAWN_LABELS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };
  /** The label that a browser draws on a button input. */
  const buttonValue = (input: HTMLInputElement): string =>
    squeeze(input.value) || squeeze(input.alt) || (DRAWN_LABELS[input.type] ?? '');

  /** The name that an element is given by its label or content, without title and placeholder. */
  const givenName = (element: Element, role: string): string => {
    const byOthers = squeeze(labelledBy(element).map(contentName).join(' '));
    if (byOthers !== '') return byOthers;
    const own = squeeze(element.getAttribute('aria-label'));
    if (own !== '') return own;
    const labels = squeeze(labelsOf(element).map(contentName).join(' '));
    if (labels !== '') return labels;
    if (element instanceof HTMLInputElement && role === 'button') return buttonValue(element);
    if (element instanceof HTMLImageElement) return squeeze(element.alt);
    if (element instanceof HTMLTableElement && element.caption !== null)
      return squeeze(contentName(element.caption));
    if (!NAMED_BY_CONTENT.has(role)) return '';
    const content = squeeze(contentName(element));
    // "☆" says less than its title.
    return /[\p{L}\p{N}]/u.test(content) ? content : squeeze(element.getAttribute('title')) || content;
  };

  const nameOf = (element: Element, role: string): string =>
    givenName(element, role) ||
    squeeze(element.getAttribute('title')) ||
    squeeze(element.getAttribute('placeholder'));

  return { squeeze, roleOf, contentName, labelsOf, labelledBy, buttonValue, givenName, nameOf };
}

export type ElementNames = ReturnType<typeof elementNames>;
