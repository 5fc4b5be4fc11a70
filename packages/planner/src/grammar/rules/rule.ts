import type { Instruction, Phrase } from '../clause.ts';
import type { MaskedText } from '../literals.ts';
import { readPhrase } from '../read-phrase.ts';
import { readValue } from '../read-value.ts';
import { beginningOf } from './beginning.ts';

/** Services for a rule to read the parts of a clause that its pattern found. */
export interface Reader {
  readonly masked: MaskedText;
  readonly phrase: (part: string | undefined) => Phrase | null;
  readonly value: (part: string | undefined) => string | null;
  /** The referent of "it" and "its" from an earlier instruction, if any. */
  readonly topic: Phrase | null;
  /** The words of the instruction before. */
  readonly before: string;
  /** The instruction before ticked things, which "them" may mean. */
  readonly hasChosen: boolean;
}

/** The instructions that a clause gives, or null when the rule does not cover it. */
export type Rule = (clause: string, reader: Reader) => Instruction[] | null;

const IT = /^(?:it|this|that|this\s+one|that\s+one|(?:the|this|that)\s+(?:item|product|row|entry))$/iu;

const ASKED =
  /^(?:is|are|was|were|do|does|did|has|have|can|who|what|which|when|where|how|if|whether|tell|find\s+out)\b/iu;

/** "Are dogs allowed and what do they cost?": they are what the question before was about, which nothing says apart from it. */
export function isOfQuestion(said: string, before: string): boolean {
  return /^(?:they|them|these|those)$/iu.test(said.trim()) && ASKED.test(before.trim());
}

/** A reader for the clauses of one task. */
export function readerOf(
  masked: MaskedText,
  topic: Phrase | null = null,
  hasChosen = false,
  before = '',
): Reader {
  return {
    masked,
    topic,
    before,
    hasChosen,
    phrase: (part) => {
      if (topic !== null && IT.test((part ?? '').trim())) return topic;
      return isOfQuestion(part ?? '', before) ? null : readPhrase(part ?? '', masked);
    },
    value: (part) => readValue(part ?? '', masked),
  };
}

/** A rule for clauses of one form; `build` gets the groups of the match. */
export function form(
  source: string,
  build: (groups: readonly string[], reader: Reader) => Instruction | Instruction[] | null,
): Rule {
  const pattern = new RegExp(`^${source}$`, 'isu');
  const beginning = beginningOf(source);
  // The engine compiles a pattern when it is first used. Most are for clauses that begin otherwise.
  const start = beginning === null ? null : new RegExp(`^${beginning}`, 'isu');
  return (clause, reader) => {
    if (start?.test(clause) === false) return null;
    const match = pattern.exec(clause);
    if (match === null) return null;
    const built = build(
      match.slice(1).map((group) => group ?? ''),
      reader,
    );
    return built === null || Array.isArray(built) ? built : [built];
  };
}

/** What the words before call the things that were chosen: "seats". */
function chosenNouns(before: string): string[] {
  return before.match(/(?<=\s)\p{Ll}{3,}s(?=\s|$)/gu) ?? [];
}

/** The control of exactly that name for the things that were chosen, or the same for "selected". */
export function controlOfChosen(verb: string, rest: string, before = ''): Instruction {
  const named = (text: string): Phrase => ({
    text,
    kind: 'control',
    ordinal: null,
    within: null,
    quoted: true,
    ofChosen: true,
  });
  const nouns = chosenNouns(before).flatMap((noun) => [`${verb} ${noun}`, `${verb} selected ${noun}`]);
  const said = [verb, `${verb} selected`, `${verb} them`, ...nouns].map((start) => `${start} ${rest}`.trim());
  const names = [...said, ...(/^email\b/iu.test(verb) ? said.map((name) => name.replace(/^e/iu, 'e-')) : [])];
  const [own = verb, ...others] = names;
  return { kind: 'click', target: { ...named(own), apart: others.map(named) } };
}

/** The first rule that covers the clause decides. */
export function firstOf(...rules: readonly Rule[]): Rule {
  return (clause, reader) => {
    for (const rule of rules) {
      const instructions = rule(clause, reader);
      if (instructions !== null) return instructions;
    }
    return null;
  };
}

/** Cuts an enumeration at "and" and commas. */
export function enumerated(words: string): string[] {
  // "Foss & Sons" is one name.
  return words.split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+&\s+(?!\p{Lu})/u);
}

/** Cuts an enumeration only when every part has the form; otherwise it is one part. */
export function enumeratedAs(words: string, pattern: RegExp): string[] {
  const parts = enumerated(words);
  return parts.every((part) => pattern.test(part)) ? parts : [words];
}

/** Every part read by `read`, or null when one of them cannot be. */
export function each<Part>(parts: readonly string[], read: (part: string) => Part | null): Part[] | null {
  const results = parts.map(read);
  return results.every((result): result is Awaited<Part> & Part => result !== null) ? results : null;
}

const TAKES_OFF =
  /^(?:please\s+)?(?:delete|remove|erase|trash|discard|dismiss|archive|cancel|withdraw|close|hide|approve|reject|accept|decline|confirm|complete|finish|resolve|move|pay|publish|assign|release|ship|return|clear|un\p{L}+)\b/iu;

/** The places of a list in an order that leaves each where it is: what goes off a list moves those behind it up. */
export function lastPlaceFirst<Nth>(clause: string, places: readonly Nth[], at: (nth: Nth) => number): Nth[] {
  return TAKES_OFF.test(clause) ? places.toSorted((one, other) => at(other) - at(one)) : [...places];
}
