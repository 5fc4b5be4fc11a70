/// <reference lib="dom" />
/* The things that a page lists. These functions run in the page; `page-script.ts` takes their source there. */
import { everywhere, isShown, tidy } from './page-elements.ts';

/** One of several things that a page lists: a row, an entry, a card. */
export interface ListedThing {
  /** Those of one list have the same number. */
  list: number;
  text: string;
  /** An entry of a list, as opposed to a row or a part that only looks like one. */
  isEntry: boolean;
  /** It has a heading or a control of its own, as a sentence about a form has not. */
  isFull: boolean;
}

/** Entries that stand beside others of their kind; parts of a layout are two of a kind as well. */
export function isListed(element: Element): boolean {
  const { parentElement, localName, className } = element;
  const isNotice = /error|invalid|danger|alert|fail|problem|warn|notice|flash|message/i;
  if (parentElement === null || isNotice.test(className)) return false;
  const isEntry = /^(?:li|tr|article)$/.test(localName);
  if (!isEntry && (className === '' || !/^(?:div|section|a)$/.test(localName))) return false;
  const alike = [...parentElement.children].filter(
    (each) => each.localName === localName && (isEntry || each.className === className),
  );
  return alike.length >= (isEntry ? 2 : 3);
}

/** The things that are listed on the page, the parts beside its content among them. */
export function listedThings(): ListedThing[] {
  const lists = new Map<Element, number>();
  return everywhere('li,tr,article,div[class],section[class],a[class],aside,footer,nav')
    .slice(0, 3000)
    .filter((each) => (each.matches('aside,footer,nav') || isListed(each)) && isShown(each))
    .slice(0, 300)
    .map((each) => {
      const parent = each.parentElement ?? each;
      if (!lists.has(parent)) lists.set(parent, lists.size);
      const isBeside = each.matches('aside,footer,nav');
      return {
        list: lists.get(parent) ?? 0,
        text: (each.textContent ?? '')
          .replaceAll(/[\s\u200b\u00ad]+/g, ' ')
          .trim()
          .slice(0, 2000),
        isEntry: isBeside || each.matches('li,article'),
        isFull: isBeside || each.querySelector('h2,h3,h4,h5,h6,button,a[href]:not([href^="#"])') !== null,
      };
    })
    .filter(({ text }) => tidy(text) !== '');
}

/** The listed thing around a control. */
export function rowOf(control: Element): { name: string; text: string } | null {
  let row = control.parentElement;
  while (row !== null && !isListed(row)) row = row.parentElement;
  if (row === null || control.contains(row)) return null;
  const words = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
    const name = tidy(node.nodeValue);
    if (/[\p{L}\p{N}]{2}/u.test(name) && !control.contains(node))
      return { name, text: tidy(row.textContent) };
  }
  return null;
}

/** The texts of the column that a control heads, in the order of its rows; null for what heads none. */
export function columnOf(control: Element): string[] | null {
  const head = control.closest('th,[role=columnheader]');
  const table = head?.closest('table,[role=grid],[role=table]') ?? null;
  const heads = head?.parentElement ?? null;
  const CELLS = 'td,[role=cell],[role=gridcell]';
  if (head === null || table === null || heads === null || heads.querySelector(CELLS) !== null) return null;
  const at = [...heads.children].indexOf(head);
  return [...table.querySelectorAll('tr,[role=row]')]
    .slice(0, 500)
    .filter((row) => row.querySelector(CELLS) !== null && isShown(row))
    .map((row) => tidy(row.children[at]?.textContent));
}

/** What a page that was searched says of having found nothing; empty where it does not. */
export function nothingFound(): string {
  const NOTHING =
    /^\W*(?:sorry,? )?(?:(?:there (?:are|were) |we found |found )?(?:no|0|zero) (?:\p{L}+ )?(?:results?|matches|hits|search results)\b|no\p{L}* (?:\p{L}+ )?(?:match(?:es|ed)?|found)\b|nothing (?:was |is )?(?:found|match(?:es|ed)?)\b|your search\b.*\b(?:did not|didn[’']t) match|keine? (?:treffer|ergebnisse)|nichts gefunden|aucun résultat|sin resultados|no se encontr)/iu;
  const FIELDS = 'input[type=search],[role=searchbox],input[name=q],input[name*=search i]';
  // A part of a page may have nothing to show without having been searched.
  const isSearched =
    location.search.includes('=') ||
    everywhere(FIELDS).some((each) => (each as HTMLInputElement).value !== '');
  if (!isSearched || document.getElementsByTagName('*').length > 3000) return '';
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = tidy(node.nodeValue);
    const parent = node.parentElement;
    if (parent === null || text.length > 160 || !NOTHING.test(text)) continue;
    if (parent.closest('script,style,template,option,button,a') === null && isShown(parent))
      return tidy(parent.textContent);
  }
  return '';
}

/** Stands for the pictures of the page. */
export function picturesOf(): string {
  return everywhere('img,video,iframe,embed,source')
    .slice(0, 500)
    .map((each) => each.getAttribute('src') ?? each.getAttribute('srcset'))
    .join(' ')
    .slice(0, 20_000);
}
