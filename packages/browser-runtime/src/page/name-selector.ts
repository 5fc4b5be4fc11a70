/// <reference lib="dom" />
import { type ElementNames, elementNames } from './element-names.ts';
import { defineSelectorEngine } from './selector-engines.ts';

/** Which elements a visible name may mean: the fields for filling in, or whatever there is. */
export type NameKind = 'field' | 'any';

const ENGINE = 'errand-name';

/**
 * Runs in the page. Finds what people call by a name: a control that has it, else a label or a picture, else a text.
 * The first of these kinds that is there decides.
 */
function nameEngine({ labelsOf, labelledBy, contentName, buttonValue }: ElementNames) {
  const FIELDS =
    'input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image]),textarea,select,[contenteditable=""],[contenteditable=true],[role=textbox],[role=searchbox],[role=combobox],[role=listbox],[role=spinbutton],[role=slider],[role=checkbox],[role=radio],[role=switch]';
  const CONTROLS = `${FIELDS},button,a[href],summary,option,input[type=submit],input[type=button],input[type=reset],input[type=image],[role=button],[role=link],[role=tab],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=option],[role=treeitem]`;
  const UNREAD = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'TITLE']);

  const tidy = (text: string | null | undefined): string =>
    (text ?? '').replaceAll(/[\s\u200b\u00ad]+/g, ' ').trim();

  const roots = (root: ParentNode): ParentNode[] => {
    const all = [root];
    for (let at = 0; at < all.length; at += 1)
      for (const element of all[at]?.querySelectorAll('*') ?? [])
        if (element.shadowRoot) all.push(element.shadowRoot);
    return all;
  };

  const visible = (element: Element): boolean => {
    if (element instanceof HTMLOptionElement) return element.parentElement !== null;
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })) return false;
    const { width, height } = element.getBoundingClientRect();
    return (width > 0 && height > 0) || [...element.children].some(visible);
  };

  const namesOf = (element: Element): string[] => {
    const names: (string | null)[] = [
      labelledBy(element)
        .map(({ textContent }) => textContent)
        .join(' '),
      element.getAttribute('aria-label'),
    ];
    for (const label of labelsOf(element)) {
      const text = tidy(contentName(label));
      names.push(text, text.replace(/\s*[:*]+$/, ''));
    }
    if (element instanceof HTMLInputElement && /^(submit|button|reset|image)$/.test(element.type))
      names.push(buttonValue(element));
    if (element.matches('input,textarea,select')) names.push(element.getAttribute('placeholder'));
    else names.push(contentName(element));
    if (!names.some((name) => tidy(name) !== '')) names.push(element.getAttribute('title'));
    return names.map(tidy);
  };

  const withNamed = (scopes: ParentNode[], selector: string, name: string): Element[] =>
    scopes
      .flatMap((scope) => [...scope.querySelectorAll(selector)])
      .filter((element) => namesOf(element).includes(name))
      .filter((element) => visible(element) || labelsOf(element).some(visible));

  /** The innermost elements whose whole text is `name`. */
  const withText = (scopes: ParentNode[], name: string): Element[] => {
    const found = new Set<Element>();
    for (const scope of scopes) {
      const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = tidy(node.nodeValue);
        if (text === '' || !name.includes(text)) continue;
        let element = node.parentElement;
        while (element !== null && !UNREAD.has(element.tagName)) {
          const whole = tidy(element.textContent);
          if (whole === name) {
            if (visible(element)) found.add(element);
            break;
          }
          if (whole.length > name.length * 2 + 100) break;
          element = element.parentElement;
        }
      }
    }
    return [...found];
  };

  const queryAll = (root: ParentNode, body: string): Element[] => {
    const { name, kind } = JSON.parse(decodeURIComponent(body)) as { name: string; kind: string };
    const wanted = tidy(name);
    const scopes = roots(root);
    const tiers = [
      () => (kind === 'field' ? withNamed(scopes, FIELDS, wanted) : []),
      () => withNamed(scopes, CONTROLS, wanted),
      () => withNamed(scopes, 'label,img[alt],[aria-label]', wanted),
      () => withText(scopes, wanted),
    ];
    for (const tier of tiers) {
      const found = tier();
      if (found.length > 0) return found;
    }
    return [];
  };
  return { queryAll, query: (root: ParentNode, body: string) => queryAll(root, body)[0] ?? null };
}

/** Expression of an object whose `queryAll` finds in a document what `nameQuery` says. */
export const NAME_FINDER = `(${String(nameEngine)})((${String(elementNames)})())`;

defineSelectorEngine({ name: ENGINE, content: NAME_FINDER, contentScript: true });

/** Of everything that is called `name`. */
export function nameQuery(name: string, kind: NameKind): string {
  return encodeURIComponent(JSON.stringify({ name, kind })).replaceAll("'", '%27');
}

/** The selector of everything that is called `name`. */
export function byName(name: string, kind: NameKind): string {
  return `${ENGINE}=${nameQuery(name, kind)}`;
}
