import type { Comparison, Condition, Phrase, Where } from '../clause.ts';
import { isMoney, unitOf } from '../../words/units.ts';
import { oneOf, words } from '../../words/vocabulary.ts';
import { each, enumerated, type Reader } from './rule.ts';

const UNIT =
  'euros?|eur|pounds?|gbp|quid|dollars?|usd|per\\s?cent|stars?|points?|kg|kilos?|g|grams?|lbs?|mm|cm|m|met(?:re|er)s?|ml|l|lit(?:re|er)s?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?';
/** "£20", "20 euros", "4 stars". */
export const AMOUNT = `(?:[£$€¥]\\s?\\d[\\d.,]*|\\d[\\d.,]*\\s?(?:[£$€¥%]|(?:${UNIT})(?!\\p{L}))?)`;
const RELATIONS: readonly (readonly [Comparison, string])[] = [
  ['atMost', '(?:no|not)\\s+more\\s+than|at\\s+most|up\\s+to|a\\s+maximum\\s+of'],
  ['atLeast', '(?:no|not)\\s+less\\s+than|at\\s+least|a\\s+minimum\\s+of'],
  ['less', '(?:less|cheaper|lower|smaller|shorter|lighter|fewer)\\s+than|under|below'],
  [
    'more',
    '(?:more\\s+expensive|more|dearer|higher|greater|bigger|larger|longer|heavier)\\s+than|over|above',
  ],
];
/** Words that compare a value with another. */
export const RELATION = RELATIONS.map(([, words]) => words).join('|');
const LATER: Readonly<Record<string, Comparison>> = {
  less: 'atMost',
  under: 'atMost',
  cheaper: 'atMost',
  more: 'atLeast',
  over: 'atLeast',
};
const REDUCED =
  '(?:on\\s+(?:sale|offer|special\\s+offer)|in\\s+the\\s+sale|reduced(?:\\s+in\\s+price)?|discounted)';
/** What a verb gives. */
const GIVES: Readonly<Record<string, string>> = {
  cost: 'price',
  save: 'saving',
  weigh: 'weight',
  last: 'duration',
  take: 'duration',
};
const PRICED = /\bcosts?\b|\bcosting\b|\bprice[ds]?\b|\bsells?\b|\bsold\b|\bgo(?:es)?\s+for\b/iu;

function relationOf(words: string): Comparison | null {
  return RELATIONS.find(([, said]) => new RegExp(`^(?:${said})$`, 'iu').test(words.trim()))?.[0] ?? null;
}

/** What a bound without a label is of: "at least 4 stars" are of the rating. */
function labelBy(bound: string, relation: string): string | null {
  if (isMoney(bound) || /cheaper|dearer|expensive/iu.test(relation)) return 'price';
  if (/\bstars?$/iu.test(bound)) return 'rating';
  if (/^(?:kg|g|lb)$/u.test(unitOf(bound)) || /lighter|heavier/iu.test(relation)) return 'weight';
  return null;
}

function plainBound(bound: string): string {
  return bound.replace(/\s?(?:stars?|points?)$/iu, '').trim();
}

const COMPARED = new RegExp(
  `^(?:(?:that|which|who)\\s+)?(?<verb>(?:is|are|was|costs?|costing|priced(?:\\s+at)?|sold\\s+for|sells?\\s+for|saves?(?:\\s+you)?|weighs?|lasts?|takes?|rated)\\s+|(?:have|has|having|with)\\s+(?:an?\\s+)?(?:(?<label>\\p{L}+)\\s+(?:of\\s+|that\\s+is\\s+)?)?)?(?:for\\s+)?(?<relation>${RELATION})\\s+(?<bound>${AMOUNT})(?:\\s+(?<noun>discount|off|reduction))?$`,
  'iu',
);
const OR_LESS = new RegExp(
  `^(?:(?:that|which)\\s+)?(?<verb>(?:is|are|costs?|costing|priced(?:\\s+at)?|for|with|have|has|rated)\\s+)?(?<bound>${AMOUNT})\\s+or\\s+(?<way>${Object.keys(LATER).join('|')})$`,
  'iu',
);
const BETWEEN = new RegExp(
  `^(?:(?:that|which)\\s+)?(?:(?:is|are|costs?|costing|priced)\\s+)?between\\s+(${AMOUNT})\\s+and\\s+(${AMOUNT})$`,
  'iu',
);
const ON_SALE = new RegExp(
  `^(?:(?:that|which)\\s+)?(?:(?:is|are)(n['’]t)?\\s+)?(not\\s+)?(?:currently\\s+|now\\s+)?${REDUCED}$`,
  'iu',
);

function compared(words: string): Condition[] | null {
  const { verb = '', label, relation = '', bound = '', noun } = COMPARED.exec(words)?.groups ?? {};
  const is = relationOf(relation);
  if (is === null) return null;
  const stem = verb
    .trim()
    .toLowerCase()
    .replace(/\s+you$/u, '')
    .replace(/s$/u, '');
  const own = noun === undefined ? (label ?? (PRICED.test(verb) ? 'price' : GIVES[stem])) : 'discount';
  const by = own ?? (/^rated/iu.test(verb) ? 'rating' : labelBy(bound, relation));
  return by === null || by === undefined ? null : [{ by: by.toLowerCase(), is, than: plainBound(bound) }];
}

const MONTHS = words(
  'january | february | march | april | may | june | july | august | september | october | november | december',
);
const IN_MONTH = new RegExp(
  `^(?:(?:that|which)\\s+)?(?:(?:is|are|was|were|have\\s+been)\\s+)?(?:(?:placed|made|dated|created|sent|issued|booked|ordered)\\s+)?(?:in|from)\\s+${oneOf(MONTHS)}\\s+\\d{4}$`,
  'iu',
);

/** "In January 2027": from its first day to that of the next month. */
function inMonth(said: string): Condition[] | null {
  const [month = '', year = ''] = IN_MONTH.test(said) ? said.split(/\s+/u).slice(-2) : [];
  const at = MONTHS.indexOf(month.toLowerCase());
  if (at < 0) return null;
  const firstOfMonth = (index: number) =>
    `${Number(year) + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
  return [
    { by: 'date', is: 'atLeast', than: firstOfMonth(at) },
    { by: 'date', is: 'less', than: firstOfMonth(at + 1) },
  ];
}

/** The conditions that words after a noun give, or null when they are something else. */
export function conditionsOf(words: string): Condition[] | null {
  const said = words.trim();
  const plain = compared(said) ?? inMonth(said);
  if (plain !== null) return plain;
  const { verb = '', bound = '', way = '' } = OR_LESS.exec(said)?.groups ?? {};
  const later = LATER[way.toLowerCase()];
  const by = PRICED.test(verb) ? 'price' : labelBy(bound, '');
  if (later !== undefined) return by === null ? null : [{ by, is: later, than: plainBound(bound) }];
  const [, least = '', most = ''] = BETWEEN.exec(said) ?? [];
  if (most !== '') {
    const both = isMoney(most) || isMoney(least) || PRICED.test(said);
    return both
      ? [
          { by: 'price', is: 'atLeast', than: least },
          { by: 'price', is: 'atMost', than: most },
        ]
      : null;
  }
  const [whole, not, no] = ON_SALE.exec(said) ?? [];
  return whole === undefined ? null : [{ reduced: not === undefined && no === undefined }];
}

const ALL = /^(?:everything|anything|all|things|the\s+ones|those|ones)$/iu;
const BE = /^(?:is|are|was|were|has|have)\b/iu;
const EXCEPT = '(?:except(?:\\s+for)?|apart\\s+from|other\\s+than|but\\s+not|excluding|without|but)';
const DETERMINERS =
  /^(?:all\s+(?:of\s+)?|every\s+|each\s+|any\s+|of\s+)?(?:the\s+|your\s+|our\s+|my\s+|these\s+)?/iu;
const except = new RegExp(`^${EXCEPT}\\s+(.+)$`, 'iu');
const REDUCED_FIRST =
  /^(?:all\s+(?:of\s+)?|every\s+|each\s+|any\s+)?(?:the\s+|your\s+|our\s+)?(?:reduced|discounted)\s+(\p{L}{3,})$/iu;

function nounPhrase(noun: string, { phrase }: Reader): Phrase | null {
  if (ALL.test(noun.trim())) return { text: '', kind: 'result', ordinal: null, within: null };
  const of = phrase(noun);
  const isKind = of !== null && of.ordinal === null && of.superlative === undefined && of.within === null;
  return isKind && (of.kind === null || of.kind === 'result')
    ? { text: of.text, kind: of.kind, ordinal: null, within: null }
    : null;
}

function plural(noun: string): string {
  return /s$/iu.test(noun) || ALL.test(noun) ? noun : `${noun}s`;
}

/** "Teapots under £30", "all products that are not on sale", "everything except the teapots". */
export function thingsWhere(words: string, reader: Reader): Phrase | null {
  const [, reduced] = REDUCED_FIRST.exec(words.trim()) ?? [];
  if (reduced !== undefined) {
    const of = nounPhrase(plural(reduced), reader);
    return of === null ? null : { ...of, where: { said: 'on sale', conditions: [{ reduced: true }] } };
  }
  const said = words.trim().replace(DETERMINERS, '').split(/\s+/u);
  // "Products that cost …", "milk jugs under …".
  for (const length of [1, 2]) {
    const noun = said.slice(0, length).join(' ');
    const of = BE.test(noun) ? null : nounPhrase(plural(noun), reader);
    const rest = said.slice(length).join(' ');
    const conditions =
      of === null ? null : (excepted(rest, reader) ?? conditionsOf(rest) ?? saidOfThem(rest, reader));
    if (of !== null && conditions !== null) return { ...of, where: { said: rest, conditions } };
  }
  return null;
}

const THAT_ARE = '(?:(?:that|which|who)\\s+)?(?:(?:is|are|was|were|have\\s+been|has\\s+been)\\s+)?';
const ASSIGNED = new RegExp(`^${THAT_ARE}(?:assigned|allocated|delegated)\\s+to\\s+(.+)$`, 'iu');
const DONE_BY = new RegExp(`^${THAT_ARE}(\\p{Ll}{3,}ed|written|made|sent|given)\\s+by\\s+(.+)$`, 'u');
const LABELLED =
  /^(?:(?:(?:that|which|who)\s+)?(?:with|have|has|having)\s+(?:the\s+|an?\s+)?|whose\s+)(status|state|priority|category|type|role|severity|colour|color|level|country|city|department|owner|assignee)\s+(?:is\s+|of\s+)?(.+)$/iu;
const ASSIGNEE = ['assigned to', 'assignee', 'owner', 'responsible', 'handled by', 'agent', 'technician'];
/** Who did it, as pages call them. */
const DOERS: Readonly<Record<string, readonly string[]>> = {
  placed: ['customer', 'ordered by', 'buyer'],
  ordered: ['customer', 'placed by', 'buyer'],
  sent: ['sender', 'from'],
  written: ['author'],
  posted: ['author'],
  reported: ['reporter'],
  requested: ['requester', 'requested by'],
};

/** "Assigned to Bob", "with status open", "written by Ada". */
function saidOfThem(words: string, { masked }: Reader): Condition[] | null {
  const [, to = ''] = ASSIGNED.exec(words) ?? [];
  if (to !== '') return [{ labels: ASSIGNEE, says: masked.meant(to) }];
  const [, done = '', by = ''] = DONE_BY.exec(words) ?? [];
  if (done !== '' && !/^(?:me|us|you|it|them|him|her)$/iu.test(by))
    return [{ labels: [`${done} by`, ...(DOERS[done] ?? []), 'by'], says: masked.meant(by) }];
  const [, label = '', value = ''] = LABELLED.exec(words) ?? [];
  return label === '' || /^(?:not|no|other)\b/iu.test(value)
    ? null
    : [{ labels: [label.toLowerCase()], says: masked.meant(value) }];
}

/** "Except the teapots and the jug". */
function excepted(words: string, reader: Reader): Condition[] | null {
  const [, list] = except.exec(words) ?? [];
  const out = list === undefined ? null : each(enumerated(list), (one) => reader.phrase(one));
  return out === null || out.some(({ text }) => text === '') ? null : [{ except: out }];
}

/** What "is cheaper than £30" or "costs more than the lamp" says of one thing. */
export function saidOfOne(words: string, reader: Reader): Where | null {
  const conditions = conditionsOf(words);
  if (conditions !== null) return { said: words, conditions };
  const [, verb = '', relation = '', other = ''] =
    new RegExp(`^(is|are|costs?|weighs?)\\s+(${RELATION})\\s+(?:the\\s+)?(\\D.+)$`, 'iu').exec(words) ?? [];
  const is = relationOf(relation);
  const than = is === null ? null : reader.phrase(other);
  const by = GIVES[verb.toLowerCase().replace(/s$/u, '')] ?? labelBy('', relation);
  return is === null || than === null || than.text === '' || by === null
    ? null
    : { said: words, conditions: [{ by, is, than }] };
}
