import type { Condition } from './condition.ts';
import { tokenize, type Token } from './tokens.ts';

/** A shape consists of words and placeholders: `"` for a quotation, `/` for a regular expression. */
const PLAIN: readonly { shape: readonly string[]; build: (hole: string, flags: string) => Condition }[] = [
  { shape: ['url', 'contains', '"'], build: (text) => ({ type: 'url_contains', text }) },
  { shape: ['url', 'matches', '/'], build: (source, flags) => ({ type: 'url_matches', source, flags }) },
  { shape: ['text', '"', 'is', 'visible'], build: (text) => ({ type: 'text_visible', text }) },
  { shape: ['text', '"', 'is', 'hidden'], build: (text) => ({ type: 'text_hidden', text }) },
  { shape: ['element', '"', 'is', 'visible'], build: (selector) => ({ type: 'element_visible', selector }) },
  { shape: ['output', 'contains', '"'], build: (text) => ({ type: 'output_contains', text }) },
];

function fits(token: Token, slot: string): boolean {
  if (token.type === 'quoted') return slot === '"';
  if (token.type === 'regexp') return slot === '/';
  return token.text === slot;
}

function parsePlain(tokens: readonly Token[]): Condition | null {
  const form = PLAIN.find(
    ({ shape }) =>
      shape.length === tokens.length && tokens.every((token, index) => fits(token, shape[index] ?? '')),
  );
  const hole = tokens.find((token) => token.type !== 'word');
  if (form === undefined || hole === undefined) return null;
  return hole.type === 'regexp' ? form.build(hole.source, hole.flags) : form.build(hole.text, '');
}

function isWord(token: Token | undefined, text: string): boolean {
  return token?.type === 'word' && token.text === text;
}

function parseNot(tokens: readonly Token[]): Condition | null {
  let nots = 0;
  while (isWord(tokens[nots], 'not')) nots += 1;
  let condition = parsePlain(tokens.slice(nots));
  for (; condition !== null && nots > 0; nots -= 1) condition = { type: 'not', condition };
  return condition;
}

function splitAt(tokens: readonly Token[], word: string): (readonly Token[])[] {
  const groups: Token[][] = [[]];
  for (const token of tokens) {
    if (isWord(token, word)) groups.push([]);
    else groups.at(-1)?.push(token);
  }
  return groups;
}

function parseJoined(
  tokens: readonly Token[],
  word: 'and' | 'or',
  parsePart: (part: readonly Token[]) => Condition | null,
): Condition | null {
  const conditions: Condition[] = [];
  for (const part of splitAt(tokens, word)) {
    const condition = parsePart(part);
    if (condition === null) return null;
    conditions.push(condition);
  }
  const [first, ...rest] = conditions;
  return rest.length === 0 ? (first ?? null) : { type: word, conditions };
}

/**
 * Parses a completion condition: `not` binds closest, then `and`, then `or`. Null for other text, which only a model can
 * judge. Templates stay unresolved until `resolveCondition`.
 */
export function parseCondition(text: string): Condition | null {
  const tokens = tokenize(text);
  if (tokens === null) return null;
  return parseJoined(tokens, 'or', (part) => parseJoined(part, 'and', parseNot));
}
