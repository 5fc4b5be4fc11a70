import type { Sign } from '../ledger.ts';
import type { Case } from './case.ts';
import { deedOfPressing } from './deeds.ts';
import { isWork } from './exchanges.ts';
import type { Seen } from './seen.ts';
import { isForDoing, isSaidTaken, toneAfter } from './shown-texts.ts';
import { isUnsafe } from './traffic.ts';
import { leadsOn } from './control-names.ts';

/* What speaks against an action that was begun and not brought to its end: a script that failed, and one more button to press. */

/** Controls that are to tell the site something. */
const TELLS =
  /^\W*(?:save|send|submit|order|book|buy|pay|purchase|add|create|delete|remove|update|change|register|join|leave|enter|enrol|enroll|sign up|hire|rent|reserve|cancel|confirm|publish|post|upload|apply|invite|transfer|donate|subscribe|unsubscribe|vote|approve|reject|archive|renew|redeem|claim|report|assign|import|place|request|withdraw|deposit|top up|speichern|senden|absenden|bestellen|buchen|löschen|enregistrer|envoyer|commander|réserver|guardar|enviar|comprar|reservar)\b/iu;
const AGREES =
  /^\W*(?:(?:i )?(?:accept|agree)(?! (?:all|cookies|optional|selected|and close))|confirm|yes\b|take (?:it|this)|go ahead|continue (?:anyway|with|at)|book anyway|order anyway|akzeptieren|bestätigen|zahlungspflichtig|accepter|confirmer|aceptar|confirmar)\b|\banyway\W*$|\bobligation to pay\b/iu;
const ELSE =
  /\b(?:again|another|new|more|cancel|undo|edit|change|view|see|show|print|download|share|back|close|later|history|status|receipt|invoice|similar|also|cookies?|newsletter)\b/iu;
/** What a site may ask for twice; what follows "Add to cart" or "Checkout" leads on. */
const ASKED_TWICE =
  /^\W*(?:delete|remove|cancel|leave|join|enrol|enroll|subscribe|unsubscribe|renew|redeem|claim|apply|publish|send|submit|place|sign up|register|löschen|absenden|commander|comprar)\b/iu;
/** What a site asks for only where it holds something back, whatever the action was. */
const ANYWAY = /\banyway\W*$|^\W*trotzdem\b|\bquand même\W*$|\bde todos modos\W*$/iu;
const BINDS = /^\W*(order|buy|pay|purchase|book|reserve|rent|hire|transfer|donate|bestellen|buchen)\b/iu;

/** True for the name of a control by which its visitor is bound to something. */
export function isBinding(name: string): boolean {
  return BINDS.test(name) || /^\W*place\b/iu.test(name);
}

/** True for the name of a control that is to tell the site something. */
export function isTelling(name: string): boolean {
  return TELLS.test(name);
}

/** Texts of the action that say more than that the page was at work. */
function hasWords({ before, reading }: Seen): boolean {
  return (reading?.texts ?? []).some(
    ({ text, isGone }) => text !== before.control?.says && (!isGone || !/…|\.\.\./u.test(text)),
  );
}

/** Controls that are of no use if they send nothing. */
const SENDS =
  /^\W*(?:send|submit|order|book|buy|pay|purchase|place|request|register|apply (?!filters?\b)|publish|transfer|donate|invite|approve|reject|subscribe|unsubscribe|renew|redeem|withdraw|deposit|duplicate|senden|absenden|bestellen|buchen|bezahlen|envoyer|commander|réserver|payer|enviar|comprar|reservar|pagar)\b/iu;

/** Whether no word, address, dialog, button or field is there that was not before, whatever its look is. */
function showsNothing(seen: Seen): boolean {
  const { before, reading } = seen;
  return (
    reading !== null &&
    !hasWords(seen) &&
    reading.changed &&
    // A page may lead to its form by scrolling there.
    !reading.moved &&
    reading.url === before.url &&
    reading.title === '' &&
    reading.question === before.question &&
    reading.choice === null &&
    reading.newButtons.length === 0 &&
    reading.moreFields.length === 0 &&
    reading.submitted === null
  );
}

/** What the page did with all that was filled in or shown, without a word: it emptied the fields unsent, or shows nothing. */
export function withoutResult(seen: Seen): Sign | null {
  const { before, reading, exchanges, downloads, tabs } = seen;
  if (reading === null || reading.leaves || downloads > 0 || tabs > 0) return null;
  const says = before.control?.says ?? '';
  if (reading.isBlank)
    return { reason: 'error_shown', quote: 'The page shows nothing any more', isPassing: true };
  const isSent = reading.socket.isSent || exchanges.some((each) => isWork(each, new URL(before.url)));
  if (reading.isEmptied && !isSent && TELLS.test(says) && isForDoing(seen) && !hasWords(seen))
    return { reason: 'nothing_changed', quote: 'The fields were emptied, and nothing was sent' };
  if (!isSent && SENDS.test(says) && isForDoing(seen) && showsNothing(seen))
    return { reason: 'nothing_changed', quote: `"${says}" sent nothing, and nothing new is shown` };
  return null;
}

const RETRIES = /^\W*(?:retry|(?:tap|click|press) to retry|erneut versuchen|réessayer|reintentar)\W*$/iu;
/** What says so of something that was not sent, whatever the action was. */
const SENDS_AGAIN = /^\W*(?:(?:tap|click|press) to (?:resend|send again|try again)|not sent\b.*)\W*$/iu;
/** What a site offers in the place of what it does not have. */
const INSTEAD =
  /^\W*(?:(?:notify|remind) me\b(?! (?:when|once) (?:it|they|this|my|the).*\b(?:ship|arriv|leav|sent|deliver|dispatch|way)).*|(?:tell|e-?mail|alert) me (?:when|once|if) (?:it is |this is )?(?:back|in stock|available|free|open)\b.*|join (?:the )?wait(?:ing)?[ -]?list)\W*$/iu;
const OBTAINS =
  /^\W*(?:add to|buy|order|book|reserve|purchase|rent|hire|take|claim|enrol|enroll|register|join)\b/iu;

function retryButton(seen: Seen, asks: boolean): string | null {
  const { before, reading, exchanges } = seen;
  if (reading === null || !exchanges.some(isUnsafe) || isSaidTaken(seen)) return null;
  const says = before.control?.says ?? '';
  const again = reading.newButtons.find((name) => SENDS_AGAIN.test(name));
  if (again !== undefined) return again;
  const instead = OBTAINS.test(says) ? reading.newButtons.find((name) => INSTEAD.test(name)) : undefined;
  if (instead !== undefined && !INSTEAD.test(says)) return instead;
  if (asks && !TELLS.test(says)) return null;
  return reading.texts.find(({ text, isGone }) => !isGone && RETRIES.test(text))?.text ?? null;
}

/** What was sent comes with a button to send it again, or for something else, and with no word that it was taken. */
export function retryOffered(seen: Seen, { asks }: Case): Sign | null {
  const quote = retryButton(seen, asks);
  return quote === null ? null : { reason: 'error_shown', quote };
}

/** A script of the page failed, and the action, which was to tell the site something or to show something, did neither. */
export function failedScript(seen: Seen): Sign | null {
  const { before, reading, exchanges, downloads, tabs } = seen;
  if (reading === null || reading.fault === '' || reading.leaves || downloads > 0 || tabs > 0) return null;
  if (reading.socket.isSent || exchanges.some((each) => isWork(each, new URL(before.url)))) return null;
  const isTelling = TELLS.test(before.control?.says ?? '') && isForDoing(seen);
  const showsNothing =
    reading.texts.length === 0 && reading.question === before.question && reading.url === before.url;
  if ((!isTelling && !(showsNothing && isForDoing(seen))) || isSaidTaken(seen)) return null;
  return {
    reason: 'error_shown',
    quote: `Nothing was sent, because a script of the page failed: ${reading.fault}`,
  };
}

/** The button that has to be pressed as well, which the answer to the action shows instead of saying that it was taken. */
export function oneMoreButton(seen: Seen): Sign | null {
  const { before, reading, after, exchanges } = seen;
  const says = before.control?.says ?? '';
  if (says === '' || !exchanges.some(isUnsafe) || leadsOn(says)) return null;
  if (before.control?.tag === 'a' || isSaidTaken(seen)) return null;
  const isAskedTwice = BINDS.test(says) || ASKED_TWICE.test(says);
  const [, verb = ''] = BINDS.exec(says) ?? [];
  const isSameDeed = (name: string) =>
    verb !== '' && BINDS.exec(name)?.[1]?.toLowerCase() === verb.toLowerCase();
  const buttons = reading?.newButtons ?? after?.finals.filter((name) => !before.finals.includes(name)) ?? [];
  const more = buttons.find(
    (name) =>
      name !== says &&
      !ELSE.test(name) &&
      (isAskedTwice ? AGREES.test(name) || isSameDeed(name) : TELLS.test(says) && ANYWAY.test(name)),
  );
  return more === undefined
    ? null
    : {
        reason: 'dialog_open',
        quote: `The page asks for one more button to be pressed: ${more}`,
        answeredBy: [deedOfPressing(more)],
      };
}

/** "Following" and "Watching" are missing: a control may go on saying so. */
const AT_WORK =
  /^\W*(?:running|starting|restarting|working|making|processing|preparing|generating|calculating|exporting|importing|building|deploying|installing|converting|indexing|rendering|analy[sz]ing|backing up|restoring|syncing|scanning|testing|checking|in progress|busy|started|läuft|en cours|en curso)(?: \p{L}+){0,2}\W*(?:…|\.\.\.)?\W*$/iu;

/** What was taken back is a word for work that is over by now, and something is there that came of it. */
export function isWorkOver(seen: Seen): boolean {
  const { before, reading } = seen;
  if (reading?.takenBack == null || !AT_WORK.test(reading.takenBack)) return false;
  const tone = toneAfter(before);
  const old = new Set([before.control?.says ?? '', ...before.text.split('\n')]);
  return reading.texts.some(
    ({ text, isGone }) =>
      !isGone && !old.has(text) && text !== reading.takenBack && tone(text) !== 'refusing',
  );
}
