import type { ElementKind, Phrase } from './clause.ts';
import { isLiteral, LITERAL, type MaskedText, wordsOutsideLiterals } from './literals.ts';
import { editDistance } from '../words/match-name.ts';
import { KINDS, ORDINALS, SUPERLATIVES } from './nouns.ts';
import { JUDGEMENT_WORDS, oneOf, PARTICLE_VERBS } from '../words/vocabulary.ts';

function pattern(source: string) {
  return new RegExp(source, 'iu');
}

const LEADING = pattern('^(?:(?:on|the|that|this|my|your|our|its|his|her|their|all|of)\\s+)+');
const PRONOUN = pattern('^(?:it|that|this|them|those|these|one|there|here|him|her|each other)$');
const VAGUE = pattern('^(?:an?|any|some|all|both|several|many|few|other|another|my|your)\\s');
const PLACE = pattern(
  '\\s+(?:on|of|in|at|from|to)\\s+(?:the\\s+)?(?:(?:current|whole|home|top|bottom|main)\\s+)*(?:of\\s+the\\s+)?(?:page|site|website|screen|navigation|nav|nav bar|navbar|menu bar|header|footer|sidebar|form|browser|shop|store|dialog(?:ue)?|popup|pop-up|modal|window)$',
);
const judgement = pattern(`(?:^|\\s)${oneOf(JUDGEMENT_WORDS)}(?=$|[\\s,.])`);
const kindNames = oneOf([...KINDS.keys()]);
const NAMED =
  '(?:(?:that\\s+is\\s+)?(?:labell?ed|called|named|titled|saying|marked|with\\s+(?:the\\s+)?(?:text|label|name|title)|(?:that|which)\\s+says|(?:that|which)\\s+reads|reading|for)\\s+)';
const kindFirst = pattern(`^(${kindNames})\\s+${NAMED}?(.+)$`);
const kindLast = pattern(`^(.+?)\\s+(${kindNames})$`);
const kindOnly = pattern(`^(${kindNames})(e?s)?$`);
/** "First name" is a name. */
const NAMES = '(?!(?:first|last)\\s+names?\\b)';
const ordinalFirst = pattern(
  `^${NAMES}(?:(${oneOf([...ORDINALS.keys()])})|(\\d{1,3})(?:st|nd|rd|th)|(?:number|no\\.|#)\\s*(\\d{1,3}))\\s+(.+)$`,
);
const numbered = pattern(`^(${kindNames})\\s+(?:number\\s+|no\\.\\s*|#\\s*)(\\d{1,3})$`);
const within = pattern(
  '^(.+?)\\s+(?:next\\s+to|beside|belonging\\s+to|in\\s+the\\s+row\\s+(?:of|for|with))\\s+(.+)$',
);
/** "The quantity field of the second row", "the amount in row 3". */
const withinRow = pattern(
  `^(.+?)\\s+(?:in|of|from|on|at)\\s+((?:the\\s+)?(?:${oneOf([...ORDINALS.keys()])}|\\d{1,3}(?:st|nd|rd|th))\\s+(?:row|line)|row\\s+\\d{1,3})$`,
);
const withinFor = pattern(`^(${LITERAL}(?:\\s+(?:button|link))?)\\s+(?:for|of)\\s+(.+)$`);

const superlativeFirst = pattern(`^(${oneOf([...SUPERLATIVES.keys()])})(?:\\s+(.+))?$`);
const superlativeLast = pattern(
  '^(.+?)\\s+(?:with|that\\s+has|which\\s+has|having)\\s+the\\s+(highest|largest|biggest|greatest|longest|most|lowest|smallest|shortest|fewest|least|best(?=\\s+(?:rating|score|mark|grade)$))\\s+([\\p{L} ]+)$',
);
const LEAST = /^(?:lowest|smallest|shortest|fewest|least)$/iu;

const placedSuperlative = pattern(
  `^(second|third|fourth|fifth)[\\s-]+((?:${oneOf([...SUPERLATIVES.keys()])})(?:\\s.+)?)$`,
);

/** "Part in stock" is one of the things that say so. */
function thingSo(words: string, masked: MaskedText): Phrase | null {
  const [, noun = '', state = ''] =
    /^(\p{Ll}[\p{Ll} ]*?)\s+(?:(?:that|which)\s+(?:is|are)\s+)?(in stock|available|on sale)$/u.exec(words) ??
    [];
  const thing = noun === '' ? null : readPhrase(noun, masked);
  return thing === null ? null : { ...thing, kind: null, text: `${state} ${noun}` };
}

/** "The cheapest teapot", "the account with the highest balance". */
/** Of what the list shows, whatever its other pages have. */
const OF_THIS_PAGE = /\s+(?:on|of|from)\s+this\s+page$/iu;

function readSuperlative(said: string, masked: MaskedText): Phrase | null {
  const words = said.replace(OF_THIS_PAGE, '');
  const [, first, own = ''] = superlativeFirst.exec(words) ?? [];
  const [, many, way, by = ''] = superlativeLast.exec(words) ?? [];
  const superlative =
    first === undefined
      ? { by: by.trim(), way: LEAST.test(way ?? '') ? ('least' as const) : ('most' as const) }
      : SUPERLATIVES.get(first.toLowerCase().replaceAll(/\s+/gu, ' '));
  const rest = first === undefined ? many : own;
  if (rest === undefined || superlative === undefined || (first !== undefined && many !== undefined))
    return null;
  // "The cheapest one" is the cheapest of what is shown.
  const phrase =
    rest === '' ||
    /^(?:ones?|things?)(?:\s+(?:in|of|on)\s+(?:the|this)\s+(?:shop|store|list|page|site|table|catalogue))?$/iu.test(
      rest,
    )
      ? { text: '', kind: null, ordinal: null, within: null }
      : (thingSo(rest, masked) ?? readPhrase(rest, masked));
  const shown = words === said ? {} : { shown: true as const };
  return phrase === null || phrase.ordinal !== null
    ? null
    : { ...phrase, superlative: { ...superlative, ...shown } };
}

/** A noun before a quoted name says what it is: the ticket "Printer broken". */
const nounBefore = pattern(`^(?:\\p{L}+\\s+){1,3}(?:(?:called|named|titled)\\s+)?(${LITERAL})$`);
const nounAfter = pattern(
  `^(${LITERAL})\\s+(ticket|message|mail|e-?mail|task|to-?do|order|invoice|goal|event|project|note|booking|class|course|document|file|folder|request|issue|product|group|customer|contact|report)$`,
);
/** "The first book in the list". */
const IN_LIST = pattern(
  '(?<=\\S)\\s+(?:(?:in|of|on|from)\\s+(?:the|this)\\s+(?:list|table|(?:search\\s+)?results)|under\\s+(?:the|my|our)?\\s*[\\p{L} ]+)$',
);
const NOT_NOUNS = pattern(
  `^(?:.*\\s)?(?:in|on|at|of|as|with|to|from|by|is|and|or|for|the|text|url|address|into)\\s`,
);
const belongs = pattern('^(.+?)\\s+(?:for|of|in|from|on)\\s+(?:the\\s+)?(.+)$');
const joined = pattern('\\s*,\\s*(?:and\\s+)?|\\s+(?:and|&)\\s+');

function kindOf(noun: string): ElementKind | null {
  return KINDS.get(noun.toLowerCase().replaceAll(/\s+/gu, ' ')) ?? null;
}

/** A phrase is plain when it names one thing: no opinion, no pronoun, no enumeration. */
function isPlain(words: string): boolean {
  // "The average rating" is what pages call it.
  const said = wordsOutsideLiterals(words).replace(/\baverage\s+(?=(?:rating|score|mark|grade)\b)/iu, '');
  // "The topic Best tea": a capital within a phrase begins a name.
  const unnamed = said.replaceAll(/(?<=\S\s)\p{Lu}\p{Ll}+/gu, ' ');
  return !judgement.test(unnamed) && !PRONOUN.test(words) && !/["“”]/u.test(words);
}

/** "To do", "in progress": where work stands. */
const LOOSE_START = pattern(
  '^(?:in(?!\\s+(?:progress|review)$)|on(?!\\s+hold$)|at|of|as|with|to(?!\\s+do$)|from|by|is|and|or)\\s',
);
const PREPOSITION_LAST = pattern('\\s(?:in|on|at|of|as|with|to|from|by)$');
const LOOSE_END = pattern('\\s(?:is|the|a|and|or)$');
/** "Log in", "Member sign in", "Keep me signed in". */
const PARTICLE_NAME = pattern(`^(?:keep\\s+me\\s+|\\p{L}+\\s+)?${oneOf(PARTICLE_VERBS)}\\s+(?:in|on)$`);
/** "Compare with", "Assigned to", "Save as": a label, as it is written. */
const LABEL_NAME = /^\p{Lu}\p{Ll}+\s(?:with|to|by|from|on|at|as)$/u;
const PRESSED: ReadonlySet<ElementKind | null> = new Set(['button', 'link', 'control']);
const literalInside = pattern(LITERAL);

/** "Trade in" is the name of a button when "button" follows. */
function isLooseAtTheEnd(text: string, kindAfter: ElementKind | null): boolean {
  return (
    LOOSE_END.test(text) ||
    (PREPOSITION_LAST.test(text) &&
      !PARTICLE_NAME.test(text) &&
      !LABEL_NAME.test(text) &&
      !PRESSED.has(kindAfter))
  );
}

/** A name is quoted as a whole, or not at all and without loose ends. */
function isName(text: string, kindAfter: ElementKind | null): boolean {
  return (
    isLiteral(text) ||
    !(
      literalInside.test(text) ||
      /,\s|:\/\/|(?:^|\s)=\s/u.test(text) ||
      (LOOSE_START.test(text) && !/^\p{Lu}/u.test(text)) ||
      isLooseAtTheEnd(text, kindAfter)
    )
  );
}

/** "Save buton" is the button Save. */
function kindMisspelt(words: string, masked: MaskedText): Phrase | null {
  const [, own = '', noun = ''] = /^(.+)\s(\p{L}{4,})$/u.exec(words) ?? [];
  if (noun === '' || kindOf(noun) !== null) return null;
  const near = [...KINDS.keys()].filter(
    (kind) => kind.length > 3 && editDistance(noun.toLowerCase(), kind, 1) <= 1,
  );
  const [one] = near;
  return near.length === 1 && one !== undefined ? readPhrase(`${own} ${one}`, masked) : null;
}

/** Other readings of a phrase when nothing has the whole name: "invoice for order 1042", "Apples and Pears". */
const MAX_NAME_LENGTH = 120;
function otherReadings(words: string, masked: MaskedText): Pick<Phrase, 'apart' | 'parts'> {
  if (words.length > MAX_NAME_LENGTH) return {};
  const misspelt = kindMisspelt(words, masked);
  if (misspelt !== null) return { apart: [misspelt] };
  const [, own = '', item = ''] = belongs.exec(words) ?? [];
  // "The buttons in the order shown" are no buttons of an order.
  if (/^(?:order|sequence)\b/iu.test(item) && /\sin\s+(?:the\s+)?(?:order|sequence)\b/iu.test(words))
    return {};
  const within = item === '' ? null : readPhrase(item, masked);
  const inner = within === null ? null : readPhrase(own, masked);
  const many = words.split(joined);
  const parts = many.length < 2 ? [] : many.map((part) => readPhrase(part, masked));
  return {
    ...(inner !== null && inner.within === null && { apart: [{ ...inner, within }] }),
    ...(parts.length > 0 && parts.every((part) => part !== null) && { parts }),
  };
}

/** A text area has room for several lines, a text box for one. */
function linesOf(noun: string): Phrase['lines'] | null {
  if (/^text\s?area$/iu.test(noun)) return 'several';
  return /^(?:input\s+)?text\s?(?:box|field|input)$/iu.test(noun) ? 'one' : null;
}

const TITLED_ORDINAL = /^(?:First|Second|Third|Top|Last)\s\p{Lu}\p{L}/u;

/** "The one from March" is what says so of itself. */
const THE_ONE = /^(?:the\s+)?one\s+(?:from|by|of|for|about|called|named|titled|dated)\s+(?=\S)/iu;

/** "The user @ada" is called "@ada". */
const HANDLE = /^(?:the\s+)?(?:user|account|member|person|profile)\s+(?=@\S+$)/iu;

/** The element that words point at, or null when they do not point at one. */
export function readPhrase(said: string, masked: MaskedText): Phrase | null {
  const words = said.trim().replace(THE_ONE, '').replace(HANDLE, '');
  const plain = words.trim().replace(LEADING, '');
  const superlative = readSuperlative(plain, masked);
  if (superlative !== null) return superlative;
  // "The second cheapest teapot".
  const [, place = '', extreme = ''] = placedSuperlative.exec(plain) ?? [];
  const nth = extreme === '' ? null : readSuperlative(extreme, masked);
  const rank = ORDINALS.get(place.toLowerCase());
  if (nth?.superlative !== undefined && typeof rank === 'number')
    return { ...nth, superlative: { ...nth.superlative, rank } };
  const isAddress = /^address\s/iu.test(plain) && !/\/\/|^www\./iu.test(masked.meant(plain.slice(8)));
  const [, literal] = NOT_NOUNS.test(plain) && !isAddress ? [] : (nounBefore.exec(plain) ?? []);
  if (literal !== undefined && kindFirst.exec(plain) === null && ordinalFirst.exec(plain) === null)
    return { text: masked.meant(literal).trim(), kind: null, ordinal: null, within: null, quoted: true };
  // "The "Broken shower" ticket".
  const [, quoted] = nounAfter.exec(plain) ?? [];
  if (quoted !== undefined)
    return { text: masked.meant(quoted).trim(), kind: null, ordinal: null, within: null, quoted: true };
  const belonging = within.exec(words.trim()) ?? withinRow.exec(words.trim()) ?? withinFor.exec(words.trim());
  if (belonging !== null) {
    const own = readPhrase(belonging[1] ?? '', masked);
    const item = readPhrase(belonging[2] ?? '', masked);
    return own === null || item === null ? null : { ...own, within: item };
  }
  let rest = words.trim().replace(PLACE, '').replace(LEADING, '');
  if (rest === '' || VAGUE.test(rest) || !isPlain(rest)) return null;
  let ordinal: Phrase['ordinal'] = null;
  let number = '';
  // "The second" alone is one of what is listed.
  const alone = ORDINALS.get(rest.replace(/\s+ones?$/iu, '').toLowerCase());
  if (alone !== undefined && /^(?:the\s|my\s)/iu.test(words.trim()))
    return { text: '', kind: 'result', ordinal: alone, within: null };
  // "First Aid" is what something is called.
  const counted = TITLED_ORDINAL.test(rest) ? null : ordinalFirst.exec(rest);
  if (counted !== null) {
    ordinal = ORDINALS.get((counted[1] ?? '').toLowerCase()) ?? Number(counted[2] ?? counted[3]);
    rest = (counted[4] ?? '').replace(IN_LIST, '');
    number = counted[0].slice(0, -(counted[4] ?? '').length);
  }
  const named = (text: string, kind: ElementKind | null, kindAfter = kind): Phrase | null => {
    if (!isName(text, kindAfter)) return null;
    const lines = kind === 'field' && text === '' ? linesOf(rest) : null;
    const phrase = {
      text: masked.meant(text).trim(),
      kind,
      ordinal,
      within: null,
      ...(lines !== null && { lines }),
      ...(isLiteral(text) ? { quoted: true as const } : otherReadings(text, masked)),
    };
    const followsNumber = number !== '' && text !== '' && kind === kindAfter;
    return followsNumber && !isLiteral(text) ? { ...phrase, whole: `${number}${phrase.text}` } : phrase;
  };

  const placed = numbered.exec(rest);
  if (placed !== null)
    return { text: '', kind: kindOf(placed[1] ?? ''), ordinal: Number(placed[2]), within: null };
  const only = kindOnly.exec(rest);
  // "Products" is what a link is called, and "Post" a button; "the products" are products.
  const isTitle =
    ordinal === null &&
    /^\p{Lu}/u.test(words.trim()) &&
    (only?.[2] !== undefined || kindOf(only?.[1] ?? '') === 'result');
  if (only !== null && !isTitle) return named('', kindOf(only[1] ?? ''));
  const first = kindFirst.exec(rest);
  // "Bar oil", "link cable": a word of a name, unless what follows is written as a name.
  const isWord = first !== null && LIKE_WORDS.test(first[1] ?? '') && /^\p{Ll}+$/u.test(first[2] ?? '');
  if (first !== null && !isWord && (kindOf(first[1] ?? '') !== 'result' || isLiteral(first[2] ?? '')))
    return named(first[2] ?? '', kindOf(first[1] ?? ''), null);
  const last = kindLast.exec(rest);
  // "the Customer reviews section" keeps its kind; "Blue item" would not be a name.
  if (last !== null && !(kindOf(last[2] ?? '') === 'result' && ordinal === null && !isLiteral(last[1] ?? '')))
    return named(last[1] ?? '', kindOf(last[2] ?? ''));
  return named(rest, null);
}

const LIKE_WORDS =
  /^(?:bar|box|switch|link|image|picture|photo|tab|icon|select|choice|option|row|card|menu|table)$/iu;

/** "A spark plug", "a Blue Hosta and an Acer": things by their whole names. */
export function readNamed(words: string, masked: MaskedText): Phrase | null {
  const article = /^an?\s+/iu;
  if (!article.test(words)) return readPhrase(words, masked);
  const parts = words
    .split(joined)
    .map((part) => part.replace(article, ''))
    .map((said) => {
      const part = readPhrase(said, masked);
      if (part === null || part.text === '') return null;
      // "A recycling box" is what a thing is called, and no field.
      const isThing = part.kind !== null && /\s(?:box|card|table|image|picture|photo)$/iu.test(said);
      if (part.kind !== null && !isThing) return null;
      const named = isThing
        ? { text: masked.meant(said).trim(), kind: null, ordinal: null, within: null }
        : part;
      return { ...named, exact: true as const };
    });
  const [one = null] = parts;
  if (one === null || parts.length === 1) return one;
  return parts.every((part) => part !== null) ? { ...one, text: words, parts } : null;
}

/** The same phrase without its kind: a field is the only thing that can be filled. */
export function withoutKind(phrase: Phrase | null): Phrase | null {
  return phrase !== null && phrase.text !== '' ? { ...phrase, kind: null } : phrase;
}
