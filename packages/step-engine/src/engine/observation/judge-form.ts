import { StepError } from '@errand/browser-runtime';
import type { Sign } from '../ledger.ts';
import type { PageFacts } from './page-facts.ts';
import type { Seen } from './seen.ts';
import type { Case } from './case.ts';
import { changedFields, holdsWhatWasSent, isSamePage } from './judge-document.ts';
import { isFailed } from './exchanges.ts';
import { isStepBack, namesOf } from './standing.ts';
import { isForDoing, isForShowing, isSaidTaken, linesAbout, toneAfter } from './shown-texts.ts';
import { isUnsafe } from './traffic.ts';
import { isNeutralYes } from './judge-alerts.ts';
import { isAnnounced } from './judge-sign-in.ts';
import { isBinding, isTelling } from './judge-unfinished.ts';
import { leadsOn, TAKES_AWAY } from './control-names.ts';
import { asksForInput, isAside } from './words.ts';

function isButton(seen: Seen): boolean {
  const { control } = seen.before;
  return (
    control !== null && (control.tag === 'button' || ['button', 'submit', 'image'].includes(control.type))
  );
}

/** The name of a choice rather than a sentence. */
const LABEL = /^[^\s.!?]+(?: [^\s.!?]+){0,2}$/;

/** Why the form that was acted in was not sent; null when it was, or when nothing speaks against it. */
export function notSent(seen: Seen, attempted: boolean): StepError | null {
  const { before, reading, exchanges } = seen;
  const tone = toneAfter(before);
  if (reading === null || exchanges.some((each) => isUnsafe(each) || each.isDocument)) return null;
  if (isForShowing(seen) && reading.submitted === null) return null;
  const isSilent =
    exchanges.length === 0 && isButton(seen) && !reading.texts.some(({ text }) => tone(text) === 'taken');
  const field = reading.invalid[0] ?? (isSilent ? reading.marked[0] : undefined);
  const isPressed = before.control !== null && !['input', 'select', 'textarea'].includes(before.control.tag);
  // What opens a list shows its "Select…" with the choices.
  const asked = reading.texts.find(
    ({ text, holdsFields, isAlert, isError }) =>
      !holdsFields && asksForInput(text) && (isAlert || isError || before.control?.discloses !== true),
  )?.text;
  if (field === undefined && isPressed && asked !== undefined && reading.onlyTexts && exchanges.length === 0)
    return new StepError('action_failed', `The form was not sent: ${asked}`, { noEffect: true });
  const old = new Set(before.text.split('\n'));
  // A choice that is only marked as chosen says nothing new; a sentence that is said again does.
  const isChoice = (text: string) => old.has(text) && LABEL.test(text) && tone(text) === 'neutral';
  const inDialog = reading.texts.find(
    ({ text, inForm, isGone }) => inForm && !isGone && tone(text) !== 'taken' && !isChoice(text),
  );
  // A dialog that stays open with a message has not accepted its input.
  if (
    before.form?.isDialog === true &&
    isForDoing(seen) &&
    inDialog !== undefined &&
    reading.onlyTexts &&
    exchanges.length === 0
  )
    return new StepError('action_failed', `The form was not sent: ${inDialog.text}`, { noEffect: true });
  // A note beside a field is all that comes of a button that is to send something or to lead on.
  const { says = '' } = before.control ?? {};
  const beside = reading.texts.find(
    ({ text, isBesideField, isGone }) =>
      isBesideField && !isGone && /\p{L}/u.test(text) && tone(text) === 'neutral' && !old.has(text),
  );
  if (
    isPressed &&
    isForDoing(seen) &&
    (leadsOn(says) || isTelling(says)) &&
    beside !== undefined &&
    reading.onlyTexts &&
    exchanges.length === 0 &&
    !reading.socket.isSent &&
    !reading.texts.some(({ text }) => tone(text) === 'taken')
  )
    return new StepError('action_failed', `The form was not sent: ${beside.text}`, { noEffect: true });
  // A page that found something wrong puts the focus on the field.
  const atField = reading.texts.find(
    ({ text, inForm, isGone }) =>
      inForm && !isGone && /\p{L}/u.test(text) && tone(text) === 'neutral' && !old.has(text),
  );
  if (
    atField !== undefined &&
    reading.focusesField &&
    isForDoing(seen) &&
    (leadsOn(says) || isTelling(says)) &&
    reading.onlyTexts &&
    exchanges.length === 0 &&
    !reading.socket.isSent &&
    !isSaidTaken(seen)
  )
    return new StepError('action_failed', `The form was not sent: ${atField.text}`, { noEffect: true });
  const isTried =
    attempted ||
    reading.submitted !== null ||
    (isButton(seen) && before.form !== null) ||
    (isPressed && reading.onlyTexts && field !== undefined);
  if (!isTried) return null;
  const words = reading.texts.find(({ text, isAlert, isError, inForm, isGone }) => {
    if (isGone) return false;
    const said = tone(text);
    return said === 'refusing' ? isAlert || isError || inForm : said === 'neutral' && isError && attempted;
  })?.text;
  if (field === undefined && (words === undefined || exchanges.length > 0)) return null;
  const said =
    field === undefined
      ? words
      : `${field.name}: ${field.message || words || reading.texts[0]?.text || 'invalid'}`;
  return new StepError('action_failed', `The form was not sent: ${said}`, { noEffect: true });
}

/** Forms that answer, and are there again beside it. */
const LOOKS_UP =
  /\b(?:search|find|filter|get|apply|view|display|list|refresh|look ?up|show|check(?! and (?:send|submit|order|pay|save|book)\b)|calculate|convert|estimate|compare|preview|translate|track|suchen|berechnen|rechercher|calculer|buscar|calcular)/iu;

/** A form for something new is there again with what was filled in, in the answer to itself, which does not say that it was taken. */
function isHandedBack(seen: Seen): boolean {
  const { before, after, exchanges, parts = [] } = seen;
  const answer = exchanges.findLast(({ isDocument }) => isDocument);
  if (answer === undefined || !isUnsafe(answer) || LOOKS_UP.test(before.control?.says ?? '')) return false;
  const pages = [...(after === null ? [] : [after]), ...parts.map(({ is }) => is)];
  const again = pages.flatMap(({ forms }) => forms).find(({ key }) => key === before.form?.key);
  const filled = changedFields(before);
  // A record is shown with what was saved.
  if (before.form?.fields.some(({ isText, initial }) => isText && initial !== '') === true) return false;
  return (
    filled.length > 0 &&
    !isSaidTaken(seen) &&
    filled.every(({ name, value }) =>
      again?.fields.some((each) => each.name === name && each.value === value),
    )
  );
}

/** The document that came is the answer to the form itself, under the heading that it stood under. */
function isOwnAnswer({ before, after, exchanges }: Seen): boolean {
  const answer = exchanges.findLast(({ isDocument }) => isDocument);
  return answer !== undefined && isUnsafe(answer) && after?.heading === before.heading;
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The same of a form that a script of the page got in the place of the one that it sent, with a word more than that. */
function isSwappedBack(seen: Seen): boolean {
  const { before, reading, exchanges } = seen;
  const again = reading?.formAgain ?? null;
  const filled = changedFields(before);
  if (again === null || filled.length === 0 || LOOKS_UP.test(before.control?.says ?? '')) return false;
  if (before.form?.fields.some(({ isText, initial }) => isText && initial !== '') === true) return false;
  const [was, is] = [inOneLine(before.formText), inOneLine(again.text)];
  return (
    exchanges.some(isUnsafe) &&
    is.length > was.length &&
    !isSaidTaken(seen) &&
    filled.every(({ name, value }) =>
      again.fields.some((each) => each.name === name && each.value === value && each.initial === value),
    )
  );
}

/** How the form that was sent is there again, with nothing that says that it was taken; null when it is not. */
function howAgain(seen: Seen, attempted: boolean): string | null {
  const { before, reading, after, exchanges } = seen;
  const { form } = before;
  if (form === null) return null;
  const tone = toneAfter(before);
  const wasSent = exchanges.some((each) => isUnsafe(each) && !isFailed(each));
  const what = form.hasPassword ? 'The form with the password' : 'The form';
  if (reading !== null) {
    if (attempted && wasSent && isSwappedBack(seen)) return `${what} is handed back`;
    const isTaken = reading.texts.some(({ text }) => tone(text) === 'taken');
    if (!attempted || !wasSent || isTaken) return null;
    const [field] = reading.moreFields;
    const says = before.control?.says ?? '';
    if (field !== undefined && !leadsOn(says) && !LOOKS_UP.test(says))
      return `${what} asks for more: ${field}`;
    return reading.passwordFormStays ? `${what} is still there` : null;
  }
  if (isHandedBack(seen)) return `${what} is handed back`;
  if (after === null || !wasSent || !after.forms.some(({ key }) => key === form.key)) return null;
  if ((!form.hasPassword && holdsWhatWasSent(seen)) || isAnnounced(seen)) return null;
  const lines = linesAbout(seen, after).filter((line) => !isAside(line));
  const said = [...after.errors, ...(seen.left ?? [])].map(({ text }) => text);
  if ([...lines, ...said].some((line) => tone(line) === 'taken')) return null;
  if (form.hasPassword || lines.length === 0) return `${what} is there again`;
  const [only = ''] = lines;
  const isBeside = lines.length === 1 && /^(?:\S+\s+){3}/u.test(only) && !isNeutralYes(only);
  return isBeside &&
    isOwnAnswer(seen) &&
    !LOOKS_UP.test(before.control?.says ?? '') &&
    !namesOf(seen).some((name) => only.toLowerCase().includes(name))
    ? `${what} is there again: ${only}`
    : null;
}

/** An amount or total says no yes, nor does what is to be looked at first. */
const NO_YES =
  /\b(?:total|price|fare|cost|amount|sum)\b.*\d|\b(?:prices?|fares?|rates?|costs?|totals?|availability|terms)\b.*\b(?:has|have) (?:been )?(?:changed|updated)\b|[€$£¥] ?\d|\d ?[€$£¥]|^\W*(?:please )?(?:review|check|look|see|read|compare)\b/iu;

/** The button that was to tell the site something, in a form without fields, is there again under the same heading. */
function isButtonAgain(seen: Seen): boolean {
  const { before, after, exchanges } = seen;
  const { says = '', row = null } = before.control ?? {};
  if (after === null || before.form?.fields.length !== 0 || after.heading !== before.heading) return false;
  if (!exchanges.some((each) => each.isTop && isUnsafe(each)) || isSaidTaken(seen)) return false;
  const countIn = ({ finals }: PageFacts) => finals.filter((name) => name === says).length;
  if (countIn(before) === 0 || countIn(after) < countIn(before)) return false;
  const lines = linesAbout(seen, after);
  // Where all stands there that stood there before, a sentence more is the answer.
  if (TAKES_AWAY.test(says) || (isTelling(says) && lines.length > 0)) {
    const kept = new Set(after.text.split('\n'));
    const isAllThere = before.text.split('\n').every((line) => kept.has(line));
    if (isAllThere && lines.every((line) => line.includes(' ') && !isNeutralYes(line))) return true;
  }
  if (row !== null || !(leadsOn(says) || isBinding(says))) return false;
  return !lines.some((line) => isNeutralYes(line) && !NO_YES.test(line));
}

const LEADS_BACK =
  /\b(?:back|previous|edit|change|restart|start over|reset|zurück|ändern|retour|précédent|modifier|atrás|volver|cambiar)\b/iu;

/** What was sent led to an earlier step, and nothing says that it was taken. */
function isLedBack(seen: Seen): boolean {
  return (
    seen.exchanges.some((each) => each.isTop && isUnsafe(each)) &&
    isStepBack(seen) &&
    !LEADS_BACK.test(seen.before.control?.says ?? '') &&
    !isSaidTaken(seen)
  );
}

/** The form that was sent, an earlier step or the very page is there again, and nothing says that it was taken. */
export function formAgain(seen: Seen, { attempted, asks }: Case): Sign | null {
  const led = asks && isLedBack(seen) ? `The site led back to an earlier step: ${seen.after?.heading}` : null;
  const page = asks && isSamePage(seen) ? 'The page is there again as it was' : led;
  const button = isButtonAgain(seen) ? `"${seen.before.control?.says}" is there again` : null;
  const quote = howAgain(seen, attempted) ?? page ?? button;
  return quote === null ? null : { reason: 'form_shown_again', quote, isPassing: true };
}
