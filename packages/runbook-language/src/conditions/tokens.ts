export type Token =
  | { type: 'word'; text: string }
  | { type: 'quoted'; text: string }
  | { type: 'regexp'; source: string; flags: string };

interface Scanned {
  readonly token: Token;
  readonly end: number;
}

function isSpace(char: string | undefined): boolean {
  return char === undefined || /\s/.test(char);
}

function scanWord(text: string, start: number): Scanned | null {
  let end = start;
  while (/[a-z]/.test(text[end] ?? '')) end += 1;
  return end === start ? null : { token: { type: 'word', text: text.slice(start, end) }, end };
}

function scanQuoted(text: string, start: number): Scanned | null {
  let content = '';
  let slashes = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\') {
      slashes += 1;
    } else if (char === '"') {
      content += '\\'.repeat(slashes >> 1);
      if (slashes % 2 === 0) return { token: { type: 'quoted', text: content }, end: at + 1 };
      content += char;
      slashes = 0;
    } else {
      content += '\\'.repeat(slashes) + char;
      slashes = 0;
    }
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

/** The words, quotations and regular expressions of a condition; null when it contains anything else. */
export function tokenize(text: string): Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (isSpace(text[at])) {
      at += 1;
      continue;
    }
    const scan = text[at] === '"' ? scanQuoted : text[at] === '/' ? scanRegExp : scanWord;
    const scanned = scan(text, at);
    if (scanned === null || !isSpace(text[scanned.end])) return null;
    tokens.push(scanned.token);
    at = scanned.end;
  }
  return tokens;
}
