export type Token =
  | { type: 'word'; text: string }
  | { type: 'number'; text: string }
  | { type: 'parenthesis'; text: '(' | ')' }
  | { type: 'quoted'; text: string }
  | { type: 'regexp'; source: string; flags: string };

interface Scanned {
  readonly token: Token;
  readonly end: number;
}

/** A reference whose filters have quoted arguments; these do not end the quotation around it. */
const REFERENCE = /\{\{\s*(?:inputs|steps|item|index|run)\b[^{}"\\]*(?:"(?:[^"\\{}]|\\.)*"[^{}"\\]*)+\}\}/y;

function endsToken(char: string | undefined): boolean {
  return char === undefined || char === ')' || /\s/.test(char);
}

function scanWord(text: string, start: number): Scanned | null {
  let end = start;
  while (/[a-z]/.test(text[end] ?? '')) end += 1;
  return end === start ? null : { token: { type: 'word', text: text.slice(start, end) }, end };
}

function scanNumber(text: string, start: number): Scanned | null {
  const found = /^-?\d{1,30}(?:\.\d{1,30})?/.exec(text.slice(start, start + 64))?.[0];
  return found === undefined ? null : { token: { type: 'number', text: found }, end: start + found.length };
}

function referenceAt(text: string, at: number): string | null {
  REFERENCE.lastIndex = at;
  return REFERENCE.exec(text)?.[0] ?? null;
}

function scanQuoted(text: string, start: number): Scanned | null {
  let content = '';
  let slashes = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\') {
      slashes += 1;
      continue;
    }
    if (char === '"') {
      content += '\\'.repeat(slashes >> 1);
      if (slashes % 2 === 0) return { token: { type: 'quoted', text: content }, end: at + 1 };
      content += char;
      slashes = 0;
      continue;
    }
    const reference = char === '{' ? referenceAt(text, at) : null;
    content += '\\'.repeat(slashes) + (reference ?? char);
    slashes = 0;
    at += (reference?.length ?? 1) - 1;
  }
  return null;
}

function scanRegExp(text: string, start: number): Scanned | null {
  let inClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\n' || char === '\r') return null;
    if (char === '\\') at += 1;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) {
      const flags = scanWord(text, at + 1);
      const end = flags?.end ?? at + 1;
      if (at === start + 1) return null;
      return {
        token: { type: 'regexp', source: text.slice(start + 1, at), flags: text.slice(at + 1, end) },
        end,
      };
    }
  }
  return null;
}

function scanAt(text: string, at: number): Scanned | null {
  const char = text[at] ?? '';
  if (char === '"') return scanQuoted(text, at);
  if (char === '/') return scanRegExp(text, at);
  return /[-\d]/.test(char) ? scanNumber(text, at) : scanWord(text, at);
}

/** The words, quotations, numbers, patterns and parentheses of a condition; null when it contains anything else. */
export function tokenize(text: string): Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (char === '(' || char === ')') {
      tokens.push({ type: 'parenthesis', text: char });
      at += 1;
    } else if (/\s/.test(char ?? '')) {
      at += 1;
    } else {
      const scanned = scanAt(text, at);
      if (scanned === null || !endsToken(text[scanned.end])) return null;
      tokens.push(scanned.token);
      at = scanned.end;
    }
  }
  return tokens;
}
