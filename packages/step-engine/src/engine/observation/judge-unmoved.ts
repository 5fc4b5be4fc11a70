import type { Sign } from '../ledger.ts';
import { isFailed, isTold } from './exchanges.ts';
import type { Case, Found } from './case.ts';
import { changed, changedFields } from './judge-document.ts';
import type { PageFacts } from './page-facts.ts';
import type { Seen } from './seen.ts';
import { isForDoing, isSaidTaken, linesAbout, toneAfter } from './shown-texts.ts';
import { type Exchange, isUnsafe } from './traffic.ts';
import { endsSomething, leadsOn, withoutName } from './control-names.ts';

/** What takes a thing of a list away: a page that does it shows it. */
const TAKES_AWAY =
  /^\W*(?:delete|remove|discard|löschen|entfernen|supprimer|retirer|eliminar|quitar|borrar)\b/iu;

/** What only asks how something is, or turns it over. */
const LOOKS = /\b(?:check|test|validate|verify|refresh|reload|toggle|switch|un\p{L}+)\b/iu;

/** An answer that says no, to what does not switch anything off, where the page does not say yes; null for none. */
export function saidFalse(seen: Seen): Sign | null {
  const { before, reading, exchanges } = seen;
  const says = before.control?.says ?? '';
  const answer = exchanges.findLast((each) => isUnsafe(each));
  const denial = answer?.denial ?? null;
  if (answer === undefined || isFailed(answer) || denial === null) return null;
  if (!isForDoing(seen) || before.control?.checked != null) return null;
  const { name, value } = denial;
  const [verb = ''] = says.match(/\p{L}+/u) ?? [];
  const isAsked = (word: string) => withoutName(word, verb).trim() === '';
  const isDeed = value === false && name !== '' && isAsked(name);
  if ((endsSomething(says) && !isDeed) || LOOKS.test(says) || isSaidTaken(seen)) return null;
  // "Rejected" is what came of "Reject", and "renewed": false what did not come of "Renew".
  if (value !== false && isAsked(value)) return null;
  if (name !== '' && !isDeed && reading?.changed !== false) return null;
  const said = name === '' ? 'false' : `"${name}": ${JSON.stringify(value)}`;
  return { reason: 'http_error', quote: `${answer.method} ${answer.url.pathname} was answered with ${said}` };
}

/** What speaks against an action that sent something, and after which the page stands there as it was. */
export function showsNothingOf(seen: Seen): Sign | null {
  const { before, reading, exchanges, downloads, tabs } = seen;
  if (reading === null || reading.leaves || downloads > 0 || tabs > 0) return null;
  const { says = '', row = null } = before.control ?? {};
  const isRead =
    leadsOn(says) && exchanges.some(({ kind, status }) => /^(?:fetch|xhr)$/.test(kind) && status === 200);
  if (!isRead && !exchanges.some((each) => isTold(each) && !each.isDocument)) return null;
  const tone = toneAfter(before);
  if (reading.saidAgain !== '' && tone(reading.saidAgain) !== 'taken')
    return { reason: 'nothing_changed', quote: `The page says again what it said: ${reading.saidAgain}` };
  if (reading.changed && !reading.isRedrawn) return null;
  const error = reading.stillSays.find((text) => tone(text) === 'refusing');
  if (error !== undefined) return { reason: 'error_shown', quote: error };
  return leadsOn(says) || ((row !== null || reading.isRedrawn) && TAKES_AWAY.test(says))
    ? { reason: 'nothing_changed', quote: `Nothing on the page changed after "${says}"` }
    : null;
}

/** Links to the page on which one may well be. */
const HOME = /^\W*(?:home|start|main|overview|dashboard|logo|index|startseite|accueil|inicio)\b/iu;

/** Whether a page says outside of its forms what another one said. */
export function isSameText(before: PageFacts, after: PageFacts): boolean {
  return before.text !== '' && after.text === before.text && after.title === before.title;
}

/** What a link says that led to a page as it was: one to the next page, or one that was redirected to where it stands; null for another. */
export function ledBack({ before, after, exchanges }: Seen): Sign | null {
  const { tag, says = '' } = before.control ?? { tag: '' };
  const isRedirected = exchanges.some(({ isTop, request }) => isTop && request.redirectedFrom() !== null);
  if (tag !== 'a' || after === null || LOOKS.test(says) || HOME.test(says)) return null;
  // A link in the navigation may be called as the page on which it stands.
  if (`${before.heading} ${before.title}`.toLowerCase().includes(says.toLowerCase())) return null;
  if (!isSameText(before, after)) return null;
  const isSame = isRedirected && after.url === before.url;
  // What is in a form is not compared.
  const isUnmoved =
    leadsOn(says) && before.text !== says && after.forms.length === 0 && after.pictures === before.pictures;
  return isUnmoved || (isSame && (leadsOn(says) || after.forms.length === 0))
    ? { reason: 'nothing_changed', quote: `"${says}" led back to the page as it was` }
    : null;
}

/** What the page says to its visitor to which a link was redirected, where it is not called as the link; null for nothing. */
export function ledElsewhere(seen: Seen): Sign | null {
  const { before, after, exchanges } = seen;
  const { tag, says = '' } = before.control ?? { tag: '' };
  const isRedirected = exchanges.some(({ isTop, request }) => isTop && request.redirectedFrom() !== null);
  if (tag !== 'a' || says === '' || after === null || !isRedirected) return null;
  if (`${after.heading} ${after.title}`.toLowerCase().includes(says.toLowerCase())) return null;
  const tone = toneAfter(before);
  const said = linesAbout(seen, after).find(
    (line) =>
      line.length <= 160 &&
      /\byou\b/iu.test(line) &&
      tone(line) === 'refusing' &&
      !after.things.some(({ text }) => text.includes(line)),
  );
  return said === undefined ? null : { reason: 'error_shown', quote: said };
}

function isOfScript({ isDocument, request }: Exchange): boolean {
  return !isDocument || /^\s*(?:[{[]|--)/.test(request.postData() ?? '');
}

/** What was filled in of the form acted in, where all that was sent is another form. */
export function leftUnsent({ seen, attempted }: Case): Found[] {
  const { before, exchanges } = seen;
  const sent = exchanges.filter((each) => isUnsafe(each) || each.isTop);
  const isForeign = (each: Exchange) => each.url.href !== before.form?.action || before.others.length > 0;
  const isOther = sent.some((each) => each.isTop && isUnsafe(each) && isForeign(each));
  if (!attempted || !isOther || sent.some(isOfScript)) return [];
  const members = sent.flatMap(({ url, request }) => [
    ...url.searchParams,
    ...new URLSearchParams(request.postData() ?? ''),
  ]);
  const filled = [...changedFields(before), ...changed(before.others)].filter(
    ({ isText, value }) => isText && value.trim() !== '',
  );
  const isSent = filled.some(({ name, value }) =>
    members.some(([key, said]) => key === name || said.includes(value.trim())),
  );
  const [first] = filled;
  if (first === undefined || isSent) return [];
  const quote = `What was filled in was not sent: ${first.value}`;
  return [{ sign: { reason: 'nothing_changed', quote }, refuses: true }];
}
