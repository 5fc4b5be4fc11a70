/// <reference lib="dom" />
import type { Candidate, Hidden } from '../page-view.ts';
import type { PageTools } from './tools.ts';

/** Runs in the page: the elements that can be acted on, and those hidden until something else is opened. */
export function viewCandidates({
  all,
  outer,
  closest,
  byId,
  squeeze,
  isVisible,
  textOf,
  cssOf,
  itemsAround,
  inContent,
  roleOf,
  nameOf,
  looksClickable,
  wordsBefore,
  switchState,
  sliderValue,
  groupOf,
}: PageTools): { candidates: Candidate[]; hidden: Hidden[] } {
  const forms = [...document.forms];
  const PRESSED = new Set(['button', 'link', 'tab', 'menuitem', 'generic', 'gridcell']);
  /** The visible text of a control, without text for screen readers. */
  const shownText = (element: Element): string =>
    element instanceof HTMLInputElement ? squeeze(element.value) : textOf(element).slice(0, 300);
  const expandedOf = (element: Element): boolean | null => {
    if (element.localName === 'summary')
      return element.parentElement instanceof HTMLDetailsElement && element.parentElement.open;
    const said = element.getAttribute('aria-expanded');
    return said === null ? null : said === 'true';
  };
  const cellOf = (element: Element): string[] => {
    const cell = element.closest('td');
    const row = cell?.parentElement ?? null;
    const table = element.closest('table');
    if (cell === null || row === null || table === null) return [];
    const head = row.querySelector(':scope > th');
    const over = table.rows[0]?.cells[cell.cellIndex];
    return head === null || over === undefined || over.localName !== 'th' ? [] : [textOf(over), textOf(head)];
  };
  const CANDIDATE =
    'a[href], button, summary, input:not([type="hidden"]), select, textarea, [contenteditable=""], [contenteditable="true"], ' +
    'h1, h2, h3, h4, h5, h6, th, dialog[open], table, ul, ol, img[alt], section, [role], [onclick], [tabindex]';
  const known = all(CANDIDATE);
  const isKnown = new Set(known);
  const elements = all('*').filter(
    (element) => isKnown.has(element) || (closest(element, 'body') !== null && looksClickable(element)),
  );
  const active = (() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement != null) at = at.shadowRoot.activeElement;
    return at;
  })();
  /** "⋯", "Actions": what opens the menu of a row or card. */
  const isMenuButton = (element: Element): boolean =>
    (element.getAttribute('aria-haspopup') ?? 'false') !== 'false' ||
    /^(?:[⋮⋯…☰.]+|(?:(?:open|show|row|item|card) )?(?:more|actions?|more actions|options|more options|menu|manage)(?=\P{L}|$).*)$/iu.test(
      nameOf(element, roleOf(element)),
    );
  /** A list that is no field of HTML shows "Choose a category" while nothing is chosen. */
  const placeholderOf = (element: Element, role: string): string => {
    const own = squeeze(element.getAttribute('placeholder'));
    const shown =
      own === '' && role === 'combobox' && !(element instanceof HTMLSelectElement) ? shownText(element) : '';
    return /^(?:choose|select|pick)\s/iu.test(shown) ? shown : own;
  };
  /** What only the classes of a control without words say: "trash" of an icon. */
  const iconWords = (element: Element, role: string): string[] => {
    if (!PRESSED.has(role) || nameOf(element, role) !== '' || textOf(element) !== '') return [];
    return [element, ...(element.childElementCount === 1 ? [...element.children] : [])]
      .flatMap((each) =>
        [...each.classList].map((name) =>
          name.replaceAll(
            /(?:^|[-_])(?:fa[srlbd]?|bi|mdi|icons?|btn|button|glyphicon|lucide|material|o|fill|outline|solid|regular)(?=$|[-_])/giu,
            '',
          ),
        ),
      )
      .filter((word) => word !== '');
  };
  const candidates = elements.flatMap((element): Candidate[] => {
    const role = roleOf(element);
    if (role === '' || closest(element, '[aria-hidden="true"], [inert]') !== null) return [];
    const labelled =
      element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type)
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
        text: PRESSED.has(role) && field?.type !== 'checkbox' ? shownText(element) : '',
        placeholder: placeholderOf(element, role),
        attributes: [
          ...['id', 'name', 'data-testid'].flatMap((attribute) => element.getAttribute(attribute) ?? []),
          ...iconWords(element, role),
        ],
        options:
          element instanceof HTMLSelectElement
            ? [...element.options].map((option) => squeeze(option.label))
            : [],
        href: element instanceof HTMLAnchorElement ? element.href : '',
        checked: element instanceof HTMLInputElement && element.checked,
        styled: switchState(element),
        pressed: element.matches('[aria-pressed="true"], [aria-pressed="false"]')
          ? element.matches('[aria-pressed="true"]')
          : null,
        focused: active === element,
        value:
          element instanceof HTMLInputElement && element.type !== 'password'
            ? element.value
            : (element.getAttribute('aria-valuenow') ?? sliderValue(element)),
        sorted:
          element.getAttribute('aria-sort') ??
          element.closest('th, [role="columnheader"]')?.getAttribute('aria-sort') ??
          null,
        disabled: element.matches(':disabled, [aria-disabled="true"]'),
        readOnly: element instanceof HTMLInputElement && element.readOnly,
        expanded: expandedOf(element),
        inDialog:
          closest(element, 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]') !==
          null,
        inMenu:
          closest(
            element,
            '[role="menu"], [role="listbox"], [class*="menu" i], [class*="dropdown" i], [popover]',
          ) !== null,
        opensMenu: isMenuButton(element),
        opensTab: element.getAttribute('target') === '_blank',
        isFile: element.matches('a[download]'),
        rel: element.getAttribute('rel') ?? '',
        // A button that plays the part of a list is none.
        type: role !== 'button' && field instanceof HTMLButtonElement ? '' : (field?.type ?? ''),
        autocomplete: element.getAttribute('autocomplete') ?? '',
        testId: element.getAttribute('data-testid') ?? '',
        css: cssOf(element),
        items: itemsAround(element),
        form: field?.form === null || field === null ? -1 : forms.indexOf(field.form),
        group: groupOf(element),
        before: wordsBefore(element),
        cell: cellOf(element),
        inContent: inContent(element),
        level: Number(/^h([1-6])$/u.exec(element.localName)?.[1] ?? element.getAttribute('aria-level') ?? 0),
      },
    ];
  });

  /** Styled tabs name their panel in an attribute of their own. */
  const byData = new Map<string, Element>();
  for (const element of elements)
    if (element instanceof HTMLElement)
      for (const value of Object.values(element.dataset))
        if (value !== undefined && value !== '') byData.set(value.replace(/^#/u, ''), element);
  const isBar = (element: Element): boolean =>
    element.matches('[role="tablist"]') ||
    (element.childElementCount > 1 &&
      [...element.children].every(
        (child) => child.matches('button, a[href], [onclick], [role="tab"]') || looksClickable(child),
      ));
  /** The tab of a panel that names none: the panels follow their tabs, in the same order. */
  const tabOf = (panel: Element): Element | null => {
    const siblings = [...(panel.parentElement?.children ?? [])].filter(
      (each) => !each.matches('script, style'),
    );
    const bar = siblings.slice(0, siblings.indexOf(panel)).findLast((each) => isBar(each));
    if (bar === undefined) return null;
    const own = [...bar.querySelectorAll('[role="tab"]')];
    const tabs = own.length > 0 ? own : [...bar.children];
    const panels = siblings.slice(siblings.indexOf(bar) + 1).slice(0, tabs.length);
    return panels.filter((each) => isVisible(each)).length === 1
      ? (tabs[panels.indexOf(panel)] ?? null)
      : null;
  };
  /** A dialog may stand beside any control: its own says what it is about. */
  const sharesWord = (control: Element, dialog: Element): boolean => {
    const named = [dialog, ...dialog.querySelectorAll('[aria-label]')].map((each) =>
      each.getAttribute('aria-label'),
    );
    const about = squeeze(`${named.join(' ')} ${dialog.textContent}`).toLowerCase();
    return textOf(control)
      .toLowerCase()
      .split(/\P{L}+/u)
      .some((word) => word.length > 3 && about.includes(word));
  };
  const isControl = (element: Element) =>
    element.matches('button, summary, [aria-expanded], [aria-haspopup], [onclick], [role="button"]') ||
    looksClickable(element);
  const saysThatItOpens = (control: Element | undefined) =>
    control?.matches('[aria-expanded], [aria-haspopup]:not([aria-haspopup="false"])') ?? false;
  /** Of the controls right before what is hidden the one that speaks of it; else the nearest, unless it does something itself. */
  const besideOf = (panel: Element): Element | null => {
    const before: Element[] = [];
    for (let at = panel.previousElementSibling; at !== null && isControl(at); at = at.previousElementSibling)
      before.push(at);
    // "Upload file [▾]": what stands before the arrow speaks of the same thing, and does it.
    const run = saysThatItOpens(before[0]) ? before.filter((each) => saysThatItOpens(each)) : before;
    const speaking = run.filter((control) => sharesWord(control, panel));
    const [nearest = null] = speaking.length === 0 ? run : speaking;
    const isDialog =
      panel.matches('dialog, [role="dialog"]') || panel.querySelector('dialog, [role="dialog"]') !== null;
    const doesMore =
      nearest !== null &&
      /^(?:mark|delete|remove|send|save|submit|pay|approve|reject|archive|publish|place|buy|log ?out|sign ?out)(?!\p{L})/iu.test(
        textOf(nearest),
      );
    return speaking.length === 0 && (isDialog || doesMore) ? null : nearest;
  };
  /** The control that reveals a hidden element: a summary, tab, button or menu entry around it. */
  const openerOf = (element: Element): { opener: Element; byPointing: boolean } | null => {
    for (let at: Element | null = element; at !== null; at = outer(at)) {
      const id = CSS.escape(at.id);
      const named =
        at.id === ''
          ? null
          : (all(
              `[aria-controls~="${id}"], a[href="#${id}"], [data-target="#${id}"], [data-bs-target="#${id}"]`,
            )[0] ?? null);
      const labelled = at.matches('[role="tabpanel"]')
        ? byId(at, at.getAttribute('aria-labelledby') ?? '')
        : null;
      const tab = isVisible(at) ? null : tabOf(at);
      const summary =
        at instanceof HTMLDetailsElement && !at.open ? at.querySelector(':scope > summary') : null;
      const before = at.previousElementSibling;
      const beside = isVisible(at) ? null : besideOf(at);
      const around = at.parentElement;
      const holder =
        around !== null && !isVisible(at) && looksClickable(around) && textOf(around) !== '' ? around : null;
      const own =
        [named, labelled, byData.get(at.id) ?? null, tab, summary, beside, holder].find(
          (opener) => opener !== null && isVisible(opener),
        ) ?? null;
      // The entry of a menu that has a menu of its own may do something when it is clicked.
      if (own !== null)
        return { opener: own, byPointing: own.matches('[role="menuitem"][aria-haspopup="true"]') };
      const entry = at.parentElement;
      if (entry?.localName === 'li' && !isVisible(at) && isVisible(entry) && at.matches('ul, ol, menu, div'))
        return { opener: before ?? entry, byPointing: true };
    }
    return null;
  };
  const hidden = elements.flatMap((element): Hidden[] => {
    if (
      isVisible(element) ||
      !(
        element.matches('a[href], button, input:not([type="hidden"]), select, textarea, [role], [onclick]') ||
        looksClickable(element)
      )
    )
      return [];
    const role = roleOf(element);
    const found = role === '' ? null : openerOf(element);
    if (found === null || (!found.byPointing && found.opener.matches('details, form, body'))) return [];
    return [
      {
        role,
        name: nameOf(element, role).slice(0, 300),
        opener: cssOf(found.opener),
        openerName: textOf(found.opener).slice(0, 80),
        byPointing: found.byPointing,
        items: itemsAround(element),
      },
    ];
  });
  /** Labels of values that are hidden too. */
  const labels = all('dt, th, td:first-child:nth-last-child(2), p, li, div, span').flatMap(
    (element): Hidden[] => {
      if (isVisible(element) || element.childElementCount > 1) return [];
      const text = squeeze(element.textContent);
      const [, own] = /^([^:]{1,60}):\s+\S/u.exec(text) ?? [];
      const [, doing] = /^((?:\p{L}+ed |written |sent )?by)\s+\p{Lu}/iu.exec(text) ?? [];
      const name = element.matches('dt, th, td') ? text : (own ?? doing);
      const found = name === undefined || name === '' ? null : openerOf(element);
      if (name === undefined || found === null || found.byPointing) return [];
      return [
        {
          role: 'label',
          name: name.slice(0, 80),
          opener: cssOf(found.opener),
          openerName: textOf(found.opener).slice(0, 80),
          byPointing: false,
          items: itemsAround(element),
        },
      ];
    },
  );
  return { candidates, hidden: [...hidden, ...labels] };
}
