/** A regular expression as a tree. An `atom` is the source of an expression that matches exactly one character. */
export type Node =
  | { type: 'atom'; source: string }
  | { type: 'concat'; parts: readonly Node[] }
  | { type: 'alternate'; options: readonly Node[] }
  | { type: 'capture'; index: number; body: Node }
  | {
      type: 'repeat';
      body: Node;
      min: number;
      max: number;
      greedy: boolean;
      captures: readonly [number, number];
    }
  | { type: 'look'; negative: boolean; body: Node }
  | { type: 'assert'; kind: '^' | '$' | 'b' | 'B' };

export interface Syntax {
  readonly root: Node;
  /** Number of capturing groups. */
  readonly captures: number;
  /** Group indices by name; a name may occur in several alternatives. */
  readonly names: ReadonlyMap<string, readonly number[]>;
}

/** A regular expression that is not accepted. `message` is display-safe. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

const GROUP = /\((?:\?(?:(?<look>=|!)|(?<plain>:)|<(?<name>[^=!>][^>]*)>|(?<other>)))?/y;
const QUANTIFIER = /(?:(?<symbol>[*+?])|\{(?<min>\d+)(?<range>,(?<max>\d*))?\})(?<lazy>\?)?/y;
const ASSERTION = /[$^]|\\[bB]/y;
const REFERENCE = /\\(?:[1-9]|0\d|k)/y;
const SURROGATES = String.raw`u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}`;
const ATOM = new RegExp(
  String.raw`\\(?:[pP]\{[^}]*\}|u\{[0-9A-Fa-f]+\}|${SURROGATES}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[^])` +
    String.raw`|\[(?:\\[^]|[^\]\\])*\]|[^]`,
  'uy',
);

/** How often a quantifier repeats: at least, at most. */
function boundsOf({ symbol, min, range, max }: Readonly<Record<string, string>>): [number, number] {
  if (symbol === '*') return [0, Infinity];
  if (symbol === '+') return [1, Infinity];
  if (symbol === '?') return [0, 1];
  return [Number(min), Number(range === undefined ? min : max || Infinity)];
}

/**
 * Parses a source that `RegExp` has already accepted.
 * @throws {PatternError} for backreferences and lookbehind, which cannot be matched in linear time
 */
export function parseSyntax(source: string, unicode: boolean): Syntax {
  const names = new Map<string, number[]>();
  const atom = unicode ? ATOM : new RegExp(ATOM.source, 'y');
  let at = 0;
  let captures = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match !== null) at += match[0].length;
    return match;
  };

  const parseAlternatives = (): Node => {
    const options = [parseSequence()];
    while (source[at] === '|') {
      at += 1;
      options.push(parseSequence());
    }
    return options.length === 1 && options[0] ? options[0] : { type: 'alternate', options };
  };

  const parseSequence = (): Node => {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const before = captures;
      parts.push(parseQuantified(parseTerm(), before));
    }
    return { type: 'concat', parts };
  };

  const parseQuantified = (body: Node, capturesBefore: number): Node => {
    const groups = take(QUANTIFIER)?.groups;
    if (groups === undefined) return body;
    const [min, max] = boundsOf(groups);
    return {
      type: 'repeat',
      body,
      min,
      max,
      greedy: groups['lazy'] === undefined,
      captures: [capturesBefore + 1, captures],
    };
  };

  const parseTerm = (): Node => {
    const assertion = take(ASSERTION);
    if (assertion !== null) return { type: 'assert', kind: assertion[0].at(-1) as '^' | '$' | 'b' | 'B' };
    if (take(REFERENCE) !== null) throw new PatternError('backreferences are not supported');
    if (source[at] === '(') return parseGroup();
    return { type: 'atom', source: take(atom)?.[0] ?? '' };
  };

  const parseGroup = (): Node => {
    const { look, plain, name, other } = take(GROUP)?.groups ?? {};
    if (other !== undefined) throw new PatternError('lookbehind and inline flags are not supported');
    const index = look === undefined && plain === undefined ? (captures += 1) : 0;
    if (name !== undefined) names.set(name, [...(names.get(name) ?? []), index]);
    const body = parseAlternatives();
    at += 1;
    if (look !== undefined) return { type: 'look', negative: look === '!', body };
    return index === 0 ? body : { type: 'capture', index, body };
  };

  const root = parseAlternatives();
  return { root, captures, names };
}
