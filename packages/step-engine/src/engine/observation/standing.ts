import type { Seen } from './seen.ts';
import type { ListedThing } from './page-lists.ts';
import { isUnsafe } from './traffic.ts';
import { isGeneral, speaksToVisitor } from './general-words.ts';
import { leadsOn } from './control-names.ts';
import { isRequirement, type Tone } from './words.ts';

/*
 * What a page that follows an action says of other things than the action. Whatever names what was sent speaks of the action.
 */

type ToneIn = (text: string) => Tone;
const MIN_NAME_LENGTH = 3;

/** Whether the page was got by itself after something was sent, so that it is no answer but shows how things stand. */
function isReadAnew({ exchanges }: Seen): boolean {
  return exchanges.findLast(({ isTop }) => isTop)?.method === 'GET' && exchanges.some(isUnsafe);
}

/** A form with a password led to a page without one from which one can sign out. */
export function isSignedIn({ before, reading, after }: Seen): boolean {
  if (before.form?.hasPassword !== true || before.signsOut) return false;
  return reading === null ? after !== null && after.signsOut && !after.asksPassword : reading.signsOut;
}

/** "Step 2 of 3", by its number. */
function stepOf(texts: readonly string[]): number | null {
  const STEP = /\b(?:step|schritt|étape|paso)\W*(\d+)\b|^\W*(\d+) (?:of|von|sur|de) \d+\W*$/iu;
  const found = texts.map((text) => STEP.exec(text)).find((match) => match !== null);
  return found == null ? null : Number(found[1] ?? found[2]);
}

/** The page says that it is one step further than the page before. */
export function isStepFurther({ before, reading, after }: Seen): boolean {
  const was = stepOf([before.heading, before.title, ...before.text.split('\n')]);
  if (reading !== null) {
    // Steps that are hidden are among what the page said before.
    const now = stepOf(reading.texts.filter(({ isGone }) => !isGone).map(({ text }) => text));
    return was !== null && now !== null && now > was;
  }
  if (after === null) return false;
  const is = stepOf([after.heading, after.title, ...after.text.split('\n')]);
  return was !== null && is === was + 1;
}

/** The page that came is an earlier step than the page before. */
export function isStepBack({ before, after }: Seen): boolean {
  if (after === null) return false;
  const was = stepOf([before.heading, before.title, ...before.text.split('\n')]);
  const is = stepOf([after.heading, after.title, ...after.text.split('\n')]);
  return was !== null && is !== null && is < was;
}

/** Another form stands there in the place of the one that was sent. */
function asksForMore({ before, after }: Seen): boolean {
  if (before.form === null || after === null || after.heading === before.heading) return false;
  const known = new Set([before.form.key, ...before.forms.map(({ key }) => key)]);
  return (
    !after.forms.some(({ key }) => key === before.form?.key) && after.forms.some(({ key }) => !known.has(key))
  );
}

/** The values that the action sent. */
function sentValues({ before, exchanges }: Seen): string[] {
  const fields = (before.form?.fields ?? []).map(({ value }) => value);
  const bodies = exchanges.filter(isUnsafe).flatMap(({ request }) => {
    const body = request.postData() ?? '';
    return body.startsWith('{')
      ? [...body.matchAll(/"((?:[^"\\]|\\.)+)"(?!\s*:)/g)].map((match) => match[1] ?? '')
      : [...new URLSearchParams(body).values()];
  });
  return [...fields, ...bodies]
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value.length >= MIN_NAME_LENGTH && !/^(?:true|false|on)$/.test(value));
}

/** Numbers that were filled in, with what their labels say is counted: "5 gb". */
function countsOf({ before }: Seen): string[] {
  return (before.form?.fields ?? [])
    .filter(({ value, label }) => /^\d+$/.test(value) && /^\p{L}+$/u.test(label))
    .map(({ value, label }) => `${value} ${label.toLowerCase()}`);
}

/** By what a page may call what the action was about, in small letters: the values that it sent, and its row. */
export function namesOf(seen: Seen): string[] {
  const { row = null } = seen.before.control ?? {};
  return [...sentValues(seen), ...countsOf(seen), ...(row === null ? [] : [row.name.toLowerCase()])];
}

/** Tells which texts of the page that followed an action stand in a list of things that the action was not about. */
function ofOtherThings(seen: Seen, tone: ToneIn): (text: string) => boolean {
  const { after } = seen;
  if (after === null || !isReadAnew(seen)) return () => false;
  const names = namesOf(seen);
  const isAbout = ({ text }: ListedThing) => names.some((name) => text.toLowerCase().includes(name));
  const lines = after.text.split('\n');
  // A part of a layout may hold an answer, and a label with its state is a property of what the page is about.
  const isThing = (thing: ListedThing, text: string) =>
    (thing.isEntry || !speaksToVisitor(text)) && !/^[^:]{2,30}: [^:]{2,40}$/.test(thing.text.trim());
  // Sentences that all say no may be what is wrong with a form.
  const isSound = (thing: ListedThing) =>
    thing.isFull || after.things.some(({ list, text }) => list === thing.list && tone(text) !== 'refusing');
  return (text) => {
    const holders = after.things.filter((thing) => thing.text.includes(text));
    const inner = holders.filter(
      (one) =>
        !holders.some(
          (each) => each !== one && each.text.length < one.text.length && one.text.includes(each.text),
        ),
    );
    const isOutside = lines.filter((line) => line === text).length > inner.length;
    return (
      inner.length > 0 &&
      !isOutside &&
      inner.every((thing) => !isAbout(thing) && isThing(thing, text) && isSound(thing))
    );
  };
}

/**
 * Tells which texts of the page that followed an action say how things stand, whether or not the action was taken.
 */
export function standingIn(seen: Seen, tone: ToneIn): (text: string, isAlert?: boolean) => boolean {
  if (isSignedIn(seen)) return () => true;
  const isFurther = isStepFurther(seen);
  const asksMore = asksForMore(seen);
  const isNext = asksMore && leadsOn(seen.before.control?.says ?? '');
  const isOfOther = ofOtherThings(seen, tone);
  return (text, isAlert = false) =>
    !isAlert &&
    (isFurther || (asksMore && isGeneral(text)) || (isNext && isRequirement(text)) || isOfOther(text));
}

/** Tells which texts stood on an earlier page as well, where the page names what was sent. */
export function toldBefore(seen: Seen, lines: readonly string[]): (text: string) => boolean {
  const { told = [] } = seen;
  const names = namesOf(seen);
  const isTold = (text: string) => told.some((each) => each.includes(text));
  const isAnswered = lines.some(
    (line) => !isTold(line) && names.some((name) => line.toLowerCase().includes(name)),
  );
  return (text) => isAnswered && isTold(text);
}

/** What the thing says no with that was acted on in a list, and that stands there again; null for nothing. */
export function rowRefusal(seen: Seen, tone: ToneIn): string | null {
  const { before, after } = seen;
  const row = before.control?.row ?? null;
  if (row === null || after === null || !isReadAnew(seen)) return null;
  const again = after.things.find(
    ({ text, list }) => text.includes(row.name) && text.length < 300 && list >= 0,
  );
  if (again === undefined || tone(again.text) !== 'refusing') return null;
  return tone(row.text) !== 'refusing' || again.text === row.text ? again.text : null;
}
