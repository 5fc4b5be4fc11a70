import type { Sign } from '../ledger.ts';
import { ledToSignIn } from './exchanges.ts';
import { beginsSomething } from './judge-asked.ts';
import { signInAddress } from './telling-addresses.ts';
import { isTelling } from './judge-unfinished.ts';
import type { PageFacts } from './page-facts.ts';
import type { Seen } from './seen.ts';
import { isDoingLink, isSaidTaken, newLines, toneAfter } from './shown-texts.ts';
import { namesOf } from './standing.ts';
import { isUnsafe } from './traffic.ts';
import { endsSomething, isAboutSigningIn, isAboutSigningOut, leadsOn } from './control-names.ts';
import { saysToSignIn } from './words.ts';

/** A page from which one could sign out led to one that offers to sign in instead, as after a session that ended. */
function isSignedOut(seen: Seen): boolean {
  const { before, after, exchanges } = seen;
  if (after === null || !before.signsOut || after.signsOut || !after.signsIn) return false;
  return exchanges.some(isUnsafe) && !endsSomething(before.control?.says ?? '') && !isSaidTaken(seen);
}

const IS_NEW = /\b(?:new|set|choose|create|pick|reset|welcome to|neues|nouveau|nueva)\b/iu;

/** A script that was to tell the site something led to a page with nothing but a name and a password to give. */
function isLedToPassword(seen: Seen): boolean {
  const { before, after, exchanges } = seen;
  const says = before.control?.says ?? '';
  const [form, another] = after?.forms ?? [];
  if (after === null || form === undefined || another !== undefined || isSaidTaken(seen)) return false;
  return (
    after.asksPassword &&
    isTelling(says) &&
    !beginsSomething(says) &&
    exchanges.some((each) => isUnsafe(each) && !each.isDocument) &&
    form.key.split('password:').length === 2 &&
    form.fields.filter(({ isText }) => isText).length < 2 &&
    !IS_NEW.test(`${after.heading} ${after.title}`)
  );
}

/** A line that says yes and names what was sent, beside which a page may well have a place to sign in. */
function isNamedTaken(seen: Seen, after: PageFacts): boolean {
  const tone = toneAfter(seen.before);
  const names = namesOf(seen);
  return newLines(seen.before, after).some(
    (line) => tone(line) === 'taken' && names.some((name) => line.toLowerCase().includes(name)),
  );
}

/** What leads to a sign-in page by itself: a letter that was sent, an account or a password that was made. */
const ANNOUNCES =
  /\b(?:sent|e-?mailed|mailed)\b[^.!?]*\b(?:you|link|e-?mail|mail|instructions|code|message)\b|\b(?:link|e-?mail|instructions|code)\b[^.!?]*\b(?:sent|on (?:its|the) way)\b|\b(?:check|look in(?:to)?) your (?:inbox|mailbox|e-?mails?|mail|spam)\b|\b(?:account|registration|password)\b[^.!?]*\b(?:ready|created|complete|confirmed|activated|reset|changed|updated)\b|\b(?:link|e-?mail)\b[^.!?]*\b(?:gesendet|geschickt)\b|\b(?:lien|e-?mail)\b[^.!?]*\benvoyé|\benvoyé[^.!?]*\b(?:lien|e-?mail)\b|\benviado[^.!?]*\b(?:enlace|correo)\b/iu;

/** The page says what the action, which was not to sign in, brought about, and that one may sign in next. */
export function isAnnounced(seen: Seen): boolean {
  const { before, after } = seen;
  if (after === null || before.signsOut || saysToSignIn(before.control?.says ?? '')) return false;
  const tone = toneAfter(before);
  const lines = newLines(before, after);
  return (
    lines.some((line) => ANNOUNCES.test(line) && tone(line) !== 'refusing') &&
    !lines.some((line) => tone(line) === 'refusing')
  );
}

/** The page unexpectedly asks to sign in. */
export function asksToSignIn(seen: Seen): string | null {
  const { before, reading, after, exchanges, parts = [] } = seen;
  const says = before.control?.says ?? '';
  const isExpected = isAboutSigningIn(says) || isAboutSigningOut(says);
  // The right password leads on, or to a code that is asked for next.
  if (before.form?.hasPassword === true && !before.asksCode && (reading ?? after)?.asksCode === true)
    return 'The page asks for a code';
  if (isExpected || before.asksSignIn || before.form?.hasPassword || isAnnounced(seen)) return null;
  const led = ledToSignIn(exchanges);
  if (led !== undefined) return `The request was led to ${led.url.pathname}`;
  if (reading?.asksSignIn === true) return 'The page asks to sign in';
  const told = reading?.texts.find(({ text }) => saysToSignIn(text));
  if (told !== undefined) return told.text;
  if (parts.some(({ was, is }) => was === null && is.asksSignIn)) return 'Another tab asks to sign in';
  if (after === null) return null;
  const isSent =
    (exchanges.some((each) => isUnsafe(each) && each.isDocument) && !leadsOn(says)) || isDoingLink(seen);
  if (isSent && after.asksPassword && !before.asksPassword && after.forms.length === 1 && !isSaidTaken(seen))
    return 'The page asks for a password';
  if (isSignedOut(seen)) return 'The page offers to sign in, and no longer to sign out';
  if (after.asksSignIn && !isNamedTaken(seen, after))
    return after.heading || after.title || 'The page asks to sign in';
  return (
    [after.heading, after.title, ...after.errors.map(({ text }) => text)].find(saysToSignIn) ??
    signInAddress(seen) ??
    (isLedToPassword(seen) ? 'The page asks for a password' : null)
  );
}

/** A sign-in that the action unexpectedly led to. */
export function signInAsked(seen: Seen): Sign | null {
  const quote = asksToSignIn(seen);
  return quote === null ? null : { reason: 'sign_in_asked', quote };
}
