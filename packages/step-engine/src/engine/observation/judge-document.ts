import type { Sign } from '../ledger.ts';
import type { Seen } from './seen.ts';
import { errorAddress } from './telling-addresses.ts';
import type { PageFacts } from './page-facts.ts';
import type { FieldFacts } from './page-forms.ts';
import { putsInQueue } from './quiet-words.ts';
import { isSaidTaken, newLines, toneAfter } from './shown-texts.ts';
import { namesOf } from './standing.ts';
import { isUnsafe } from './traffic.ts';
import { isAboutSigningOut } from './control-names.ts';
import { isErrorHeading } from './words.ts';

/* What speaks against an action in the documents that came of it: their address, heading and fields, and other tabs and frames. */

/** The digest of a page without a word. */
const NOTHING = '0 0';

/** The fields of the form acted in that hold something else than they came with. */
export function changedFields({ form }: PageFacts) {
  return changed(form?.fields ?? []);
}

/** Those of some fields. */
export function changed(fields: readonly FieldFacts[]): FieldFacts[] {
  return fields.filter(({ name, value, initial }) => name !== '' && value !== initial);
}

/** The fields for which the action itself sent another value than they held before it: a list that sends its form when it is set. */
function chosenFields({ before, exchanges }: Seen) {
  const body = exchanges.find((each) => each.isTop && isUnsafe(each))?.request.postData() ?? '';
  const sent = new URLSearchParams(body);
  // A tick is sent as a word of its own.
  return (before.form?.fields ?? []).flatMap(({ name, value }) => {
    const now = sent.getAll(name).join('\n');
    return name === '' || !sent.has(name) || now === value || /^(?:true|false)$/.test(value)
      ? []
      : [{ name, value: now, was: value }];
  });
}

/** What is said of a field that was not taken. */
export function heldOldValue(name: string): string {
  return `The field "${name}" holds its old value again`;
}

/** The form that is there again: of several alike, such as the lines of a basket, one that holds what was sent. */
function formAgain(seen: Seen): PageFacts['forms'][number] | undefined {
  const alike = seen.after?.forms.filter(({ key }) => key === seen.before.form?.key) ?? [];
  const sent = [...changedFields(seen.before), ...chosenFields(seen)];
  const isHeld = ({ fields }: PageFacts['forms'][number]) =>
    sent.every(({ name, value }) => fields.some((each) => each.name === name && each.value === value));
  return alike.find(isHeld) ?? alike[0];
}

const EMPTY_ENTRY = /^(?:|-?\d|-+|none|all|any|choose|select)$/iu;

/** The name of the field that the action set and sent, and that holds its old value again; null for none. */
export function chosenInVain(seen: Seen): string | null {
  const again = formAgain(seen);
  // A menu of actions comes back to its empty entry.
  const field = chosenFields(seen).find(
    ({ name, was }) =>
      !EMPTY_ENTRY.test(was) && again?.fields.some((each) => each.name === name && each.value === was),
  );
  return field?.name ?? null;
}

/**
 * Whether the form is there again with what was sent, read from the site anew: a site without words saved it.
 */
export function holdsWhatWasSent(seen: Seen): boolean {
  const { before, exchanges } = seen;
  const again = formAgain(seen);
  const isReadAnew = exchanges.some(
    ({ isTop, method, request }) => isTop && method === 'GET' && request.redirectedFrom() !== null,
  );
  const chosen = chosenFields(seen);
  const kept = changedFields(before).filter(({ name }) => !chosen.some((each) => each.name === name));
  const changed = [...kept, ...chosen];
  return (
    isReadAnew &&
    changed.length > 0 &&
    again !== undefined &&
    changed.every(({ name, value }) =>
      again.fields.some((each) => each.name === name && each.value === value),
    )
  );
}

/** Whether a button that saves a record brought a field back to its old value: what the page says was saved is then that. */
function isNotSaved(seen: Seen): boolean {
  const names = namesOf(seen);
  const texts = seen.reading?.texts ?? [];
  // A form for something new goes back to what it began with, and shows what it made.
  if (texts.some(({ text }) => names.some((name) => text.toLowerCase().includes(name)))) return false;
  const isTaken = texts.some(({ text }) => toneAfter(seen.before)(text) === 'taken');
  return !isTaken || (SAVES.test(seen.before.control?.says ?? '') && seen.exchanges.some(isUnsafe));
}

/** The field that came back with its old value although others of the form, or the words of the page, say that it was taken. */
function droppedField(seen: Seen): string | null {
  const { before, reading, exchanges } = seen;
  const [back] = reading?.putBack ?? [];
  if (back !== undefined && isNotSaved(seen)) return back;
  const again = formAgain(seen);
  if (again === undefined || !exchanges.some(isUnsafe)) return null;
  const changed = changedFields(before);
  const now = (name: string) => again.fields.find((each) => each.name === name)?.value;
  const dropped = changed.filter(
    ({ name, value, initial }) => value !== '' && [initial, ''].includes(now(name) ?? value),
  );
  const isKept = changed.some(({ name, value }) => now(name) === value);
  const saves = SAVES.test(before.control?.says ?? '') && !isSaidTaken(seen);
  // A form for a new record comes back with all of its fields as they were.
  const isOfRecord = changed.every(({ isText, initial }) => (isText || saves) && initial !== '');
  const sure =
    isKept || isOfRecord ? dropped.filter(({ name, initial }) => isKept || now(name) === initial) : [];
  return sure[0]?.name ?? null;
}

/** The number, or the beginning of a text, that a field of the form holds after it was sent in the place of what was asked, as a clause; null for none. */
function otherInForm(seen: Seen): string | null {
  const { before, exchanges } = seen;
  const again = formAgain(seen);
  if (again === undefined || !exchanges.some(isUnsafe)) return null;
  const isNumber = (value: string) => /^\s*-?\d+(?:[.,]\d+)?\s*$/.test(value);
  for (const { name, value, initial } of changedFields(before)) {
    const now = again.fields.find((each) => each.name === name)?.value ?? '';
    if (
      now !== '' &&
      now !== initial &&
      now.length < value.trim().length &&
      value.startsWith(now) &&
      !isNumber(value)
    )
      return `"${name}" holds ${now}, not ${value}`;
    // A button beside it may count up or down, and a form for something new comes back with what it began with.
    if (![value, initial, now].every(isNumber) || now === initial) continue;
    if (Math.abs(Number(now) - Number(value)) > 1) return `"${name}" holds ${now}, not ${value}`;
  }
  return null;
}

const MIN_CUT = 8;

/** A line that ends within a word of the text that was sent, which is nowhere on the page. */
function cutInPage(seen: Seen): string | null {
  const { before, after, exchanges } = seen;
  if (after === null || !exchanges.some(isUnsafe)) return null;
  for (const { isText, value } of changedFields(before)) {
    if (!isText || value.length <= MIN_CUT || after.text.includes(value)) continue;
    const cut = newLines(before, after)
      .map((line) => line.replace(/^[^:]{1,40}: /u, ''))
      .find(
        (line) =>
          line.length >= MIN_CUT &&
          value.startsWith(line) &&
          /^\p{L}/u.test(value.slice(line.length)) &&
          /\p{L}$/u.test(line),
      );
    if (cut !== undefined) return `The page shows "${cut}", not "${value}"`;
  }
  return null;
}

/** Whether a form that was sent led to the very page on which it, or an earlier one, stood. */
export function isSamePage({ before, after, exchanges, earlier = [] }: Seen): boolean {
  if (before.form === null || after === null || after.digest === '' || !exchanges.some(isUnsafe))
    return false;
  if (!exchanges.some(({ isTop }) => isTop)) return false;
  const isOwn =
    after.digest === before.digest && isSameOrSilent(before.url, after.url) && !holdsChanged(before);
  // Who signs out is led to where they signed in.
  const isLeft = isAboutSigningOut(before.control?.says ?? '') && !after.signsOut;
  return isOwn || (!isLeft && earlier.includes(pageKey(after)));
}

/** Forms that hold something are known by their fields. */
function holdsChanged(before: PageFacts): boolean {
  return changedFields(before).length > 0;
}

/** Another address of the same words may say yes by itself: `?saved=1`. */
function isSameOrSilent(one: string, other: string): boolean {
  return one.split('#', 1)[0] === other.split('#', 1)[0] || URL.parse(other)?.search === '';
}

/** Stands for a page as it was at a moment. */
export function pageKey({ url, digest }: PageFacts): string {
  return `${url.split('#', 1)[0]} ${digest}`;
}

/** What other tabs and frames said after the action. */
function saidElsewhere({ before, parts = [], exchanges }: Seen): string | null {
  const tone = toneAfter(before);
  const wasSent = exchanges.some(isUnsafe);
  for (const { was, is, isOwn } of parts) {
    const old = new Set((was?.errors ?? []).map(({ text }) => text));
    const error = is.errors.find(({ text }) => !old.has(text) && tone(text) === 'refusing');
    if (error !== undefined) return error.text;
    if (!isOwn || (was === null && !wasSent)) continue;
    const known = new Set((was?.text ?? '').split('\n'));
    const line = is.text
      .split('\n')
      .find((text) => !known.has(text) && text.length <= 160 && tone(text) === 'refusing');
    if (line !== undefined) return line;
  }
  return null;
}

/** The heading of an error page, in the tab acted in or in one that the action opened. */
function errorHeading({ before, after, parts = [] }: Seen): string | null {
  const says = before.control?.says ?? '';
  const opened = parts.filter(({ was }) => was === null).map(({ is }) => is);
  const headings = [...(after === null ? [] : [after]), ...opened].flatMap(({ heading, title }) => [
    heading,
    title,
  ]);
  const isError = (text: string) => isErrorHeading(text, says) || putsInQueue(text, says);
  return headings.find((text) => text !== '' && isError(text) && text !== before.heading) ?? null;
}

/** What a page says of itself that stands in the place of another. */
const MISSING =
  /^\W*(?:sorry,? )?(?:(?:the|that) (?:page|address|link|document|site) (?:that )?you(?:['’]re| are| were| have|['’]ve)? (?:\p{L}+ )?(?:looking for|request\p{L}*|asked for|want\p{L}*|follow\p{L}*|clicked|opened|tried to \p{L}+)\b|(?:this|that) (?:page|address|link) (?:(?:does|did)(?: not|n['’]t) (?:exist|work|lead)|no longer (?:exists|works)|(?:is|was)(?: not|n['’]t) (?:here|there|found|available)|(?:is|has) gone|can ?not be found)|(?:this|that|the|your) (?:page|document|file|statement|report|invoice|letter) (?:can ?not|can['’]t|could not|couldn['’]t) be (?:shown|displayed|opened|loaded|found)|(?:we|i) (?:(?:can|could|did) ?(?:not|n['’]t)|can['’]t) find (?:the|that|this) page|(?:this|that|the|your) \p{L}+ (?:is|was) not (?:ready|available|online|here)(?: yet| any ?more)?\b|there(?:['’]s| is) (?:nothing|no page) (?:here|at this)\b)/iu;

/** The sentence by which a new page says so of itself. */
function missingPage({ before, after, exchanges, parts = [] }: Seen): string | null {
  const isLed = after !== null && exchanges.some(({ isTop }) => isTop);
  const opened = parts.filter(({ was }) => was === null).map(({ is }) => is);
  const old = new Set(before.text.split('\n'));
  return (
    [...(isLed ? [after] : []), ...opened]
      .flatMap(({ text }) => text.split('\n'))
      .find((line) => line.length <= 160 && !old.has(line) && MISSING.test(line)) ?? null
  );
}

/** An error that other parts of the page, its heading, its address or the page itself tell. */
export function errorOfDocument(seen: Seen): Sign | null {
  const said = saidElsewhere(seen) ?? errorHeading(seen) ?? errorAddress(seen) ?? missingPage(seen);
  return said === null ? null : { reason: 'error_shown', quote: said };
}

/** A field that the site did not take while it took others. */
export function fieldDropped(seen: Seen): Sign | null {
  const dropped = droppedField(seen);
  return dropped === null ? null : { reason: 'change_taken_back', quote: heldOldValue(dropped) };
}

const SAVES = /^\W*(?:save|update|change|apply|store|set|publish|speichern|enregistrer|guardar)\b/iu;

/** What an editable part holds in the place of what was to be saved, as a clause; null for none. */
function otherText(seen: Seen): string | null {
  const { before, reading } = seen;
  return SAVES.test(before.control?.says ?? '') && !isSaidTaken(seen) ? (reading?.otherText ?? null) : null;
}

/** The list that a page puts back to what it came with, in the place of saving it. */
function listPutBack(seen: Seen): string | null {
  const [list] = seen.reading?.listsPutBack ?? [];
  return list !== undefined && SAVES.test(seen.before.control?.says ?? '') && !isSaidTaken(seen)
    ? heldOldValue(list.name)
    : null;
}

/** A field that holds another value than it was given. */
export function valueReplaced(seen: Seen): Sign | null {
  const other =
    seen.reading?.otherValue ?? otherText(seen) ?? listPutBack(seen) ?? otherInForm(seen) ?? cutInPage(seen);
  return other === null ? null : { reason: 'change_taken_back', quote: other };
}

/** A page without a word in answer to what was sent. */
export function answeredEmpty({ after, exchanges }: Seen): Sign | null {
  return after?.digest === NOTHING && after.title === '' && exchanges.some(isUnsafe)
    ? { reason: 'error_shown', quote: 'The page that answered is empty', isPassing: true }
    : null;
}
