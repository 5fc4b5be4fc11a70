import type { Sign } from '../ledger.ts';
import type { Case, Found } from './case.ts';
import { deedOfGiving, deedOfPressing, deedOfQuestion } from './deeds.ts';
import { changedFields } from './judge-document.ts';
import type { ProofField } from './page-questions.ts';
import { isAskedAgain } from './questions.ts';
import type { Seen } from './seen.ts';
import { isTelling } from './judge-unfinished.ts';
import { isNeutralYes } from './judge-alerts.ts';
import { isForDoing, isForShowing, isSaidTaken, toneAfter } from './shown-texts.ts';
import { namesOf } from './standing.ts';
import { isUnsafe } from './traffic.ts';
import { leadsOn, TAKES_AWAY } from './control-names.ts';

/* What a page asks for before it does what it was asked: a dialog, a card, a proof that its visitor is no robot, one more button. */

const DISMISSES =
  /^\W*(?:cancel|no\b|back|keep|close|not now|dismiss|stay|go back|abbrechen|nein|zurück|annuler|non\b|retour|cancelar|volver)/iu;
const AGREES =
  /^\W*(?:confirm|yes\b|proceed(?! to)|go ahead|i understand|bestätigen|ja\b|confirmer|oui\b|aceptar|confirmar|sí\b)|\banyway\W*$/iu;
/** It agrees beside a button that gives up; beside one that only closes it may have been told something. */
const MAY_AGREE = /^\W*ok(?:ay)?\W*$/iu;
const GIVES_UP = /^\W*(?:cancel|no\b|abbrechen|nein|annuler|non\b|cancelar)/iu;
/** What is done in a dialog, or leads to one, and changes nothing by itself. */
const SHOWS =
  /^\W*(?:share|print|download|export|show|view|see|open|preview|filter|sort|more|menu|options)\b/iu;

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** "Delete" and "Delete project" for a control that is called "Delete project". */
function isSameDeed(name: string, says: string): boolean {
  const [own, asked] = [wordsOf(name), wordsOf(says)];
  return own.length > 0 && own[0] === asked[0] && own.every((word) => asked.includes(word));
}

/** Questions that have nothing to do with what was asked for. */
const BESIDE =
  /\bcookies?\b|\b(?:helpful|useful|feedback|recommend us)\b|\bdid (?:this|that|we|it) (?:help|answer)\b|\bfind what you\b|\b(?:was|how) (?:it|this|that) (?:easy|for you)\b|\bhow (?:easy|satisfied|likely)\b/iu;

/** The question of a dialog that the action opened, and left open. */
export function questionLeftOpen({ seen, question, wasSent }: Case): Found[] {
  if (question === null || (wasSent && BESIDE.test(question))) return [];
  const sign: Sign = {
    reason: 'dialog_open',
    quote: `The page asks, and was not answered: ${question}`,
    answeredBy: [deedOfQuestion(question)],
  };
  return [{ sign, refuses: !wasSent || !isSaidTaken(seen) || isAskedAgain(seen) }];
}

/** The dialog that the action opened, nothing having been sent: one button does what was asked, another does not, or a form is to be filled in. Null for none. */
function unansweredChoice(seen: Seen): { text: string; buttons: string[] } | null {
  const { before, reading, exchanges } = seen;
  const choice = reading?.choice ?? null;
  const says = before.control?.says ?? '';
  if (choice === null || reading?.question !== '' || exchanges.some(isUnsafe)) return null;
  if (reading.socket.isSent || SHOWS.test(says) || isForShowing(seen) || before.control?.discloses === true)
    return null;
  if (BESIDE.test(choice.text) || isSaidTaken(seen)) return null;
  // What takes something away is not asked for to fill in a form.
  if (choice.hasFields) return TAKES_AWAY.test(says) && choice.buttons.length > 0 ? choice : null;
  const givesUp = choice.buttons.some((name) => GIVES_UP.test(name));
  const agreeing = choice.buttons.filter(
    (name) =>
      AGREES.test(name) ||
      (givesUp && MAY_AGREE.test(name)) ||
      (!DISMISSES.test(name) && isSameDeed(name, says)),
  );
  const isChoice = choice.buttons.some((name) => DISMISSES.test(name) && !agreeing.includes(name));
  return isChoice && agreeing.length > 0 ? choice : null;
}

/** A dialog without a question that the action opened, and left open. */
export function choiceLeftOpen(seen: Seen): Sign | null {
  const choice = unansweredChoice(seen);
  return choice === null
    ? null
    : {
        reason: 'dialog_open',
        quote: `The page asks, and was not answered: ${choice.text}`,
        answeredBy: choice.buttons.map(deedOfPressing),
      };
}

/** Like what a site is told, this changes something that can be seen. */
const CHANGES =
  /^\W*(?:rename|move|copy|duplicate|merge|convert|lock|unlock|switch|set|start|stop|enable|disable|resolve|close|reopen)\b/iu;

/** A dialog with what was filled in that stays open after it was sent, with a note that does not say yes. */
export function dialogStays(seen: Seen): Sign | null {
  const { before, reading, exchanges } = seen;
  const says = before.control?.says ?? '';
  const isFilled = before.form?.isDialog === true && changedFields(before).some(({ isText }) => isText);
  if (reading === null || !isFilled || !reading.onlyTexts || !exchanges.some(isUnsafe)) return null;
  if (!isForDoing(seen) || !isTelling(says) || isSaidTaken(seen) || reading.moved) return null;
  const old = new Set(before.text.split('\n'));
  // What was sent may stand in the dialog, as in a chat.
  const known = new Set([says.toLowerCase(), ...namesOf(seen)]);
  const note = reading.texts.find(
    ({ text, inForm, isGone }) =>
      inForm &&
      !isGone &&
      !known.has(text.toLowerCase()) &&
      !old.has(text) &&
      /\p{L}/u.test(text) &&
      !isNeutralYes(text),
  );
  return note === undefined ? null : { reason: 'error_shown', quote: note.text };
}

/** The sentence of a dialog or popover with at most one button, which is all that came of what was sent, and does not say yes. */
export function noticeOpened(seen: Seen): Sign | null {
  const { before, reading, exchanges } = seen;
  const says = before.control?.says ?? '';
  if (reading === null || !reading.isStanding || reading.choice?.hasFields !== false) return null;
  if (!exchanges.some(isUnsafe) || !isForDoing(seen) || isSaidTaken(seen)) return null;
  if (!isTelling(says) && !CHANGES.test(says)) return null;
  const { text: whole, buttons } = reading.choice;
  const [button = '', more] = buttons;
  const sentence = whole.replace(button, '').trim();
  const isAll = reading.texts.every(({ text, isGone }) => isGone || whole.includes(text) || text === says);
  const isNamed = namesOf(seen).some((name) => sentence.toLowerCase().includes(name));
  if (more !== undefined || !isAll || isNamed || sentence === '') return null;
  const isNeutral = toneAfter(before)(sentence) === 'neutral' && !isNeutralYes(sentence);
  return isNeutral ? { reason: 'error_shown', quote: sentence } : null;
}

/** What leads to paying, and where a card is what comes next. */
const LEADS_TO_PAYING =
  /\b(?:pay|payment|checkout|check out|card|next|continue|proceed|buy|bezahlen|kasse|weiter|payer|pagar)\b/iu;

const BEGINS =
  /\b(?:register|sign|log|join|create|subscribe|send|request|confirm (?=\S)(?!(?:the |my |your |this )?(?:transfer|payment|order|purchase|booking|deletion|cancellation)\b)|verify|start|begin|code|tan|pin|pass\w*|reset|recover|enable|activate|set up|unlock|protect|lock)\b|2fa|two-factor/iu;

/** True for the name of a control that begins something of which a code or password is the next part. */
export function beginsSomething(name: string): boolean {
  return BEGINS.test(name);
}

const ROBOT = /captcha|\brobot|security challenge/iu;

/** The fields that the page asks to be filled in as a proof, instead of saying that what was sent was taken. */
function proofsAsked(seen: Seen): ProofField[] {
  const { before, reading, after, exchanges } = seen;
  const says = before.control?.says ?? '';
  if (isSaidTaken(seen)) return [];
  const known = new Set([before.form?.key, ...before.forms.map(({ key }) => key)]);
  const asked = reading?.proofs ?? (after?.proofs ?? []).filter(({ form }) => !known.has(form));
  const isSent = exchanges.some(isUnsafe) && !LEADS_TO_PAYING.test(says);
  // A code is asked for before anything is sent as well.
  const isHeld = isForDoing(seen) && isTelling(says) && !leadsOn(says) && !beginsSomething(says);
  const isKnown = before.asksPassword || before.asksCode;
  return asked.filter(({ isSecret, name }) => (isSecret ? isHeld && !isKnown : isSent || ROBOT.test(name)));
}

/** The card or proof that the page asks for. */
export function proofAsked(seen: Seen): Sign | null {
  const proofs = proofsAsked(seen);
  const [first] = proofs;
  return first === undefined
    ? null
    : {
        reason: 'dialog_open',
        quote: `The page asks for more: ${first.name}`,
        answeredBy: proofs.map(({ key }) => deedOfGiving(key)),
      };
}
