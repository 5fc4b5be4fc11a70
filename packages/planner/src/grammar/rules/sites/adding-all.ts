import type { Instruction, Phrase } from '../../clause.ts';
import { plain } from '../named-phrases.ts';
import { thingsWhere } from '../things-where.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const CONTAINER = '(cart|basket|bag|trolley)';

const EVERYTHING = '(?:everything|all\\s+(?:of\\s+)?(?:the\\s+|my\\s+)?(?:items|products|things|articles))';
const isEverything = new RegExp(`^${EVERYTHING}$`, 'iu');

function ofKind(words: string, reader: Reader): Phrase | null {
  if (isEverything.test(words.trim())) return { ...plain(''), kind: 'result' };
  const chosen = thingsWhere(words, reader);
  if (chosen !== null) return chosen;
  const [, many, noun = ''] =
    /^(?:all\s+(?:of\s+)?(?:the\s+|your\s+)?(\p{L}+s)|(?:every|(?:one\s+of\s+)?each)\s+(?:of\s+(?:the|your)\s+)?(\p{L}{3,}))$/iu.exec(
      words.trim(),
    ) ?? [];
  const kind = many ?? (noun === '' ? '' : noun.replace(/(?<!s)$/iu, 's'));
  const of = kind === '' || /^(?:ones|these|those)$/iu.test(kind) ? null : reader.phrase(kind);
  return of === null || of.kind !== null || of.text === '' ? null : of;
}

/** "Add every teapot to the cart", "put all products under £15 into the basket". */
const adding = form(
  `(?:add|put)\\s+(.+?)\\s+(?:to|in|into)\\s+(?:the\\s+|my\\s+|your\\s+)?(?:shopping\\s+)?${CONTAINER}`,
  ([words = '', container = ''], reader) => {
    const of = ofKind(words, reader);
    return of === null
      ? null
      : { kind: 'each', verb: `Add to ${container.toLowerCase()}`, of, exactly: null };
  },
);

/** "Empty the cart": the control that does it, or "Remove" of everything in it. */
const emptying = form(
  `(?:(?:empty|clear)(?:\\s+out)?|(?:remove|delete|take)\\s+${EVERYTHING}\\s+(?:from|in|out\\s+of))\\s+(?:the\\s+|my\\s+)?(?:whole\\s+|entire\\s+)?(?:shopping\\s+)?${CONTAINER}`,
  ([said = '']): Instruction => {
    const of: Phrase = { ...plain(''), kind: 'result', within: plain(said.toLowerCase()) };
    return { kind: 'each', verb: 'Remove', of, exactly: null };
  },
);

/** What is put into the cart or taken out of it all at once. */
export const addingAll = firstOf(adding, emptying);
