import type { Condition } from './condition.ts';
import { tokenize, type Token } from './tokens.ts';

/** The values of a shape's placeholders, in order. */
interface Holes {
  readonly texts: readonly string[];
  readonly source: string;
  readonly flags: string;
}

/** A shape consists of words and placeholders: `"` for a quotation, `/` for a regular expression, `5` for a number. */
const PLAIN: readonly { shape: string; build: (holes: Holes) => Condition }[] = [
  { shape: 'url contains "', build: ({ texts: [text = ''] }) => ({ type: 'url_contains', text }) },
  { shape: 'url matches /', build: ({ source, flags }) => ({ type: 'url_matches', source, flags }) },
  { shape: 'text " is visible', build: ({ texts: [text = ''] }) => ({ type: 'text_visible', text }) },
  { shape: 'text " is hidden', build: ({ texts: [text = ''] }) => ({ type: 'text_hidden', text }) },
  {
    shape: 'element " is visible',
    build: ({ texts: [selector = ''] }) => ({ type: 'element_visible', selector }),
  },
  { shape: 'output contains "', build: ({ texts: [text = ''] }) => ({ type: 'output_contains', text }) },
  {
    shape: 'value " equals "',
    build: ({ texts: [value, text = ''] }) => ({ type: 'value_equals', value, text }),
  },
  {
    shape: 'value " contains "',
    build: ({ texts: [value, text = ''] }) => ({ type: 'value_contains', value, text }),
  },
  {
    shape: 'value " matches /',
    build: ({ texts: [value], source, flags }) => ({ type: 'value_matches', value, source, flags }),
  },
  { shape: 'value " is empty', build: ({ texts: [value] }) => ({ type: 'value_empty', value }) },
  {
    shape: 'value " is greater than 5',
    build: ({ texts: [value, than = ''] }) => ({ type: 'value_greater', value, than }),
  },
  {
    shape: 'value " is less than 5',
    build: ({ texts: [value, than = ''] }) => ({ type: 'value_less', value, than }),
  },
];
const SHAPES = PLAIN.map(({ shape, build }) => ({ slots: shape.split(' '), build }));

/** Deeper nesting could exhaust the stack. */
const MAX_LEVELS = 50;

function fits(token: Token | undefined, slot: string): boolean {
  if (token === undefined) return false;
  if (token.type === 'regexp') return slot === '/';
  if (token.type === 'number') return slot === '5';
  if (token.type === 'quoted') return slot === '"' || slot === '5';
  return token.type === 'word' && token.text === slot;
}

function holesIn(tokens: readonly Token[]): Holes {
  const pattern = tokens.find((token) => token.type === 'regexp');
  return {
    texts: tokens.flatMap((token) =>
      token.type === 'quoted' || token.type === 'number' ? [token.text] : [],
    ),
    source: pattern?.source ?? '',
    flags: pattern?.flags ?? '',
  };
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Condition | null {
    const condition = this.#joined('or', 0);
    return this.#at === this.#tokens.length ? condition : null;
  }

  /** Takes the next token when it is this word or parenthesis. */
  #takes(text: string): boolean {
    const token = this.#tokens[this.#at];
    const isIt = (token?.type === 'word' || token?.type === 'parenthesis') && token.text === text;
    if (isIt) this.#at += 1;
    return isIt;
  }

  #joined(word: 'and' | 'or', level: number): Condition | null {
    const conditions: Condition[] = [];
    do {
      const part = word === 'or' ? this.#joined('and', level) : this.#negated(level);
      if (part === null) return null;
      conditions.push(part);
    } while (this.#takes(word));
    const [first, ...rest] = conditions;
    return rest.length === 0 ? (first ?? null) : { type: word, conditions };
  }

  #negated(level: number): Condition | null {
    let nots = 0;
    while (this.#takes('not')) nots += 1;
    let condition = this.#takes('(') ? this.#grouped(level + 1) : this.#plain();
    for (; condition !== null && nots > 0; nots -= 1) condition = { type: 'not', condition };
    return condition;
  }

  #grouped(level: number): Condition | null {
    if (level > MAX_LEVELS) return null;
    const condition = this.#joined('or', level);
    return this.#takes(')') ? condition : null;
  }

  #plain(): Condition | null {
    const rest = this.#tokens.slice(this.#at, this.#at + 6);
    const found = SHAPES.find(({ slots }) => slots.every((slot, index) => fits(rest[index], slot)));
    if (found === undefined) return null;
    this.#at += found.slots.length;
    return found.build(holesIn(rest.slice(0, found.slots.length)));
  }
}

/**
 * Parses a condition: `not` binds closest, then `and`, then `or`. Null for other text, which only a model can judge.
 * Templates stay unresolved until `resolveCondition`.
 */
export function parseCondition(text: string): Condition | null {
  const tokens = tokenize(text);
  return tokens === null ? null : new Parser(tokens).parse();
}

/** The notation by example, for people whose condition cannot be read. */
export const NOTATION =
  'url contains "/done", url matches /order-\\d+/, text "Saved" is visible, text "Saving" is hidden, element "#ok" is visible, output contains "paid", value "{{ inputs.count }}" is greater than 5 (or is less than 5, equals "5", contains "5", matches /5/, is empty), joined by and, or, not and parentheses';
