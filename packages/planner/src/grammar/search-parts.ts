/** What a search asks for in one field: the names that the field may have, and what to write. */
export interface SearchPart {
  readonly labels: readonly string[];
  readonly value: string;
}

const KIND = ['genre', 'kind', 'type', 'category'];

/** "Directed" is what the director does. */
const DOERS: Readonly<Record<string, string>> = {
  directed: 'director',
  written: 'author',
  made: 'maker',
  published: 'publisher',
  produced: 'producer',
  composed: 'composer',
};

const PART = /^(?:(\p{Ll}+)\s+by|(?:from|of|in)\s+(?:the\s+)?(year))\s+(\S.*)$/u;

/** "Drama movies directed by Lee from year 1984": what is asked for in one field each; null for other searches. */
export function searchParts(query: string): SearchPart[] | null {
  const [head = '', ...rest] = query.split(/\s+(?=(?:\p{Ll}+\s+by|(?:from|of|in)\s+(?:the\s+)?year)\s+\S)/u);
  const [, kind = ''] = /^(\p{Ll}[\p{Ll}-]*)\s+\p{Ll}+s$/u.exec(head) ?? [];
  const own = rest.map((part): SearchPart | null => {
    const [, did = '', year, value = ''] = PART.exec(part) ?? [];
    const label = year ?? DOERS[did];
    return label === undefined || value === '' ? null : { labels: [label], value };
  });
  const named = own.filter((part) => part !== null);
  return kind === '' || named.length === 0 || named.length < own.length
    ? null
    : [{ labels: KIND, value: kind }, ...named];
}
