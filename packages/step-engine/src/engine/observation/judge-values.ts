import type { Sign } from '../ledger.ts';
import { membersOf } from './exchanges.ts';
import { changedFields } from './judge-document.ts';
import type { PageFacts } from './page-facts.ts';
import type { FieldFacts } from './page-forms.ts';
import { isSameValue, numbersIn } from './read-back.ts';
import type { Seen } from './seen.ts';
import { isSaidTaken, newLines } from './shown-texts.ts';
import { type Exchange, isUnsafe } from './traffic.ts';

/* Values that a form sent, or the site shows, in the place of those that were asked for. */

const NUMBER = /-?\d[\d.,'\u00A0\u202F]*\d|-?\d/gu;

function isNumber(value: string): boolean {
  return /^\s*-?\d+(?:[.,]\d+)?\s*$/u.test(value);
}

/** The same in another unit: cents, grams, minutes. */
function isConverted(one: string, other: string): boolean {
  const close = (a: number, b: number) => Math.abs(a - b) < 1e-6 * Math.abs(b);
  return numbersIn(one.trim()).some((a) =>
    numbersIn(other.trim()).some((b) =>
      [60, 100, 1000].some((unit) => close(a, b * unit) || close(a * unit, b)),
    ),
  );
}

/** What a request says of its fields, by their names. */
function fieldsSent({ request }: Exchange): URLSearchParams {
  const plain = membersOf(request.postData()).filter(([, value]) => /^(?:string|number)$/.test(typeof value));
  return new URLSearchParams(plain.map(([name, value]) => [name, String(value)]));
}

/** How a number or text was sent that the page changed as its field was left, as a clause; null when none was. */
function sentOtherwise({ before, exchanges }: Seen): string | null {
  const sent = exchanges.filter(isUnsafe).map(fieldsSent);
  for (const { name, value, isText } of changedFields(before)) {
    const [now, another] = sent.flatMap((members) => members.getAll(name));
    if (now === undefined || another !== undefined || isSameValue(value, now)) continue;
    const isOther = isNumber(value) && isNumber(now) && !isConverted(value, now);
    // What is not sent by its field may be sent as an entry beside it.
    const isCut =
      isText &&
      !isNumber(value) &&
      now.length < value.trim().length &&
      value.startsWith(now) &&
      !sent.some((members) => [...members.values()].some((each) => each.includes(value.trim())));
    if (isOther || isCut) return `"${name}" was sent as ${now || 'nothing'}, not ${value}`;
  }
  return null;
}

/** What makes a number larger that was there before. */
const ADDS = /\b(?:add|top up|deposit|increase|more|load|put|recharge|refill|contribute)\b/iu;
const AMOUNT = /\b(?:amount|sum|price|betrag|summe|montant|somme|importe|cantidad)\b/iu;
const MOVES =
  /\b(?:transferred|sent|paid|donated|charged|(?:transfer|payment|donation|contribution|gift) of|überwiesen|bezahlt|gespendet|versé|payé|virement|transferid[oa]|pagad[oa])\b/iu;
const MONEY = /[€$£¥]\s?\d[\d.,]*\d?|\d[\d.,]*\s?(?:[€$£¥]|EUR|USD|GBP|CHF)/gu;

/** What a page shows of everybody: the mean of ratings, the number of votes. */
const AVERAGED = /\b(?:rate|rating|stars?|score|votes?|points?|likes?|bewertung|note|puntuación)\b/iu;

/** The lines that the page shows since the action. */
function linesShown({ before, reading, after }: Seen): string[] {
  if (after !== null) return newLines(before, after);
  return (reading?.texts ?? []).filter(({ isGone }) => !isGone).map(({ text }) => text);
}

/** What a line says of a field by its label, which may stand in the line before. */
function saidOf(field: FieldFacts, lines: readonly string[], at: number): string | null {
  const bare = (text: string) => text.toLowerCase().replace(/\s*[:*]\s*$/u, '');
  const label = bare(field.label);
  const line = lines[at] ?? '';
  if (label === '') return null;
  if (bare(line) === label) return lines[at + 1] ?? null;
  const said = line.slice(label.length);
  return line.toLowerCase().startsWith(label) && /^\s*[:=–-]\s*\S/u.test(said)
    ? said.replace(/^\s*[:=–-]\s*/u, '')
    : null;
}

/** A number with at most a unit. */
const SINGLE = /^\P{L}{0,3}-?\d[\d.,'\u00A0\u202F]*\s?(?:\p{L}{1,3}|[€$£¥%])?\W{0,2}$/u;

const NOTHING = /^(?:[–—-]|none|n\/a|empty|not (?:set|given|provided)|no entry)$/iu;

/** The line in which the page shows another number than was sent for a field, as a clause; null for none. */
function shownOtherwise(seen: Seen): string | null {
  const { before, exchanges } = seen;
  if (!exchanges.some(isUnsafe) || ADDS.test(before.control?.says ?? '')) return null;
  const lines = linesShown(seen);
  const shown = lines.flatMap((line) => line.match(NUMBER) ?? []);
  for (const field of changedFields(before)) {
    const { value, label } = field;
    const empty = [...lines.keys()].find((at) => NOTHING.test(saidOf(field, lines, at) ?? ''));
    if (empty !== undefined && holdsText(field) && !lines.some((line) => line.includes(value.trim())))
      return `The page shows nothing for "${label}", not ${value}`;
    // A discount may be shown with a minus.
    const isShown = shown.some((each) =>
      [each, each.replace('-', '')].some((one) => isSameValue(value, one)),
    );
    if (!isNumber(value) || isShown || AVERAGED.test(label)) continue;
    const isOther = (text: string) => (text.match(NUMBER) ?? []).every((each) => !isConverted(value, each));
    for (const at of lines.keys()) {
      const said = saidOf(field, lines, at);
      if (said !== null && SINGLE.test(said) && isOther(said))
        return `The page shows "${label}: ${said}", not ${value}`;
    }
    const isOfOther = (line: string, unit: string) =>
      unit !== '' &&
      !isSaidTaken(seen) &&
      line.match(NUMBER)?.length === 1 &&
      isOther(line) &&
      new RegExp(String.raw`\d ${unit}\b`, 'iu').test(line);
    const [unit = ''] = label.toLowerCase().match(/^\p{L}{4,}$/u) ?? [];
    const ofUnit = unit === '' ? null : new RegExp(String.raw`^\W*\p{L}+ed \d+ ${unit}\W*$`, 'iu');
    const counted = lines.find((line) => ofUnit?.test(line) === true || isOfOther(line, unit));
    if (counted !== undefined) return `The page shows "${counted}", not ${value}`;
    const sentence = lines
      .flatMap((line) => line.split(/(?<=[.!…])\s+/u))
      .find((each) => MOVES.test(each) && each.match(MONEY)?.length === 1 && isOther(each));
    if (AMOUNT.test(label) && sentence !== undefined) return `The page shows "${sentence}", not ${value}`;
  }
  return null;
}

const SAVES = /^\W*(?:save|update|change|apply|store|set|rename|speichern|enregistrer|guardar)\b/iu;

function holdsText({ isText, value }: FieldFacts): boolean {
  return isText && value !== '';
}

/** The field of a record that is empty once it was saved, as a clause, while others hold what they held; null for none. */
function emptiedInRecord({ before, after, exchanges }: Seen): string | null {
  const again = after?.forms.find(({ key }) => key === before.form?.key);
  if (again === undefined || !exchanges.some(isUnsafe)) return null;
  if (!SAVES.test(before.control?.says ?? '')) return null;
  const now = (name: string) => again.fields.find((each) => each.name === name)?.value;
  const kept = (before.form?.fields ?? []).filter(
    (each) => holdsText(each) && each.value === each.initial && now(each.name) === each.value,
  );
  const isShown = (value: string) => after !== null && isIn(after, value);
  const field = changedFields(before).find(
    (each) =>
      holdsText(each) &&
      now(each.name) === '' &&
      !isShown(each.value) &&
      // A form for something new may hold one text from the start.
      kept.length >= (each.initial === '' ? 2 : 1),
  );
  return field === undefined ? null : `The field "${field.name}" holds no value any more`;
}

function isIn({ text }: PageFacts, value: string): boolean {
  return withoutGaps(text).includes(withoutGaps(value));
}

/** A text as it is compared: pages write long numbers in groups. */
function withoutGaps(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/(?<=\d)[ \u00A0\u202F/-](?=\d)/gu, '')
    .trim();
}

/** The value that a record had before, which the page shows while the new one is nowhere, as a clause; null for none. */
function shownUnchanged({ before, after, exchanges }: Seen): string | null {
  if (after === null || !exchanges.some(isUnsafe)) return null;
  const saves = SAVES.test(before.control?.says ?? '');
  const lines = newLines(before, after).filter(
    (line) => !after.things.some(({ text }) => text.includes(line)),
  );
  const held = new Set(after.forms.flatMap(({ fields }) => fields.map(({ value }) => value)));
  for (const field of changedFields(before)) {
    const { label, isText, choice } = field;
    // What else leads to a page says what was chosen beside its label.
    if (!saves && choice === null) continue;
    const value = choice?.now ?? field.value;
    const initial = choice?.initial ?? field.initial;
    const isTelling = (text: string) => /\p{L}{3}|(?:\d\D{0,2}){7}/u.test(text);
    if (!isTelling(value) || !isTelling(initial) || isIn(after, value) || held.has(field.value)) continue;
    const said = [...lines.keys()]
      .map((at) => saidOf(field, lines, at))
      .find((text) => text !== null && withoutGaps(text) === withoutGaps(initial));
    const line = lines.find(
      (each) =>
        (isText && each === initial) ||
        (!saves && each.endsWith(`: ${initial}`) && each.length < initial.length + 30) ||
        (each.endsWith(`: ${initial}`) && each.toLowerCase().includes(label.toLowerCase())),
    );
    if (said !== undefined || line !== undefined) return `The page shows "${said ?? initial}", not ${value}`;
  }
  return null;
}

/** The date that the page shows with its day as the month, as a clause; null for none. */
function shownSwapped(seen: Seen): string | null {
  const lines = seen.exchanges.some(isUnsafe) ? linesShown(seen) : [];
  for (const field of changedFields(seen.before)) {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(field.value) ?? [];
    if (year === undefined || month === day) continue;
    for (const at of lines.keys()) {
      const said = saidOf(field, lines, at) ?? '';
      const date = /\p{L}{3}/u.test(said) ? new Date(said) : new Date(Number.NaN);
      const isSwapped =
        date.getFullYear() === Number(year) &&
        date.getMonth() + 1 === Number(day) &&
        date.getDate() === Number(month);
      if (isSwapped) return `The page shows "${field.label}: ${said}", not ${field.value}`;
    }
  }
  return null;
}

const MIN_DIGITS = 7;

/** The beginning of a telephone or account number that the page shows beside its label, as a clause; null for none. */
function shownCut(seen: Seen): string | null {
  // The label may have stood there before.
  const shown = seen.after?.text.split('\n') ?? linesShown(seen);
  const lines = seen.exchanges.some(isUnsafe) ? shown : [];
  const isInGroups = (text: string) => /^[+(]?\d[\d\s()/.-]*$/u.test(text);
  const digitsOf = (text: string) => text.replaceAll(/\D/gu, '');
  for (const field of changedFields(seen.before)) {
    const digits = digitsOf(field.value);
    const significant = digits.replace(/^0+/u, '');
    if (!isInGroups(field.value.trim()) || digits.length < MIN_DIGITS) continue;
    if (lines.some((line) => digitsOf(line).includes(significant))) continue;
    for (const at of lines.keys()) {
      const said = saidOf(field, lines, at) ?? '';
      const isCut = isInGroups(said) && digitsOf(said) !== '' && digits.startsWith(digitsOf(said));
      if (isCut) return `The page shows "${field.label}: ${said}", not ${field.value}`;
    }
  }
  return null;
}

const WRITTEN_DATE =
  /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}(?:st|nd|rd|th)?\.? \p{L}{3,9} \d{4}\b|\b\p{L}{3,9} \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b/gu;

/** The day that a text names with its month in letters, or as forms hold it, as these hold it; null for none. */
function dayOf(text: string): string | null {
  if (/^\d{4}-/u.test(text)) return text;
  const date = new Date(`${text.replace(/(?<=\d)(?:st|nd|rd|th)\b|\./gu, '')} UTC`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}

/** Another day for which the page says that it was done, where the day that was sent is nowhere, as a clause; null for none. */
function shownMoved(seen: Seen): string | null {
  const lines = seen.exchanges.some(isUnsafe) ? linesShown(seen) : [];
  const days = new Set(lines.flatMap((line) => (line.match(WRITTEN_DATE) ?? []).map(dayOf)));
  const fields = changedFields(seen.before);
  const sent = new Set(fields.map(({ value }) => value));
  for (const field of fields) {
    if (!/^\d{4}-\d\d-\d\d$/u.test(field.value) || days.has(field.value)) continue;
    const isOther = (line: string, at: number) => {
      const said = saidOf(field, lines, at);
      const [written] =
        (said ?? /\bfor (?:\p{L}+,? )?(?:the )?(.*)$/iu.exec(line)?.[1] ?? '').match(WRITTEN_DATE) ?? [];
      const day = written === undefined ? null : dayOf(written);
      return day !== null && !sent.has(day);
    };
    const other = lines.find(isOther);
    if (other !== undefined) return `The page shows "${other}", not ${field.value}`;
  }
  return null;
}

/** A value that was sent, shown or kept as another than was asked for. */
export function valueTakenOtherwise(seen: Seen): Sign | null {
  const other =
    sentOtherwise(seen) ??
    shownOtherwise(seen) ??
    shownUnchanged(seen) ??
    shownSwapped(seen) ??
    shownCut(seen) ??
    shownMoved(seen) ??
    emptiedInRecord(seen);
  return other === null ? null : { reason: 'change_taken_back', quote: other };
}
