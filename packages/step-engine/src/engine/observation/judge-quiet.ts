import type { Sign } from '../ledger.ts';
import { beginsSomething } from './judge-asked.ts';
import { changedFields } from './judge-document.ts';
import type { Case } from './case.ts';
import type { PageFacts } from './page-facts.ts';
import { refusesQuietly } from './quiet-words.ts';
import type { Seen } from './seen.ts';
import {
  isDoingLink,
  isForDoing,
  isForShowing,
  isSaidTaken,
  linesAbout,
  newLines,
  toneAfter,
} from './shown-texts.ts';
import { isUnsafe } from './traffic.ts';
import { leadsOn } from './control-names.ts';
import { asksForInput, isAside } from './words.ts';

const MAX_LENGTH = 160;
/** What puts a value into a control that a page may send at once. */
const SETS: ReadonlySet<string> = new Set([
  'browser.select',
  'browser.check',
  'browser.uncheck',
  'browser.upload',
]);
/** A list that is set may lead to many texts, each about a thing. */
const MAX_TEXTS_OF_VALUE = 2;
/** A page with more new lines shows something, and is no answer of a sentence. */
const MAX_LINES = 12;
function isOfForm({ formText }: PageFacts, line: string): boolean {
  return line.includes(' ') && formText.includes(line);
}

/** A mark beside an entry, which no thing is called. */
const SIGN = /^[^\p{L}\p{N}]+$/u;

/** Texts that came of the action, whether or not it sent something. */
function newTexts(seen: Seen): string[] {
  const { reading, after, left = [], before } = seen;
  if (reading !== null)
    return [
      ...reading.texts.filter(({ isItem, text }) => !isItem || SIGN.test(text)).map(({ text }) => text),
      reading.title,
    ];
  const passed = left.filter(({ isItem }) => !isItem).map(({ text }) => text);
  if (after === null) return passed;
  const headings = [after.heading, after.title].filter(
    (text) => text !== before.heading && text !== before.title,
  );
  // What the form said of its thing is said of it again on the next page.
  const lines = linesAbout(seen, after).filter((line) => !isOfForm(before, line));
  return lines.length > MAX_LINES ? [...headings, ...passed] : [...headings, ...lines, ...passed];
}

/** All that came of what was sent asks for another value, or is a label without one; null for anything else. */
function wantsValue({ before, reading }: Seen): string | null {
  const says = before.control?.says ?? '';
  const [only, ...others] = (reading?.texts ?? []).filter(({ isGone }) => !isGone);
  if (only === undefined || others.length > 0) return null;
  const isMore = /\b(?:another|more|next|also|again)\b/iu.test(only.text);
  const asks = asksForInput(only.text) && !isAside(only.text) && !isMore;
  const isNext = leadsOn(says) || beginsSomething(says);
  const isLabel = /^[^:]{2,30}: ?[–—-]$/u.test(only.text);
  return isLabel || (reading?.isStanding === true && asks && !isNext) ? only.text : null;
}

/** The page has a line such as "Your tariff: Max" after "Max" was chosen as the tariff. */
function showsWhatWasSet(seen: Seen): boolean {
  const lines = newTexts(seen).map((line) => line.toLowerCase());
  return changedFields(seen.before).some(({ label, value, choice }) => {
    const set = `: ${(choice?.now ?? value).toLowerCase()}`;
    return label !== '' && lines.some((line) => line.endsWith(set) && line.includes(label.toLowerCase()));
  });
}

/** The sentence in which the site refuses what was sent, without a word for no; null where anything says yes. */
export function quietRefusal(seen: Seen, { dialogs, asks, primitive }: Case): Sign | null {
  const { before, exchanges } = seen;
  const says = before.control?.says ?? '';
  const wasSent = exchanges.some(isUnsafe) || seen.reading?.socket.isSent === true;
  if (!asks && (!SETS.has(primitive) || (seen.reading?.texts.length ?? 0) > MAX_TEXTS_OF_VALUE)) return null;
  if ((!wasSent && !isDoingLink(seen)) || isForShowing(seen) || isSaidTaken(seen)) return null;
  const tone = toneAfter(before);
  const alerts = dialogs.filter(({ type }) => type === 'alert').map(({ message }) => message);
  if (alerts.some((text) => tone(text) === 'taken')) return null;
  const asked = `${says} ${before.question}`;
  if (showsWhatWasSet(seen)) return null;
  const only = isForDoing(seen) ? wantsValue(seen) : null;
  if (only !== null && tone(only) === 'neutral') return { reason: 'error_shown', quote: only };
  const words = [...alerts, ...newTexts(seen)].find(
    (text) =>
      text !== '' && text.length <= MAX_LENGTH && tone(text) === 'neutral' && refusesQuietly(text, asked),
  );
  return words === undefined ? null : { reason: 'error_shown', quote: words };
}

const TAKES = /\b(?:know|recogni[sz]e|read|understand|accept|use|search for) (?:this|that|the|your) /iu;

/** What a search says of the words that it was given, in the place of searching for them: finding nothing is an answer. */
export function searchNotMade(seen: Seen, { attempted }: Case): Sign | null {
  const { before, after, exchanges } = seen;
  if (after === null || !attempted || exchanges.some(isUnsafe)) return null;
  const labels = changedFields(before).map(({ label }) => label.toLowerCase());
  const tone = toneAfter(before);
  const isOfWords = (line: string) => {
    const [, thing] = line.toLowerCase().split(TAKES);
    return asksForInput(line) || labels.some((label) => label !== '' && thing?.startsWith(label));
  };
  const said = newLines(before, after).find(
    (line) =>
      line.length <= MAX_LENGTH &&
      isOfWords(line) &&
      tone(line) === 'refusing' &&
      !after.things.some(({ text }) => text.includes(line)),
  );
  return said === undefined ? null : { reason: 'error_shown', quote: said };
}
