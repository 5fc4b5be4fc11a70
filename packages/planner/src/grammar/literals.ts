import { SECRET_REFERENCE } from '@errand/runbook-language';
import { writtenSecrets } from '@errand/step-engine/written-secrets';

/**
 * Quoted strings, URLs, bare passwords and names of secrets are taken out of a task before it is cut into clauses, so that no "and" or comma inside
 * them is mistaken for grammar. A placeholder stands in their place.
 */
const OPEN = '\uE000';
const CLOSE = '\uE001';

/** Source of a regular expression for one placeholder. */
export const LITERAL = `${OPEN}\\d+${CLOSE}`;

const literalPattern = new RegExp(LITERAL, 'gu');
const wholeLiteral = new RegExp(`^${LITERAL}$`, 'u');

const QUOTED = [
  '"([^"]*)"',
  '“([^“”]*)”',
  '„([^„“”]*)[“”]',
  '«([^«»]*)»',
  '`([^`]*)`',
  '‘((?:[^‘’]|’(?=\\p{L}))*)’',
  // An apostrophe inside a word neither opens nor closes.
  "(?<=^|[\\s(\\[:=])'((?:[^'\\n]|'(?=\\p{L}))*)'(?=$|[\\s.,;:!?)\\]])",
].join('|');
const URL_TEXT =
  'https?://[^\\s"“”<>()\uE000\uE001]*\\([^\\s()"“”<>]*\\)|https?://[^\\s"“”<>\uE000\uE001]*[^\\s"“”<>\uE000\uE001.,;:!?)\\]\']';
const pattern = new RegExp(`${QUOTED}|(${URL_TEXT})|${SECRET_REFERENCE}`, 'giu');

export interface MaskedText {
  readonly text: string;
  /** The text with every literal restored, without quotation marks. */
  meant(part: string): string;
  /** The text with every literal restored as written. */
  written(part: string): string;
}

/** A password without quotation marks may hold commas and full stops: it is one word all the same. */
function quoteSecrets(task: string): string {
  let quoted = '';
  let from = 0;
  for (const { start, end, value, isQuoted } of writtenSecrets(task)) {
    const isInside = isQuoted || /[/?&=]/u.test(task[start - 1] ?? '') || value.includes('"');
    if (isInside || /\S/u.test(task[start - 1] ?? '') || !/\W/u.test(value)) continue;
    quoted += `${task.slice(from, start)}"${value}"`;
    from = end;
  }
  return quoted + task.slice(from);
}

const WRITTEN_QUESTION =
  /\b(text|message|question|comment|note|subject|saying|asking)(\s*:?\s+)((?:what|where|when|who|why|how|which|is|are|can|could|do|does|will|would|may|should)\s[^?"“”\uE000\n]{1,200}\?)/giu;

/** "… message It does not start": words that would make a sentence conditional or negative belong to what is written. */
const WRITTEN_WORDS =
  /\b(message|description|comment|note|details|text)(\s*:?\s+)(\p{Lu}[^,;.!?"“”\uE000\n]{0,200}?\s(?:not|never|if|until|while|each|every|without)\s[^,;.!?"“”\uE000\n]{1,200}?)(?=$|[.!?]|,?\s+and\s+(?:send|submit|post|save)\b)/gu;
/** "Send a message to Bob: Hello, how are you?": one sentence at the end of the task. */
const WRITTEN_LAST =
  /\b((?:message|note|e-?mail|reply|comment)\s+(?:to\s+)?[^:,."“\n]{0,40}):\s+(\p{Lu}(?:(?![.!?]\s|:\s|\b(?:then|and\s+(?:send|submit|post|save))\b)[^"“”\uE000\n]){2,300})$/u;

/** "May 3, 1990" is one date, whose comma separates nothing. */
const DATE_WITH_COMMA =
  /(?<![\p{L}\d"“])((?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)\p{Ll}*\.?\s+\d{1,2}(?:st|nd|rd|th)?),(\s+\d{4})(?!\d)/giu;

/** The text to write is taken word for word: "with the message Where can we sit?" */
export function quoteWritten(task: string): string {
  return quoteQuestions(task.replaceAll(DATE_WITH_COMMA, '$1$2'))
    .replaceAll(
      WRITTEN_WORDS,
      (_all: string, noun: string, joint: string, said: string) => `${noun}${joint}"${said}"`,
    )
    .replace(WRITTEN_LAST, (_all: string, before: string, said: string) => `${before}: "${said}"`);
}

function quoteQuestions(task: string): string {
  return task.replaceAll(WRITTEN_QUESTION, (all: string, noun: string, joint: string, said: string) =>
    /^\p{Lu}/u.test(said) ? `${noun}${joint}"${said}"` : all,
  );
}

/** Puts a placeholder for each quoted text, address, password and name of a secret. */
export function maskLiterals(task: string): MaskedText {
  const literals: { written: string; meant: string }[] = [];
  const closed: string[] = [];
  const masked = quoteSecrets(task.replaceAll(/[\uE000\uE001]/gu, ' ')).replace(
    pattern,
    (written: string, ...groups: unknown[]) => {
      const meant = groups.slice(0, 8).find((group) => typeof group === 'string');
      literals.push({ written, meant: typeof meant === 'string' ? meant : written });
      const placeholder = `${OPEN}${literals.length - 1}${CLOSE}`;
      if (/[.!?]$/u.test(literals.at(-1)?.meant ?? '')) closed.push(placeholder);
      return placeholder;
    },
  );
  // A quotation that ends its sentence takes the full stop with it: … "Hello." Then …
  const text = closed.reduce(
    (sentence, placeholder) =>
      sentence.replace(new RegExp(`${placeholder}(?=\\s+\\p{Lu}\\p{Ll})`, 'u'), `${placeholder}.`),
    masked,
  );
  const literal = (placeholder: string) => literals[Number(placeholder.slice(1, -1))];
  return {
    text,
    meant: (part) => part.replace(literalPattern, (placeholder) => literal(placeholder)?.meant ?? ''),
    written: (part) => part.replace(literalPattern, (placeholder) => literal(placeholder)?.written ?? ''),
  };
}

/** True when the part is one literal and nothing else. */
export function isLiteral(part: string): boolean {
  return wholeLiteral.test(part);
}

/** The words outside literals, which are subject to the grammar. */
export function wordsOutsideLiterals(part: string): string {
  return part.replace(literalPattern, ' ');
}
