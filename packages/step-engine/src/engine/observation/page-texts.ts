/// <reference lib="dom" />
import { around, everywhere, isShown, tidy } from './page-elements.ts';
import { errorPlaces, isOfControl, isRed } from './page-errors.ts';
import { isListed } from './page-lists.ts';
import { saysInProgress, saysStillAtWork } from './page-progress.ts';

/** A text that appeared. */
export interface ShownText {
  text: string;
  isAlert: boolean;
  isError: boolean;
  inForm: boolean;
  holdsFields: boolean;
  /** It is, or belongs to, one of several things that are listed. */
  isItem: boolean;
  /** It went away again before the page was quiet. */
  isGone: boolean;
  /** It stands in red, as nothing else did on the page. */
  isRed: boolean;
  /** It stands beside a single field, apart from the control. */
  isBesideField: boolean;
  /** The page calls it an error or a warning, by a class or attribute. */
  isSevere: boolean;
  /** It stands beside the content of the page, apart from the control. */
  isBeside: boolean;
}

/** Runs in the page. Whether an element stands in a part beside the content of the page, and the control does not. */
export function isBeside(element: Element, control: Element | null): boolean {
  const part = around(element, 'aside,[role=complementary],footer');
  return part !== null && !(control !== null && part.contains(control));
}

/** Runs in the page. Whether a text, or the notice that holds little else, is called an error or a warning. */
export function isSevere(element: Element): boolean {
  const WORDS =
    /(?<!no-?)(?:error|\berr\b|danger|warning|critical|destructive|negative|failure)(?!-?(?:boundary|free))/i;
  const NAMES = ['class', 'type', 'variant', 'severity', 'status', 'kind', 'level'];
  const MAX_MORE = 40;
  const length = tidy((element as HTMLElement).innerText).length;
  let each: Element | null = element;
  for (let up = 0; each !== null && each !== document.body && up < 3; up += 1) {
    const own: Element = each;
    if (tidy((own as HTMLElement).innerText).length > length + MAX_MORE) return false;
    if (NAMES.some((name) => WORDS.test(`${own.getAttribute(name)} ${own.getAttribute(`data-${name}`)}`)))
      return true;
    each = own.parentElement;
  }
  return false;
}

/**
 * Runs in the page. The texts that appeared in the elements that changed, and the errors on the page.
 * @param wasSaid whether all words of an element were on the page before
 * @param said errors that were shown before, by their elements; one that is written anew is said again
 */
export function newTexts(
  touched: ReadonlySet<Element>,
  said: ReadonlyMap<Element, string>,
  form: Element | null,
  wasSaid: (element: Element) => boolean = () => false,
  control: Element | null = null,
): ShownText[] {
  const texts: ShownText[] = [];
  const seen = new Set<string>();
  const push = (text: ShownText) => {
    const known = texts.find((each) => each.text === text.text);
    // What holds a text in red says the same.
    if (known !== undefined) {
      known.isRed ||= text.isRed;
      known.isSevere ||= text.isSevere;
    }
    if (text.text === '' || seen.has(text.text) || texts.length >= 20) return;
    seen.add(text.text);
    texts.push(text);
  };
  const old = new Set(said.values());
  for (const place of errorPlaces().slice(0, 30)) {
    const text = tidy((place as HTMLElement).innerText) || unwrittenWords(place);
    if (old.has(text) && said.has(place) && ![...touched].some((each) => place.contains(each))) continue;
    const isAlert = place.closest('[role=alert],[role=alertdialog],[aria-live=assertive]') !== null;
    const isItem = !isAlert && isInList(place);
    push({
      text,
      isAlert,
      isError: !isAlert,
      inForm: form?.contains(place) ?? false,
      holdsFields: false,
      isItem,
      isGone: false,
      isRed: isRed(place) && !isColourInUse(place, touched),
      isBesideField: false,
      isSevere: isSevere(place),
      isBeside: isBeside(place, control),
    });
  }
  for (const each of touched) {
    if (around(each, '[role=listbox],[role=menu],[role=option]') !== null) continue;
    if (!each.isConnected || each === document.body || each === document.documentElement || !isShown(each))
      continue;
    const text = withoutSaid(each, wasSaid, touched) || unwrittenWords(each);
    const isError = each.childElementCount === 0 && /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(text) && isRed(each);
    const isData =
      !isError &&
      (each.childElementCount > 3 ||
        isListOfThings(each) ||
        each.querySelector('tr,[role=row],td,[role=cell]') !== null ||
        (!/\s/.test(text) && around(each, 'td,[role=cell],[role=gridcell],tr,[role=row]') !== null));
    // A sign on a button says what the button does.
    if (!/[\p{L}\p{N}]/u.test(text) && isOfControl(each)) continue;
    const holdsFields = each.querySelector('input,select,textarea') !== null;
    const inForm = form?.contains(each) ?? false;
    const isItem = isInList(each);
    // A list that is drawn anew says nothing new by what it said before.
    if (text.length < 200 && !isData && !(isItem && !isError && wasSaid(each)))
      push({
        text,
        isAlert: false,
        isError,
        inForm,
        holdsFields,
        isItem,
        isGone: false,
        isRed: isError && !isColourInUse(each, touched),
        isBesideField: !holdsFields && isBesideField(each, control),
        isSevere: !holdsFields && isSevere(each),
        isBeside: isBeside(each, control),
      });
  }
  return texts;
}

/** Runs in the page. Whether other texts than those that changed stand there in the colour of an element. */
export function isColourInUse(element: Element, touched: ReadonlySet<Element>): boolean {
  const { color } = getComputedStyle(element);
  return everywhere('h1,h2,h3,h4,p,a,button,label,li,td,span,strong')
    .slice(0, 500)
    .some(
      (each) =>
        /\p{L}{2}/u.test(each.textContent ?? '') &&
        !each.contains(element) &&
        !element.contains(each) &&
        ![...touched].some((one) => one.contains(each)) &&
        getComputedStyle(each).color === color &&
        isShown(each),
    );
}

/** Runs in the page. Whether a text stands in a part of the page that holds one field, and not the control. */
export function isBesideField(text: Element, control: Element | null): boolean {
  const FIELDS =
    'input:not([type=hidden],[type=checkbox],[type=radio],[type=submit],[type=button]),select,textarea';
  let part = text.parentElement;
  for (let up = 0; part !== null && part !== document.body && up < 3; up += 1) {
    const { length } = part.querySelectorAll(FIELDS);
    if (length > 1 || (control !== null && part.contains(control))) return false;
    if (length === 1) return true;
    part = part.parentElement;
  }
  return false;
}

/** Runs in the page. The words of an element without those of its entries that are as they were, or only drawn anew. */
export function withoutSaid(
  element: Element,
  wasSaid: (element: Element) => boolean,
  touched: ReadonlySet<Element>,
): string {
  const old = [...element.querySelectorAll('li,tr,article')]
    .slice(0, 100)
    .filter((each) => (isListed(each) || isBesideNew(each, touched)) && wasSaid(each));
  return tidy(
    old.reduce(
      (text, each) => text.replace(tidy((each as HTMLElement).innerText), ' '),
      withoutChoices(element),
    ),
  );
}

/** Runs in the page. Whether an entry stayed as it was beside one that changed or came. */
export function isBesideNew(entry: Element, touched: ReadonlySet<Element>): boolean {
  return !touched.has(entry) && [...(entry.parentElement?.children ?? [])].some((each) => touched.has(each));
}

/** Runs in the page. Whether an element is, holds or stands in an entry or row beside others. */
export function isInList(element: Element): boolean {
  const entry =
    around(element, 'li,tr,article') ?? (element.matches('ul,ol') ? element.lastElementChild : null);
  return entry !== null && isListed(entry);
}

/** Runs in the page. The words of an element without the options of its lists, which say nothing of what was done. */
export function withoutChoices(element: Element): string {
  const lists = [...element.querySelectorAll('select')].map((list) => tidy(list.innerText));
  return tidy(
    lists.reduce((text, list) => text.replace(list, ' '), tidy((element as HTMLElement).innerText)),
  );
}

/** Runs in the page. What an element without text says by its picture, or by its style sheet. */
export function unwrittenWords(element: Element): string {
  const picture = element.matches('img,[role=img]')
    ? element
    : element.querySelector('img[alt]:not([alt=""]),[role=img][aria-label]');
  const named = picture?.getAttribute('alt') ?? picture?.getAttribute('aria-label') ?? '';
  return tidy(named) || generatedWords(element);
}

/** Runs in the page. The words that a style sheet puts before or after the content of an element. */
export function generatedWords(element: Element): string {
  const said = ['::before', '::after'].map((part) => getComputedStyle(element, part).content);
  return tidy(
    said
      .filter((content) => content.startsWith('"'))
      .map((content) => content.slice(1, -1))
      .join(' '),
  );
}

/** Runs in the page. True for cards beside each other, each with a control of its own. */
export function isListOfThings({ children }: Element): boolean {
  const [first] = children;
  return (
    children.length > 1 &&
    [...children].every(
      (each) =>
        each.localName === first?.localName &&
        each.className === first.className &&
        each.querySelector('a[href],button,[role=button]') !== null,
    )
  );
}

/** Runs in the page. The texts that appeared, with those that were noted before and have gone since. */
export function withGone(noted: ReadonlyMap<string, ShownText>, now: readonly ShownText[]): ShownText[] {
  const shown = new Set(now.map(({ text }) => text));
  const gone = [...noted.values()].filter(({ text }) => !shown.has(text));
  return [...now, ...gone.map((each) => ({ ...each, isGone: true }))].slice(0, 30);
}

/** Runs in the page. What stands in a field while it is empty; empty where it holds something. */
export function hintOf(field: Element): string {
  return field.matches(':placeholder-shown') ? tidy(field.getAttribute('placeholder')) : '';
}

/** Runs in the page. The page's message for a field that it marks as invalid. */
export function messageFor(field: Element): string {
  const ids = `${field.getAttribute('aria-errormessage') ?? ''} ${field.getAttribute('aria-describedby') ?? ''}`;
  const described = ids
    .split(/\s+/)
    .map((id) =>
      id === '' ? '' : tidy((field.getRootNode() as Document | ShadowRoot).getElementById(id)?.textContent),
    );
  return described.find((text) => text !== '') ?? '';
}

/** Runs in the page. What an element that changed still says of being at work; empty when none does. */
export function atWork(touched: ReadonlySet<Element>): string {
  const busy = [...touched].find(
    (each) =>
      each.isConnected &&
      isShown(each) &&
      (each.matches('[aria-busy=true]') || saysStillAtWork(tidy((each as HTMLElement).innerText))),
  );
  return busy === undefined ? '' : tidy((busy as HTMLElement).innerText) || 'aria-busy';
}

/** Runs in the page. True while an element that changed shows that something is in progress. */
export function showsProgress(touched: ReadonlySet<Element>): boolean {
  return [...touched].some((each) => {
    if (!each.isConnected || !isShown(each)) return false;
    const text = tidy((each as HTMLElement).innerText);
    return each.matches('[aria-busy=true]') || saysInProgress(text);
  });
}
