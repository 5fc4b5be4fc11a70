import type { Candidate, PageView } from '../page/page-view.ts';

const PRESSED = new Set(['button', 'link', 'generic', 'tab', 'menuitem']);

function words(list: string): RegExp {
  return new RegExp(`^(?:${list})$`, 'iu');
}

/** Names of pagination controls. */
const NAMES: Readonly<Record<'next' | 'previous' | 'first' | 'last', RegExp>> = {
  next: words(
    '(?:go to )?(?:the )?next(?: page| results)?\\s*[›»→>]*|[›→>]|older(?: posts| entries)?\\s*[›»→>]*|weiter|nächste(?: seite)?|suivante?|siguiente',
  ),
  previous: words(
    '[‹«←<]*\\s*(?:go to )?(?:the )?prev(?:ious)?(?: page| results)?|[‹«←<]+\\s*back|[‹←<]|[‹«←<]*\\s*newer(?: posts| entries)?',
  ),
  first: words('[«‹←<|]*\\s*(?:go to )?(?:the )?first(?: page)?|«|<<|\\|<'),
  last: words('(?:go to )?(?:the )?last(?: page)?\\s*[»›→>|]*|»|>>|>\\|'),
};

/** What can be pressed. */
export function pressable(view: PageView): Candidate[] {
  return view.candidates.filter(({ role }) => PRESSED.has(role));
}

/** Controls that are called so. */
export function named(view: PageView, to: keyof typeof NAMES): Candidate[] {
  return pressable(view).filter(
    ({ name, text, rel }) =>
      rel === to.slice(0, 4) || rel === to || [name, text].some((said) => NAMES[to].test(said.trim())),
  );
}

/** Whether a control of that name turns to the next page. */
export function isNext(name: string): boolean {
  return NAMES.next.test(name.trim());
}

const MORE = words('(?:load|show|view|see)\\s+(?:\\d+\\s+)?more(?:\\s+(?!about\\b)\\p{L}+){0,2}\\s*[…↓▾]?');

/** What brings further things below those of a list; what stands in one thing shows more of it. */
export function moreOf(view: PageView): Candidate | null {
  const all = pressable(view).filter(
    ({ name, text, disabled, inContent, items }) =>
      inContent && !disabled && items.length === 0 && [name, text].some((said) => MORE.test(said.trim())),
  );
  return view.items.length > 1 && all.length === 1 ? (all[0] ?? null) : null;
}

/** "Page 2 of 5": which it is of how many; null where the page does not say. */
function placeAmongPages({ text }: PageView): { at: number; of: number } | null {
  const found = [...text.matchAll(/\bpage (\d{1,4}) of (\d{1,4})\b/giu)];
  const [, at = '', of = ''] = found[0] ?? [];
  return found.length === 1 ? { at: Number(at), of: Number(of) } : null;
}

/** Whether the page says that it is the first. */
export function isFirstPage(view: PageView): boolean {
  return placeAmongPages(view)?.at === 1;
}

/** A page of a list may hold a single row; a single card may be all that the page is about. */
function isList({ items }: PageView): boolean {
  return items.length > 1 || items.some(({ isRow }) => isRow);
}

/** Whether what the page lists began on an earlier page. */
export function hasEarlier(view: PageView): boolean {
  return (
    isList(view) &&
    !isFirstPage(view) &&
    named(view, 'previous').some(({ disabled, inContent }) => inContent && !disabled)
  );
}

/** Whether what the page lists goes on on a further page, so that this one cannot answer for all of it. */
export function goesOn(view: PageView): boolean {
  // An arrow alone may turn weeks or pictures.
  const isNext = ({ name, text, disabled, inContent }: Candidate) =>
    inContent && !disabled && [name, text].some((said) => /\p{L}{4}/u.test(said));
  const place = placeAmongPages(view);
  // A control that does nothing on the last page may look as if it did.
  if (place !== null && place.at === place.of) return false;
  return isList(view) && named(view, 'next').some(isNext);
}
