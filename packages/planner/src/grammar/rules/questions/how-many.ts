import type { Phrase, Question } from '../../clause.ts';
import { STATES_OF_WORDS } from '../../nouns.ts';
import { LITERAL } from '../../literals.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { thingsIn } from './question-parts.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const IN_STATE = new RegExp(
  `^(?:(?:the|all|my|our)\\s+)*(\\p{Ll}{3,}s)\\s+(?:(?:that\\s+|which\\s+)?are\\s+)?(?:currently\\s+|still\\s+)?(${STATES_OF_WORDS})$`,
  'iu',
);

/** "Lady Ferns in the basket", "orders that are open": the things to count. */
export function count(said: string | undefined, reader: Reader): Question | null {
  // "Posts are by Mara" are posts by Mara.
  const words = said?.replace(/\s+(?:are|is|were|was)\s+(?=(?:by|from)\s)/iu, ' ');
  const [, things, standing] = IN_STATE.exec(words ?? '') ?? [];
  const those = things === undefined ? null : reader.phrase(things);
  if (those !== null && those.text !== '')
    return { what: 'count', of: { ...those, kind: null, text: `${standing} ${those.text}` } };
  const [, what, where] =
    /^(.+?)\s+(?:(?:are|is)\s+)?(?:in|on|of|under|inside)\s+(?:the\s+|my\s+|our\s+|this\s+)?(.+)$/isu.exec(
      words ?? '',
    ) ?? [];
  const [, many, state] =
    /^(.+?)\s+(?:are|is|have)\s+(?:(?:still|currently|now|already|been)\s+)*(?:marked\s+(?:as\s+)?)?([\p{L}-]+(?:\s+(?:for|to|by)\s+[\p{L}-]+)?)$/isu.exec(
      words ?? '',
    ) ?? [];
  const place = where?.replace(/(?<=\S)\s+(?:column|lane|colum|section|group|folder|list)$/iu, '');
  const within = place === undefined || /^(?:page|site|screen)$/iu.test(place) ? null : reader.phrase(place);
  if (within !== null) {
    const inner = reader.phrase(what?.replace(/\s+(?:are|is)\s+there$/iu, ''));
    return inner === null ? null : { what: 'count', of: { ...inner, within } };
  }
  const counted = reader.phrase(many === undefined ? words : `${state} ${many}`);
  return counted === null || (counted.kind === null && counted.text === '')
    ? null
    : { what: 'count', of: counted };
}

/** "How many are in stock?", of what was just found. */
const howManyOfIt = form(
  `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+(?:(?:of\\s+(?:it|them|these)\\s+)?(?:are|is)\\s+)(in\\s+stock|on\\s+hand|available)`,
  ([label = ''], { topic }) => {
    const also = ['on hand', 'in stock', 'stock', 'quantity', 'available'].filter((name) => name !== label);
    return { kind: 'read', question: { what: 'labelled', label, of: topic, also } };
  },
);

/** "Show only … and tell me how many halls are left": those that the list still shows. */
const leftAfterNarrowing = form(
  `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+((?:\\p{Ll}+\\s)?\\p{Ll}{3,}s)\\s+(?:are|is)\\s+(?:left|remaining|still\\s+there|still\\s+shown)`,
  ([noun], { before, phrase }) => {
    const isNarrowed =
      /^(?:filter|only|show\s+only|slide|drag|narrow|limit|restrict|tick|check|turn\s+on|switch\s+on|enable|toggle|choose|select)\b/iu.test(
        before,
      );
    const of = isNarrowed ? phrase(noun) : null;
    return of === null || of.text === '' ? null : { kind: 'read', question: { what: 'count', of } };
  },
);

/** "Jobs in York", "open bills". */
const SEVERAL = /^((?:\p{L}+\s)*\p{Ll}{3,}s)(?:\s(?:in|from|at)\s(\p{Lu}.*))?$/u;

export const howMany = firstOf(
  howManyOfIt,
  leftAfterNarrowing,
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+(?:of\\s+them\\s+|results\\s+)?(?:are\\s+(?:there|shown|listed)|there\\s+are|it\\s+(?:shows|lists)|were\\s+found|is\\s+that)(?:\\s+(?:now|in\\s+(?:the|this)\\s+(?:list|table)|on\\s+(?:the|this)\\s+page))?`,
    (_groups, { topic }) => {
      // "Find jobs in York. How many are there?": jobs in York, whatever else the page lists.
      const [text = '', noun = '', place] = SEVERAL.exec(topic?.text ?? '') ?? [];
      const named =
        topic === null || topic.ordinal !== null || text === ''
          ? null
          : { ...topic, text: place === undefined ? text : `${place} ${noun}` };
      const results: Phrase = { text: '', kind: 'result', ordinal: null, within: null };
      return { kind: 'read', question: { what: 'count', of: named ?? results } };
    },
  ),
  // "How many people live in Ulm?": those of which a cell says so.
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+(\\p{Ll}{3,})\\s+(?:live|work|sit|are\\s+based|are\\s+located|come|are)\\s+(?:in|at|from)\\s+(\\p{Lu}[\\p{L}'’-]*(?:\\s\\p{Lu}[\\p{L}'’-]*)*)`,
    ([noun = '', place = ''], reader) => {
      const of = /^\p{Lu}/u.test(place) ? reader.phrase(noun) : null;
      return of === null || of.text === ''
        ? null
        : { kind: 'read', question: { what: 'count', of: { ...of, kind: null, text: `${place} ${noun}` } } };
    },
  ),
  // What is left is what the page says, never all that it lists.
  // "How many bugs were fixed?", in what was just opened or found.
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+([\\p{L} -]+?)\\s+(?:were|was|have\\s+been|has\\s+been|got)\\s+(\\p{Ll}{2,}ed|sent|paid|made|done|lost|sold|built)`,
    ([what = '', done = ''], reader) => {
      const plain = reader.phrase(what);
      if (plain === null || plain.text === '' || plain.ordinal !== null) return null;
      const of = { ...plain, kind: null, within: reader.topic };
      const named = (text: string) => ({ ...of, text });
      return {
        kind: 'read',
        question: {
          what: 'count',
          of: { ...named(`${plain.text} ${done}`), apart: [named(`${done} ${plain.text}`)] },
        },
      };
    },
  ),
  // "How many seats the first one has".
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+((?:[\\p{L}-]+\\s+)?(?!does\\b)[\\p{L}-]+s)\\s+(?:does\\s+)?((?:the|that)\\s+.+?|it|${LITERAL})\\s+(?:has|have|had)`,
    ([label = '', what], reader) => {
      const of = reader.phrase(what);
      return of === null ? null : { kind: 'read', question: { what: 'labelled', label, of } };
    },
  ),
  form(`how\\s+many\\s+(?:of\\s+them\\s+)?(?:are|is)\\s+(left|remaining)`, ([text = '']) => ({
    kind: 'read',
    question: { what: 'count', of: { text, kind: null, ordinal: null, within: null } },
  })),
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+(.+?)\\s+(?:(?:are|is)\\s+|(?:do|does)\\s+(?:we|you|they|it|I)\\s+have\\s+)?(on\\s+hand|in\\s+stock|(?<=are\\s|is\\s)available)(?:\\s+on\\s+(?:the|this)\\s+page)?`,
    ([item, where = ''], reader) => {
      const of = reader.phrase(item);
      const also = ['on hand', 'in stock', 'stock', 'quantity', 'available'].filter((name) => name !== where);
      if (of === null) return null;
      // "How many parts are in stock" may be as many as say so.
      const isKind = /^\p{Ll}{3,}s$/u.test(of.text) && of.ordinal === null;
      const things = isKind ? { things: { ...of, text: `in stock ${of.text}` } } : {};
      return { kind: 'read', question: { what: 'labelled', label: where, of, also, ...things } };
    },
  ),
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+(.+?)(?:\\s+(?:are|is)\\s+(?:there|shown|listed|on\\s+(?:the|this)\\s+page)|\\s+there\\s+are|\\s+does\\s+(?:the|this)\\s+page\\s+have)(?:\\s+on\\s+(?:the|this)\\s+page|\\s+in\\s+(?:total|all)|\\s+altogether)?`,
    ([words], reader) => {
      const asked = count(words, reader);
      return asked === null ? null : { kind: 'read', question: asked };
    },
  ),
  // "Go to page 3 and tell me how many products are on it"
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+(.+?)\\s+(?:are|is)\\s+(?:there\\s+)?on\\s+(?:it|there)`,
    ([words], reader) => {
      const asked = count(words, reader);
      const isOfPage = /\bpage\b/iu.test(reader.before) && asked?.what === 'count';
      return isOfPage ? { kind: 'read', question: { ...asked, of: { ...asked.of, here: true } } } : null;
    },
  ),
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+((?:[\\p{L}-]+\\s+){0,2}[\\p{L}-]+\\s+are\\s+(?:on|in|at|under)\\s+(?:the|my|our|this)\\s+.+)`,
    ([words], reader) => {
      const asked = count(words, reader);
      return asked === null ? null : { kind: 'read', question: asked };
    },
  ),
  // "How many books do I have on loan?": those of which the page says so.
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+([\\p{L} ]+?)\\s+(?:do|have)\\s+(?:I|we)\\s+(?:have|got|have\\s+got)\\s+((?:on|in|under|at)\\s+(?!(?:the|my|our|this|total|all)\\b)\\p{Ll}+)`,
    ([noun = '', state = ''], reader) => {
      const of = reader.phrase(noun);
      return of === null || of.text === ''
        ? null
        : { kind: 'read', question: { what: 'count', of: { ...of, text: `${of.text} ${state}` } } };
    },
  ),
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+(.+?)\\s+(?:(?:(?:do|does|have|has|did)\\s+)?(?:I|we|they|he|she|it|you)|(?:do|does|have|has|did)\\s+(?:the|this)\\s+\\w+)(?:\\s+(?:have|has|got|show|list|contain|own|hold)(?:\\s+(?:here|left|in\\s+total|in\\s+all|on\\s+\\p{L}+))?)?`,
    ([words], reader) => {
      const asked = count(words, reader);
      return asked === null ? null : { kind: 'read', question: asked };
    },
  ),
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+((?:[\\p{L}-]+\\s+){0,3}[\\p{L}]+s(?:\\s+(?:are|is)\\s+.+)?)`,
    ([words = ''], reader) => {
      if (/\s(?:are|is|were)$/iu.test(words)) return null;
      const asked = count(words, reader);
      return asked === null ? null : { kind: 'read', question: asked };
    },
  ),
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+many\\s+([\\p{L} ]+?)\\s+(?:live|work|stay|sit|play|take\\s+part)(?:\\s+(?:here|there))?`,
    ([words], reader) => {
      const asked = count(words, reader);
      return asked === null ? null : { kind: 'read', question: asked };
    },
  ),
  // "Load more reviews and count them".
  form(`count\\s+(?:them|these|those)(?:\\s+all)?`, (_groups, { before, phrase }) => {
    const noun = thingsIn(before);
    const of = noun === null ? null : phrase(noun);
    return {
      kind: 'read',
      question: { what: 'count', of: of ?? { text: '', kind: 'result', ordinal: null, within: null } },
    };
  }),
  form(`count\\s+(?:how\\s+many\\s+)?(?:all\\s+)?(.+)`, ([words = ''], reader) => {
    const plain = words.replace(
      /\s+(?:(?:that|which)\s+)?(?:are\s+)?(?:left|remaining|shown|listed|there)(?:\s+now)?$/iu,
      '',
    );
    const asked = count(plain, reader);
    return asked === null ? null : { kind: 'read', question: asked };
  }),
);
