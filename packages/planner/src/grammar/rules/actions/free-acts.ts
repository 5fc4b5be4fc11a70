import type { FreeAct } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { tellingWords } from '../../../words/senses.ts';
import {
  ACTS,
  COMMANDS,
  JUDGEMENT_WORDS,
  NOUN_COMMANDS,
  oneOf,
  VERBS,
  words,
} from '../../../words/vocabulary.ts';
import type { Reader, Rule } from '../rule.ts';

/** Verbs whose object is a control or a value of the page. */
const FREE_VERBS = oneOf([
  ...COMMANDS,
  ...NOUN_COMMANDS,
  ...ACTS,
  ...VERBS.choose,
  ...VERBS.set,
  ...VERBS.check,
  ...words(`use | add | put | say | sort | tick | filter | select | show | show me | hand | log | report | note | leave | switch to | move | turn | go for | include |
    enter | write | give | filter by | filter | order | set up | make | have | mark | prefer | switch | open | view | see`),
]);
const beginsFreely = new RegExp(`^${FREE_VERBS}(?=\\s)`, 'iu');
const judgement = new RegExp(`(?:^|\\s)${oneOf(JUDGEMENT_WORDS)}(?=$|[\\s,.])`, 'iu');
const literals = new RegExp(LITERAL, 'gu');

/** Values that show what they are: an address, a telephone number, a day, a time, a number. */
const TYPED =
  '\\S+@\\S+\\.\\S+|\\+?\\d[\\d ()/-]{6,}\\d|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{4}|(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?\\p{L}{3,9}\\s+\\d{4}|\\d{1,2}[:.]\\d{2}|\\d+(?:[.,]\\d+)?';
const typedLast = new RegExp(`^(.+?)\\s+(?:to|at|on|as|with|for|by|under|is|:)\\s*(${TYPED})$`, 'iu');
/** "Redeem 500 points", "extend the booking by 2 days". */
const numbered = /^(.+?)\s+(?:by\s+)?(\d+(?:[.,]\d+)?)\s+(\p{Ll}[\p{Ll} -]*)$/iu;
const placed = /^(\p{L}+)\s+(.+?)\s+(?:to|on|onto|in|into)\s+(?:the|my|our)\s+(.+)$/iu;
const named = /^(\p{L}+)\s+(.+?)\s+as\s+(?:an?|the|my)\s+(.+)$/iu;
const given = /^(.+?)(?:\s+(?:to|as|with)|\s*:)\s+(.+)$/iu;

/** The first word is the verb, whatever it is: "have" is one, too. */
function freeAct(said: string, value: string | null): FreeAct {
  const [verb = '', ...others] = said.trim().split(/\s+/u);
  const [own = verb.toLowerCase(), ...parts] = tellingWords(verb);
  return { words: [own, ...parts, ...tellingWords(others.join(' '))], said, value };
}

/** No act without a value, because the words of the value would be left out. */
function freeActWith(said: string, value: string | null): FreeAct[] {
  return value === null ? [] : [freeAct(said, value)];
}

/** The possible readings of a clause, the most certain first. */
function freeActsOf(clause: string, { masked, value }: Reader): FreeAct[] {
  const quoted = [...clause.matchAll(literals)].map(([literal]) => literal);
  const [only] = quoted;
  if (quoted.length > 1) return [];
  const saying =
    /\s+(?:saying|reading|called|named|titled|that\s+says|with\s+the\s+(?:text|words|title|name))\s*$/iu;
  if (only !== undefined) {
    const [before = '', after = ''] = clause.split(only);
    return freeActWith(`${before.replace(/[\s:,]+$/u, '').replace(saying, '')} ${after}`, masked.meant(only));
  }
  const [, before = '', typed] = typedLast.exec(clause) ?? [];
  if (typed !== undefined) return [...freeActWith(before, value(typed)), freeAct(clause, null)];
  const [, first = '', number = '', counted] = numbered.exec(clause) ?? [];
  if (counted !== undefined) return [...freeActWith(`${first} ${counted}`, number), freeAct(clause, null)];
  const [, verb = '', what = '', where] = placed.exec(clause) ?? named.exec(clause) ?? [];
  const [, noun = '', words] = given.exec(clause) ?? [];
  return [
    freeAct(clause, null),
    ...(where === undefined ? [] : freeActWith(`${verb} ${where}`, value(what))),
    ...(words === undefined ? [] : freeActWith(noun, value(words))),
  ];
}

/** An instruction that no rule reads. The page decides whether it has exactly one control for it. */
export const actingFreely: Rule = (clause, reader) => {
  const acts = freeActsIn(clause, reader);
  return acts.length === 0 ? null : [{ kind: 'free', acts }];
};

/** Clauses that leave something open, give a reason, or ask to read. */
const OPEN =
  /,|\b(?:because|so\s+that|whatever|tomorrow|today|yesterday|next\s+\p{Ll}*day|necessary|as\s+(?:json|csv|text|a\s+table))\b|^(?:report|show|give|open|see|view)\s+(?:me\s+)?(?:the\s+)?(?:heading|title|text|page|url|total)\b/iu;
/** Words for something named before, which the page cannot resolve. */
const REFERRING =
  /\b(?:it|its|them|they|their|theirs|these|those|he|him|his|she|her|hers|both|the\s+(?:same|others?|former|latter|rest))\b/iu;
/** Only a rule may write a password, because it knows the field. */
const SECRET = /\b(?:pass\s?words?|passphrase|passcode|pwd|pw|pin)\b/iu;
const INDEFINITE = /^\p{L}+(?:\s+(?:me|us))?\s+(?:an?|some|any)\s/iu;

/** The free acts of a clause; none if it asks for a judgement or names a password. */
export function freeActsIn(clause: string, reader: Reader, isSorting = false): readonly FreeAct[] {
  const said = clause.replaceAll(literals, ' ');
  if (!beginsFreely.test(clause) || (!isSorting && judgement.test(said))) return [];
  if (OPEN.test(said) || REFERRING.test(said) || SECRET.test(said)) return [];
  const acts = freeActsOf(clause, reader).filter(({ words: own }) => own.length > 0 && own.length <= 10);
  // Of "a flight" none is named; what is written in it may be.
  return INDEFINITE.test(clause) && acts[0]?.value === null ? [] : acts;
}
