import type { Seen } from './seen.ts';
import type { PageFacts } from './page-facts.ts';
import { isFailed } from './exchanges.ts';
import { isUnsafe } from './traffic.ts';
import { isSignedIn, isStepFurther, rowRefusal, standingIn, toldBefore } from './standing.ts';
import { endsSomething } from './control-names.ts';
import {
  isAside,
  isBesideYes,
  isGreeting,
  isOnlyTerms,
  isPlainYes,
  isYes,
  type Tone,
  toneOf,
} from './words.ts';

/** Three words or more: an amount, a number of things and a badge are none. */
const SENTENCE = /\p{L}{2,}(?:\s+\S*\p{L}{2,}\S*){2,}/u;

/** What shops write in red. */
const ADVERTISES =
  /\b(?:you(?:['’]ve| have)? )?sav(?:e|ed|ing)s?\b[^\p{L}]{0,4}\d|\b\d+ ?% (?:off|cheaper|discount|rabatt|de réduction|de descuento)|\b(?:ends (?:today|soon|tonight|in \d)|last chance|only \d+ left|free (?:delivery|shipping)|special offer)\b/iu;

/** A question of a quiz was answered, rightly or not: this tells what was to be answered. */
const SOLVES =
  /\b(?:right|correct|richtige|bonne|correcta) (?:answer|solution|antwort|lösung|réponse|respuesta) (?:is|was|would (?:be|have been)|ist|war|était|est|es|era)\b(?! not)|^\W*(?:answer|solution|lösung|antwort): |^\W*(?:correct|richtig|exact|correcto)!|\b\d+ (?:right|correct),? (?:and )?\d+ (?:wrong|incorrect)\b/iu;

/** Links that are to bring something about although they only lead to a page. */
const DOES =
  /^\W*(?:accept|edit|change|modify|rename|reply|comment|confirm|publish|delete|remove|dismiss|drop|activate|deactivate|enable|disable|unsubscribe|subscribe|cancel|renew|join|leave|book|reserve|approve|reject|decline|claim|redeem|register|enrol|enroll|verify|revoke|withdraw|extend|release|vote|pin|unpin|mark|star|follow|unfollow|archive|restore|send|post|resolve|assign|pay|order|rent|hire|borrow|return|check (?:in|out)|annehmen|bestätigen|löschen|kündigen|accepter|confirmer|supprimer|aceptar|confirmar|eliminar)\b/iu;

/** True for a link that is to bring something about, and led to a page. */
export function isDoingLink({ before: { control }, exchanges }: Seen): boolean {
  return control?.tag === 'a' && DOES.test(control.says) && exchanges.some(({ isTop }) => isTop);
}

/** The texts of a new document that the previous one did not have. */
export function newLines(before: PageFacts, after: PageFacts): string[] {
  const old = new Set(before.text.split('\n'));
  return after.text.split('\n').filter((line) => line !== '' && !old.has(line));
}

/** How a text speaks of the action on a page: the words by which the page repeats what was asked refuse nothing. */
export function toneAfter(before: PageFacts): (text: string) => Tone {
  const asked = askedFor(before);
  const given = givenIn(before);
  return (text) => toneOf(withoutGiven(text, given), asked);
}

/** What the control and the question that it answers are called. */
function askedFor({ control, question, dialogTitle }: PageFacts): string {
  return `${control?.says ?? ''} ${question || dialogTitle}`;
}

/** Texts that were filled in or chosen, and would refuse if the site had said them. */
function givenIn({ form }: PageFacts): string[] {
  const values = (form?.fields ?? []).flatMap(({ value, choice }) => [value, choice?.now ?? '']);
  return values.filter((value) => /\p{L}/u.test(value) && toneOf(value) === 'refusing');
}

/** A text in which the page repeats what it was given: that is no word of the site. */
function withoutGiven(text: string, given: readonly string[]): string {
  return given.reduce((said, value) => {
    const at = said.toLowerCase().indexOf(value.toLowerCase());
    return at === -1 ? said : `${said.slice(0, at)}x${said.slice(at + value.length)}`;
  }, text);
}

/** Whether something that the page shows since the action says that it was taken. */
export function isSaidTaken(seen: Seen): boolean {
  const { before, reading, after, left = [], parts = [] } = seen;
  const tone = toneAfter(before);
  const lines = after === null ? [] : [after.heading, ...newLines(before, after)];
  const beside = parts.flatMap(({ was, is }) => newLines(was ?? { ...is, text: '' }, is));
  const texts = [...(reading?.texts ?? []), ...left].map(({ text }) => text);
  const isTaken = (text: string) =>
    tone(text) === 'taken' && !(after?.asksPassword === true && isGreeting(text));
  return [...lines, ...beside, ...texts].some(isTaken);
}

/** The page's own words for why it refused; null when it says none. */
export function wordsOf({ before, reading, after }: Seen): string | null {
  const tone = toneAfter(before);
  const texts = [
    ...(reading?.texts ?? []).filter(
      ({ isAlert, isError, text }) => (isAlert || isError) && tone(text) !== 'taken',
    ),
    ...(reading?.texts ?? []).filter(({ text }) => tone(text) === 'refusing'),
  ].map(({ text }) => text);
  if (after === null) return texts[0] ?? null;
  const error = after.errors.find(({ text }) => tone(text) !== 'taken')?.text;
  const line = newLines(before, after).find((text) => tone(text) === 'refusing');
  return error ?? line ?? ([after.heading, after.title].find((text) => text !== '') || null);
}

/** A control that does something, as opposed to one that shows more. */
export function isForDoing({ before: { control } }: Seen): boolean {
  return (
    control !== null && !control.discloses && !['input', 'select', 'textarea', 'a'].includes(control.tag)
  );
}

/** A tab or section that was opened and at most read what it shows: the words in it, such as names of files, are no answer. */
export function isForShowing({ before: { control }, exchanges }: Seen): boolean {
  if (control === null || exchanges.some((each) => isUnsafe(each) || each.isDocument || isFailed(each)))
    return false;
  const isQuestion = control.discloses && control.says.endsWith('?');
  return control.type === 'tab' || control.tag === 'summary' || isQuestion;
}

/** Texts in red, or where errors are shown, on the page after a form, that were nowhere before. */
function redLines(before: PageFacts, after: PageFacts): string[] {
  const old = `${before.text}\n${before.formText}`;
  // What stands in a form that was not sent yet is a note on how to fill it in.
  const shown = [...after.red, ...after.errors].filter(
    ({ isAlert, form }) => !isAlert && (form === '' || form === before.form?.key),
  );
  return [...new Set(shown.map(({ text }) => text))].filter(
    (text) =>
      /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(text) &&
      !isAside(text) &&
      !ADVERTISES.test(text) &&
      !old.includes(text),
  );
}

/** The new lines on the page that followed an action, without those that say how other things stand. */
export function linesAbout(seen: Seen, after: PageFacts): string[] {
  const isStanding = standingIn(seen, toneAfter(seen.before));
  return newLines(seen.before, after).filter((line) => !isStanding(line));
}

/** The answer to a question that the page asks in its visitor's name. */
function answersQuestion(text: string, { text: page }: PageFacts): boolean {
  const lines = page.split('\n');
  const at = lines.indexOf(text);
  return at > 0 && /\b(?:I|my|me|we|our)\b.*\?$/u.test(lines[at - 1] ?? '');
}

/** Whether a text is all that came of an action that sent something, on a page that stands there as it was. */
function isAllThatCame(seen: Seen, text: string): boolean {
  const { before, reading, exchanges } = seen;
  const says = before.control?.says ?? '';
  if (reading === null || !reading.isStanding || !exchanges.some(isUnsafe)) return false;
  if (!isForDoing(seen) || endsSomething(says) || isSaidTaken(seen)) return false;
  const old = new Set([says, ...before.text.split('\n')]);
  return reading.texts.every(
    (each) => each.isGone || old.has(each.text) || text.includes(each.text) || each.text.includes(text),
  );
}

/** Error texts that appeared, each with whether it certainly speaks of a refusal. */
export function shownErrors(seen: Seen, attempted: boolean): { text: string; refuses: boolean }[] {
  const { before, reading, after, exchanges } = seen;
  const toneIn = toneAfter(before);
  const asked = askedFor(before);
  const wasSent = exchanges.some(isUnsafe);
  // Another page of the same document may repeat an earlier refusal.
  const isElsewhere = reading !== null && pathOf(reading.url) !== pathOf(before.url) && !wasSent;
  if (reading !== null) {
    if (isSignedIn(seen)) return [];
    // Entries that a page reads without sending anything are what it was asked to show.
    const isReading = !wasSent && exchanges.length > 0 && !exchanges.some(isFailed);
    const isTaken = reading.texts.some(({ text }) => toneIn(text) === 'taken');
    const isTakenBeside = reading.texts.some(({ text, isBeside }) => !isBeside && toneIn(text) === 'taken');
    const title = {
      text: reading.title,
      isAlert: false,
      isError: false,
      isItem: false,
      isGone: false,
      inForm: false,
      isRed: false,
      isSevere: false,
      isBeside: false,
    };
    const isSolved = reading.texts.some(({ text }) => SOLVES.test(text));
    const isDone = reading.texts.some(({ text }) => isYes(text, asked));
    const isPlain = reading.texts.some(({ text }) => isPlainYes(text, asked));
    return [...reading.texts, title].flatMap((shown) => {
      const { text, isAlert, isError, isItem, isGone, inForm, isRed } = shown;
      const tone = toneIn(text);
      if (isReading && isItem) return [];
      if (shown.isBeside && isTakenBeside) return [];
      if (isTaken && !isAlert && ADVERTISES.test(text)) return [];
      if (isElsewhere && !isAlert) return [];
      if (shown.isSevere && tone === 'neutral' && isAllThatCame(seen, text)) return [{ text, refuses: true }];
      // Texts shown on the way count if nothing better followed.
      if (isGone && (isTaken || tone !== 'refusing')) return [];
      if (tone === 'refusing' && !isAlert && !isError && (isForShowing(seen) || isStepFurther(seen)))
        return [];
      if (tone === 'refusing' && isSolved && !isAlert) return [];
      if (tone === 'refusing' && (isDone || isPlain) && !isAlert && isBesideYes(text, asked, isPlain))
        return [];
      if (tone === 'refusing') return [{ text, refuses: true }];
      if (tone === 'taken' || !(isAlert || isError || isRed)) return [];
      const isBeside = isError && inForm && attempted && reading.onlyTexts && !isTaken;
      const isAll = exchanges.length === 0 && (attempted || (isError && isForDoing(seen)));
      const isRedAnswer =
        isRed &&
        !isItem &&
        SENTENCE.test(text) &&
        !ADVERTISES.test(text) &&
        wasSent &&
        isForDoing(seen) &&
        !isTaken;
      if (!isRedAnswer && !isAlert && !isError) return [];
      return [{ text, refuses: isBeside || isAll || isRedAnswer }];
    });
  }
  if (after === null) return [];
  const shownOnLeaving = (left: typeof seen.left = []) =>
    left
      .filter(({ text, isItem }) => !isItem && toneIn(text) === 'refusing')
      .map(({ text }) => ({ text, refuses: true }));
  const old = new Set(before.errors.map(({ text }) => text));
  const isStanding = standingIn(seen, toneIn);
  const isTold = toldBefore(seen, newLines(before, after));
  // The entries that a search finds are no answer.
  const isFound = (text: string) =>
    !wasSent &&
    after.things.some((thing) => thing.isEntry && thing.text !== text && thing.text.includes(text));
  const said = [after.heading, ...newLines(before, after)];
  const isPlain = said.some((line) => isPlainYes(line, asked));
  const saysYes = isPlain || said.some((line) => isYes(line, asked));
  const isBeside = (text: string) =>
    saysYes && (isBesideYes(text, asked, isPlain) || answersQuestion(text, after));
  const errors = after.errors
    .filter(
      ({ text, isAlert }) =>
        !old.has(text) &&
        !isTold(text) &&
        (isAlert || (!isFound(text) && !isBeside(text))) &&
        toneIn(text) === 'refusing' &&
        !isStanding(text, isAlert),
    )
    .filter(({ text }) => !after.cells.includes(text))
    .map(({ text, isAlert }) => ({ text, refuses: isAlert || wasSent || attempted }));
  // A single word may as well name a page.
  const isDeed = isDoingLink(seen) && after.forms.length === 0 && /\S\s+\S/.test(before.control?.says ?? '');
  const isDone = wasSent || isDeed;
  if (!isDone) return [...errors, ...shownOnLeaving(seen.left)];
  const lines = linesAbout(seen, after);
  const isHeaded = after.heading !== before.heading && toneIn(after.heading) === 'taken';
  const isSolved = lines.some((line) => SOLVES.test(line));
  const no = lines.filter(
    (line) =>
      line.length <= 160 &&
      !isSolved &&
      !isTold(line) &&
      toneIn(line) === 'refusing' &&
      !after.cells.includes(line) &&
      !isBeside(line) &&
      !(isHeaded && isOnlyTerms(line)),
  );
  const isTaken = isSignedIn(seen) || [...lines, after.heading].some((line) => toneIn(line) === 'taken');
  const red = isTaken ? [] : redLines(before, after).filter((text) => !isStanding(text) && !isTold(text));
  const row = rowRefusal(seen, toneIn);
  return [
    ...errors,
    ...(isTaken ? [] : shownOnLeaving(seen.left)),
    ...[...no, ...red, ...(row === null ? [] : [row])].map((text) => ({ text, refuses: true })),
  ];
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url;
}
