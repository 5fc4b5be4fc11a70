/// <reference lib="dom" />
import type { Fact } from '../page-view.ts';
import type { PageTools } from './tools.ts';

/** Text that may say values in its sentences, and where it stands. */
export interface Statement extends Omit<Fact, 'label' | 'value' | 'source' | 'parts'> {
  readonly sentences: string;
}

/** Runs in the page: the values that it shows, with their labels, and in their order the texts that may say more. */
export function viewFacts({
  all,
  closest,
  squeeze,
  isVisible,
  textOf,
  cssOf,
  itemsAround,
  headingOf,
  isBoldHead,
}: PageTools): (Fact | Statement)[] {
  const facts: (Fact | Statement)[] = [];
  const MAX_VALUE_LENGTH = 500;
  /** How many characters of statements are still taken; the service searches each with patterns. */
  let unread = 200_000;
  /** What only shows that more can be opened. */
  const TOGGLES = /^[+＋▸▾▼▲►▶◂◄⌄⌃›»]$/u;
  const placeOf = (element: Element) => ({
    css: cssOf(element),
    testId: element.getAttribute('data-testid') ?? '',
    items: itemsAround(element),
    under: headingOf(element),
  });
  const state = (
    label: string,
    element: Element,
    source: Fact['source'],
    value = textOf(element),
    parts: readonly string[] = [],
  ) => {
    if (
      label === '' ||
      value === '' ||
      TOGGLES.test(value) ||
      value.length > MAX_VALUE_LENGTH ||
      label.length > 80 ||
      !isVisible(element)
    )
      return;
    facts.push({ label, value, source, ...placeOf(element), ...(parts.length > 1 && { parts }) });
  };
  const unpunctuated = (label: string) => label.replace(/\s*[:=]$/u, '');

  for (const term of all('dt')) {
    const value = term.nextElementSibling;
    if (value?.localName === 'dd') state(unpunctuated(textOf(term)), value, 'shown');
  }
  /** Says something, and is no control. */
  const isPlainText = (part: Element) =>
    part.childElementCount === 0 && textOf(part) !== '' && part.closest('button, a, label') === null;
  for (const table of all('table')) {
    if (!(table instanceof HTMLTableElement)) continue;
    const rows = [...table.rows];
    const header =
      rows.find((row) => row.cells.length > 1 && [...row.cells].every((cell) => cell.localName === 'th')) ??
      (table.tHead?.rows[0] !== undefined && table.tHead.rows[0].cells.length > 1
        ? table.tHead.rows[0]
        : rows.find((row) => isBoldHead(row)));
    for (const row of rows) {
      if (row === header) continue;
      const cells = [...row.cells];
      const last = cells.at(-1);
      if (cells.length >= 2 && last !== undefined && cells.slice(1, -1).every((cell) => textOf(cell) === ''))
        state(unpunctuated(textOf(cells[0] ?? row)), last, 'shown');
      const said = cells.filter((cell) => textOf(cell) !== '');
      const [head, only] = said;
      // "Total" at the foot of a table and its amount, in any column.
      if (
        head !== undefined &&
        only !== undefined &&
        said.length === 2 &&
        only !== last &&
        (header === undefined || row.closest('tfoot') !== null)
      )
        state(unpunctuated(textOf(head)), only, 'shown');
      if (header === undefined || row.closest('tfoot') !== null) continue;
      let column = 0;
      for (const cell of cells) {
        const head = header.cells[column];
        const isUnder = head !== undefined && (cells.length > 2 || header.cells.length === cells.length);
        const held = cell.querySelector<HTMLInputElement>('input[type="number"], input[type="text"]');
        if (isUnder && held !== null && [...cell.querySelectorAll('*')].every((part) => !isPlainText(part)))
          state(textOf(head), cell, 'headed', held.value);
        else if (isUnder) state(textOf(head), cell, 'shown');
        column += cell.colSpan;
      }
    }
  }
  for (const grid of all('[role="table"], [role="grid"], [role="treegrid"]')) {
    const heads = [...grid.querySelectorAll('[role="columnheader"]')];
    for (const row of grid.querySelectorAll('[role="row"]')) {
      const cells = [...row.querySelectorAll('[role="cell"], [role="gridcell"], [role="rowheader"]')];
      cells.forEach((cell, column) => {
        const head = heads[column];
        if (head !== undefined) state(textOf(head), cell, 'shown');
      });
    }
  }
  for (const tab of all('[role="tab"][aria-selected="true"]')) {
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    const text = panel === null || panel.querySelector('h2, h3, h4, li, tr') !== null ? '' : textOf(panel);
    if (panel !== null && isVisible(panel) && text.length <= 120) state(textOf(tab), panel, 'headed', text);
  }
  const LABEL = '[class*="label" i], [class*="key" i], [class*="term" i], [class*="caption" i]';
  for (const element of all(LABEL)) {
    const value = element.nextElementSibling;
    const isPlain = element.childElementCount === 0 && !element.matches('label, button, input, dt, caption');
    if (isPlain && value !== null && !value.matches(`${LABEL}, input, select, textarea`))
      state(unpunctuated(textOf(element)), value, 'shown');
  }
  /** "Next payment on <b>1 December</b>": the emphasised text after its words. */
  const EMPHASIS = 'b, strong, em, time, output';
  /** "€9 <small>per month</small>": what the price is for may stand in an element of its own. */
  const moneyText = (element: Element): string => {
    const isRemark = (part: Element) =>
      part.matches('span, small, sub, sup, abbr') && !/\d/u.test(textOf(part));
    return [...element.children].every(isRemark)
      ? [...element.childNodes]
          .map((node) => (node instanceof Element ? '' : (node.textContent ?? '')))
          .join(' ')
          .replaceAll(/\s+/gu, ' ')
          .trim()
      : '';
  };
  const MONEY =
    /^(?:from\s+)?(?:[$€£¥₹]\s?\d[\d.,\s]*|\d[\d.,]*\s?(?:[$€£¥₹]|eur|usd|gbp|chf))(?:\s*(?:\/|per|an?|each|pro)\s*\p{L}*)?$/iu;
  const STRUCTURE =
    'html, body, main, table, thead, tbody, ul, ol, dl, form, fieldset, [role="table"], [role="list"], [role="tablist"]';
  const CONTROL = 'a, button, input, select, textarea';
  const FIELD = 'input, select, textarea';
  /** What a list offers is no value; what a field holds is read from it. */
  const isOrHas = (element: Element, selector: string) =>
    element.matches(selector) || element.querySelector(selector) !== null;
  /** "by Mara Quill", "Posted by Tom Vos, yesterday". */
  const DOER = /^((?:\p{L}+ed |written |sent )?by)\s+(\p{Lu}[^,·|•]{1,60}|[^\s,]+ team)(?:[,·|•].*)?$/u;
  /** "★ 4.8", "4.8 out of 5". */
  const RATING =
    /^(?=.*[★⭐☆])[★⭐☆]?\s*(\d(?:[.,]\d)?)\s*[★⭐☆]?(?:\s*\(\d+\))?$|^(\d(?:[.,]\d)?) out of 5(?: stars)?$/u;
  /** No sentence has less than three words. */
  const SENTENCE = / \S+ /;
  /** A whole sentence says something itself, and is no label. */
  const STATED = /^\p{Lu}(?:\S*\s+){3,}.*[.!]$/u;
  const PAIR = /^([^:]{1,60}):\s+(\S.*)$/u;
  /** "0171 5555. Hours Mon–Fri 9–17", "320 g. Colour: black": what follows is another sentence. */
  const NEXT_SENTENCE =
    /(?<=^\W?\d[\d\s.,()/+-]*(?:\s?[\p{Ll}%€£$°²³]{1,4})?)\.\s+\p{Lu}.*$|\.\s+\p{Lu}[^.:]{0,40}:\s.*$/u;
  const NEXT_PAIR = /\.\s+(\p{Lu}[^.:]{0,40}):\s+(\S[^.]*?)(?=\.(?:\s|$)|$)/gu;
  const isStruck = (element: Element) =>
    [element, element.parentElement].some(
      (one) => one !== null && getComputedStyle(one).textDecorationLine.includes('line-through'),
    );
  for (const element of all('s, del'))
    if (MONEY.test(textOf(element))) state('former price', element, 'struck');
  for (const element of all('*')) {
    if (
      element.matches('script, style, noscript, template, option, select, textarea, dt, label, button') ||
      closest(element, 'del, s, [aria-hidden="true"], head') !== null
    )
      continue;
    if (element.childElementCount > 4) continue;
    const text = textOf(element);
    if (text === '' || text.length > MAX_VALUE_LENGTH) continue;
    const leaf = element.childElementCount === 0;
    for (const attribute of ['data-testid', 'itemprop', 'id', 'aria-label']) {
      const words = element.getAttribute(attribute);
      const isName = !element.matches('a, input, form, section, nav, table, ul, ol, li');
      // What holds a list of things is no value.
      const isThing = element.matches('article') && element.querySelector('button, form') !== null;
      if (
        words !== null &&
        isName &&
        !isThing &&
        element.querySelector('li, tr, article, [role="row"]') === null
      )
        state(words, element, 'marked');
    }
    if (leaf) for (const word of element.classList) state(word, element, 'marked');
    const [, doing = '', doer = ''] = leaf ? (DOER.exec(text) ?? []) : [];
    if (doer !== '') state(doing, element, 'shown', doer);
    // "€49.00 · In stock".
    const [sum = '', ...sums] = moneyText(element)
      .split(/\s*[·•|]\s*/u)
      .filter((part) => MONEY.test(part));
    if (sum !== '' && sums.length === 0)
      if (isStruck(element)) state('former price', element, 'struck', sum);
      else state('price', element, 'money', sum);
    const rated = text.split(/\s*[·•|]\s*/u).find((part) => RATING.test(part)) ?? text;
    const [, stars = '', rating = stars] = RATING.exec(rated) ?? [];
    if (leaf && rating !== '') state('rating', element, 'shown', rating);
    const [, contact = ''] = /^(tel|mailto):/iu.exec(element.getAttribute('href') ?? '') ?? [];
    if (contact !== '') state(contact.toLowerCase() === 'tel' ? 'phone number' : 'email', element, 'shown');
    if (element.matches('h2, h3, h4, h5, h6, [role="heading"]')) {
      const after: Element[] = [];
      for (
        let next = element.nextElementSibling;
        next !== null && !next.matches('h1, h2, h3, h4, h5, h6, [role="heading"], form, table, ul, ol, dl');
        next = next.nextElementSibling
      )
        after.push(next);
      const all = after.filter((part) => isVisible(part));
      // "Balance due: £1,284.50 [See statements]": what leads on is no part of the number.
      const isNumber = /^\W?\d[\d.,\s]*\W?$/u.test(textOf(all[0] ?? element));
      const shown = isNumber ? all.filter((part) => !part.matches(CONTROL)) : all;
      const [only] = shown;
      const parts = shown.map((part) => textOf(part)).filter((part) => part !== '');
      const value = parts.join(' ');
      if (only !== undefined && value.length <= 240) state(unpunctuated(text), only, 'headed', value, parts);
    }
    // A page, table or list with two parts is no label with its value, nor are two controls.
    if (element.matches(STRUCTURE) || element.querySelector(STRUCTURE) !== null) continue;
    // A line break stands between a label and its value, and is neither.
    const own = [...element.children].filter((child) => !child.matches('br'));
    const [first, second] = own;
    const ownText = squeeze(
      [...element.childNodes].map((node) => (node instanceof Text ? node.data : ' ')).join(''),
    );
    if (
      first !== undefined &&
      second !== undefined &&
      own.length === 2 &&
      !(first.matches(CONTROL) && second.matches(CONTROL)) &&
      !isOrHas(first, FIELD) &&
      !isOrHas(second, 'select') &&
      !STATED.test(textOf(first)) &&
      /^[:=]?$/u.test(ownText)
    ) {
      // "3 Open requests": the number precedes the counted things.
      if (/^\W?\d[\d.,\s]*\W?$/u.test(textOf(first)) && /\p{L}{2}/u.test(textOf(second)))
        state(unpunctuated(textOf(second)), first, 'shown');
      else if (!MONEY.test(textOf(first))) state(unpunctuated(textOf(first)), second, 'shown');
    } else if (
      first !== undefined &&
      element.childElementCount === 1 &&
      ownText !== '' &&
      text.startsWith(textOf(first))
    ) {
      // "<b>3</b> points", "<b>£42</b> per day": the label stands after its value.
      if (/^\d[\d.,]*$/u.test(textOf(first))) state(ownText, first, 'shown');
      else if (!MONEY.test(textOf(first)))
        state(unpunctuated(textOf(first)), element, 'shown', ownText.replace(/^[:=]\s*/u, ''));
    }
    // "T-310 · Status: <b>Open</b> · Assigned to: <b>Yusuf</b>".
    if (own.length > 1)
      for (const part of own) {
        const said = part.matches(EMPHASIS) ? (part.previousSibling?.textContent ?? '') : '';
        const [, label = ''] = /(?:^|[·•|,;.–—])\s*(\p{L}[^:·•|,;.]{0,40}):\s*$/u.exec(said) ?? [];
        state(label, part, 'shown');
      }
    if (first !== undefined && element.childElementCount === 1 && first.matches(EMPHASIS)) {
      const before = ownText.replace(/[.!]$/u, '').trim();
      if (before !== '' && before.length <= 40 && text.replace(/[.!]$/u, '').endsWith(textOf(first)))
        state(unpunctuated(before), first, 'shown');
    }
    if (
      element.matches('p, li, dd, td, span, div') &&
      element.querySelector('p, div, ul, table, form, button') === null &&
      SENTENCE.test(text) &&
      text.length <= unread &&
      isVisible(element)
    ) {
      unread -= text.length;
      facts.push({ sentences: text, ...placeOf(element) });
    }
    const pair = element.childElementCount <= 1 ? PAIR.exec(text) : null;
    // "Issued on 4 May. Status: Open." says it in a sentence.
    const [, inSentence = ''] = /^.*[.;]\s+(\p{Lu}[^.;:]*)$/u.exec(pair?.[1] ?? '') ?? [];
    if (pair !== null && inSentence !== '')
      state(inSentence, element, 'said', (pair[2] ?? '').replace(/\.(?:\s+\p{Lu}.*)?$/u, ''));
    // "Cost: <b>£12</b> a year": the amount is the answer, and the rest says more of it.
    else if (pair !== null && first?.matches(EMPHASIS) === true && MONEY.test(textOf(first)))
      state(pair[1] ?? '', first, 'shown');
    else if (pair !== null) {
      const [, label = '', all = ''] = pair;
      const value = all.replace(NEXT_SENTENCE, '');
      state(label, element, value === all ? 'shown' : 'said', value);
      for (const [, further = '', own = ''] of all.matchAll(NEXT_PAIR)) state(further, element, 'said', own);
    }
  }
  return facts;
}
