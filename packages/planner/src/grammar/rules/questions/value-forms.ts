import type { Phrase, Question } from '../../clause.ts';
import { isLiteral } from '../../literals.ts';
import { isSiteItself, singular } from '../../nouns.ts';
import { withoutKind } from '../../read-phrase.ts';
import { LOOSE, MANY_LABELS, ON_PAGE } from './label-words.ts';
import { count } from './how-many.ts';
import { countOf } from '../../../words/counts.ts';
import { DAY } from '../sites/booking.ts';
import type { Reader } from '../rule.ts';

const MAX_LABEL_LENGTH = 5;

/** A form of words, and the question that it asks. */
export interface ValueForm {
  readonly pattern: RegExp;
  readonly ask: (groups: readonly string[], reader: Reader) => Question | null;
}
function asked(source: string, ask: ValueForm['ask']): ValueForm {
  return {
    pattern: new RegExp(`^${source}${ON_PAGE}$`, 'isu'),
    ask,
  };
}

function about(
  words: string | undefined,
  reader: Reader,
  ask: (phrase: Phrase) => Question,
): Question | null {
  const phrase = reader.phrase(words);
  // "The prices of all products" has many answers.
  const isMany =
    phrase?.kind === 'result' &&
    phrase.ordinal === null &&
    phrase.text === '' &&
    phrase.superlative === undefined;
  return phrase === null || isMany ? null : ask(phrase);
}

function thing(text: string, kind: Phrase['kind'] = null): Phrase {
  return {
    text,
    kind,
    ordinal: null,
    within: null,
  };
}

/** Asks for the label of each of the things that the words name. */
export function ofEach(
  label: string,
  words: string | undefined,
  { phrase, masked }: Reader,
): Question | null {
  const said = (words ?? '').trim().replace(/\s+(?:in|on|from)\s+(?:the|this)\s+(?:table|list|page)$/iu, '');
  const of = /^(?:them|these|those|everything)?$/iu.test(said) ? thing('') : phrase(said);
  if (of === null || of.ordinal !== null || of.quoted === true) return null;
  return { what: 'each', label: masked.meant(singular(label)), of };
}

/** Forms that can only mean reading. */
export const PLAIN: readonly ValueForm[] = [
  // "The amount paid on 1 September 2026": of what stands there under that day.
  asked(
    `(amount|sum|price|fee)(?:\\s+(?:that\\s+)?(?:was\\s+|is\\s+)?(?:paid|charged|due|received|billed|spent|taken|sent))?\\s+on\\s+(${DAY})`,
    ([label = '', day], reader) => about(day, reader, (of) => ({ what: 'labelled', label, of })),
  ),
  asked(
    '([\\p{L} -]+?)\\s+(?:of|for|from)\\s+(?:all|each|every)(?:\\s+(?:of\\s+)?(?:the\\s+|these\\s+|those\\s+)?(.+))?',
    ([label = '', things], reader) =>
      /^(?:names|titles|lists?|number|count|links|texts?)$/iu.test(label) ||
      /\b(?:sum|average|total)\b/iu.test(label)
        ? null
        : ofEach(label, things, reader),
  ),
  asked(`(${MANY_LABELS})(?:\\s+(?:of|for)\\s+(?:the\\s+)?(\\p{L}+s))?`, ([label = '', things], reader) =>
    /^(?:names|titles)$/iu.test(label) && things !== undefined ? null : ofEach(label, things, reader),
  ),
  asked('(?:main\\s+|page\\s+|first\\s+|top\\s+)?(?:heading|headline|h1)', () => ({ what: 'heading' })),
  // The headline of one of several is what that is called.
  asked('(?:heading|headline)\\s+of\\s+(.+)', ([item], reader) => {
    const of = reader.phrase(item);
    return of === null || (of.superlative === undefined && of.ordinal === null)
      ? null
      : { what: 'labelled', label: 'title', of, also: ['name', 'headline'] };
  }),
  // "The names of everyone in the team"
  asked(
    '(?:names\\s+of\\s+)?(?:everyone|everybody|all\\s+(?:the\\s+)?(?:people|staff|members))(?:\\s+(?:in|on|of|from)\\s+(?:the|your|our)\\s+(?:team|staff|page|list|company|office|crew|board|committee)|\\s+(?:there|here))?',
    () => ({ what: 'list', of: thing('results') }),
  ),
  asked('(?:headings|headlines)', () => ({ what: 'headings' })),
  asked('(?:page\\s+|window\\s+|document\\s+)?title', () => ({ what: 'title' })),
  asked('(?:current\\s+|final\\s+|page\\s+)*(?:url|web\\s+address|page\\s+address)', () => ({ what: 'url' })),
  asked('(?:list\\s+of\\s+)?links', () => ({ what: 'links' })),
  asked('(?:(?:page|visible|whole|full|body)\\s+)*(?:text|content|contents)', () => ({ what: 'text' })),
  // "The first three products".
  asked(
    '(?:first|top)\\s+(two|three|four|five|six|ten|\\d{1,2})(?:\\s+(?:names\\s+of\\s+(?:the\\s+)?)?(\\p{Ll}[\\p{Ll}-]*s))?(?:\\s+(?:in|of|on)\\s+the\\s+(?:list|table|page))?',
    ([many = '', noun = ''], reader) => {
      const of = noun === '' ? thing('') : reader.phrase(noun);
      const first = countOf(many);
      return of === null || first < 2
        ? null
        : { what: 'list', of: of.text === '' ? thing('results') : thing(of.text), first };
    },
  ),
  asked('(items|entries|results|products|articles|posts|stories|listings)', () => ({
    what: 'list',
    of: thing('results'),
  })),
  asked('result', () => ({ what: 'labelled', label: 'result', of: null })),
  asked('table', () => ({ what: 'table' })),
  asked('list', () => ({ what: 'list' })),
  asked('table\\s+(?:of|named|called|titled|with)\\s+(.+)', ([name], reader) =>
    about(name, reader, (of) => ({ what: 'table', of: withoutKind(of) ?? of })),
  ),
  asked('(.+?)\\s+table', ([name], reader) => about(name, reader, (of) => ({ what: 'table', of }))),
  asked(
    '(?:list\\s+of\\s+|(?:names|titles)\\s+of\\s+(?:all\\s+)?(?:the\\s+)?)(.+)',
    ([name = ''], { masked }) => ({
      what: 'list',
      of: {
        text: masked.meant(name.replace(/^(?:the|all)\s+/iu, '')),
        kind: null,
        ordinal: null,
        within: null,
      },
    }),
  ),
  asked('(?:current\\s+)?value\\s+(?:of|in)\\s+(.+)', ([name], reader) =>
    about(name, reader, (of) => ({ what: 'value', of: withoutKind(of) ?? of })),
  ),
  asked('(?:available\\s+)?(?:options|choices)\\s+(?:of|in|for|under)\\s+(.+)', ([name], reader) =>
    about(name, reader, (of) => ({ what: 'options', of: withoutKind(of) ?? of })),
  ),
  asked('text\\s+(?:of|in|inside)\\s+(.+)', ([name], reader) =>
    about(name, reader, (of) => ({ what: 'text', of: withoutKind(of) ?? of })),
  ),
  asked('number\\s+of\\s+(.+)', ([name], reader) => {
    const one = reader.phrase(name);
    // "The number of the first ticket" is what it is called by.
    const isOne = one !== null && (one.ordinal !== null || one.superlative !== undefined);
    // "Hover over the cart and tell me the number of items": what came up says it.
    if (/^(?:hover|point)\s/iu.test(reader.before)) return { what: 'asked', said: `How many ${name}` };
    return isOne ? { what: 'labelled', label: 'number', of: one, also: ['name'] } : count(name, reader);
  }),
  asked(
    '(price|cost|name|status|rating|stock|date|quantity|size|colour|color|total|subtotal|description|availability|amount)\\s+(?:of|for)\\s+(.+)',
    ([label = '', item], reader) =>
      about(item, reader, (of) => ({
        what: 'labelled',
        label: label.toLowerCase() === 'cost' ? 'price' : label,
        of,
      })),
  ),
  asked('(price|total|subtotal|order\\s+number|order\\s+id|status|error\\s+message)', ([label = '']) => ({
    what: 'labelled',
    label,
    of: null,
  })),
];

/** Amounts, as opposed to things that have a price. */
export const SUMS: readonly ValueForm[] = [
  asked('((?:order\\s+|grand\\s+)?total|subtotal|price|shipping|tax|vat|discount)', ([label = '']) => ({
    what: 'labelled',
    label,
    of: null,
  })),
];

const NUMBERED_VALUE = /^(\p{Ll}+)\s(number|code|id|reference|name|title)$/u;

/** Forms that mean reading after a verb that says so. */
export const LABELLED: readonly ValueForm[] = [
  asked("(.+?)['’]s\\s+(.+)", ([item, label = ''], reader) =>
    about(item, reader, (of) => ({ what: 'labelled', label, of })),
  ),
  asked('([^,]+?)\\s+(?:of|for)\\s+(.+)', ([label, item], reader) => {
    const name = reader.phrase(label);
    // What belongs to those whose site it is stands on it without their name.
    if (name !== null && name.text !== '' && isSiteItself(item ?? ''))
      return { what: 'labelled', label: name.text, of: null };
    return name === null || name.text === ''
      ? null
      : about(item, reader, (of) => ({ what: 'labelled', label: name.text, of }));
  }),
  asked('(.+)', ([words = ''], reader) => {
    const { masked } = reader;
    const name = reader.phrase(words);
    if (name === null) return null;
    // "The limit in the row of Foss" is that of Foss.
    if (name.within !== null)
      return name.text === '' || name.ordinal !== null
        ? null
        : { what: 'labelled', label: name.text, of: name.within };
    // "Lowest safe temperature" may be a label.
    if (name.superlative !== undefined)
      return { what: 'labelled', label: 'name', of: { ...name, whole: masked.meant(words).trim() } };
    if (name.ordinal !== null && name.text !== '' && name.within === null) {
      // "The first bill number" is the number of the first bill.
      const [, noun, own = ''] = NUMBERED_VALUE.exec(name.text) ?? [];
      // "The first title" is that of what comes first.
      if (/^(?:name|title)$/iu.test(name.text))
        return {
          what: 'labelled',
          label: name.text,
          of: { ...name, text: '', kind: 'result' },
          also: ['name', 'title'],
        };
      return noun === undefined
        ? { what: 'labelled', label: 'name', of: name }
        : { what: 'labelled', label: 'name', of: { ...name, text: noun }, also: [own] };
    }
    // "The first one" is told by its name.
    if (name.kind === 'result' && name.text === '' && name.ordinal !== null && /\bone$/iu.test(words))
      return { what: 'labelled', label: 'name', of: name, also: ['title'] };
    if (name.kind !== null && name.text === '' && name.ordinal !== null) return { what: 'text', of: name };
    if (name.kind !== null && name.text !== '') return { what: 'text', of: withoutKind(name) ?? name };
    const short =
      isLiteral(words.trim()) ||
      (name.text.split(/\s+/u).length <= MAX_LABEL_LENGTH &&
        /\p{L}/u.test(name.text) &&
        !LOOSE.test(name.text));
    if (name.text === '' || name.ordinal !== null || !short) return null;
    // "The new total" may be called just that, or be the total as it is now.
    const [, own] = /^(?:new|current|present|updated|changed)\s+(.+)$/iu.exec(name.text) ?? [];
    return { what: 'labelled', label: name.text, of: null, ...(own !== undefined && { also: [own] }) };
  }),
];
