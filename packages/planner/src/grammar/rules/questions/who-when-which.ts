import type { Instruction, Phrase } from '../../clause.ts';
import { singularOf, SUPERLATIVES } from '../../nouns.ts';
import { oneOf, VERBS, words } from '../../../words/vocabulary.ts';
import { labelled, spoken, TELL, thingIn } from './question-parts.ts';
import { plain } from '../named-phrases.ts';
import { who } from './who.ts';
import { measuring } from './sizes.ts';
import type { Asked } from '../../../words/kind-of-value.ts';
import { firstOf, form, type Reader, type Rule } from '../rule.ts';

/** The same question, whose answer is of that kind. */
function whichAsks(asks: Asked, rule: Rule): Rule {
  return (clause, reader) =>
    rule(clause, reader)?.map((instruction) =>
      instruction.kind === 'read' && instruction.question.what === 'labelled'
        ? { ...instruction, question: { ...instruction.question, asks } }
        : instruction,
    ) ?? null;
}

/** Where a page says that something is. */
const PLACES = words(
  'location | place | where | room | office | venue | address | desk | floor | building | position | stored in | kept in | shelf | meeting point',
);

const where = firstOf(
  form(
    `${TELL}where\\s+(?:is|are|was|were)\\s+(.+?)\\s+(?:going|headed|heading|bound|sent|shipped|travelling)(?:\\s+(?:to|for))?`,
    ([what], reader) => {
      const of = spoken(what, reader);
      return of === null ? null : labelled('destination', of, ['to', 'ship to', 'deliver to', 'going to']);
    },
  ),
  form(
    `${TELL}where\\s+(?:does|do|did|will|can\\s+(?:I|we)|could\\s+(?:I|we))\\s+(?:(?:find|see|meet|reach|collect|pick\\s+up)\\s+)?(.+?)(?:\\s+(sit|live|work|stand|hang|meet|start|begin|end|stop|leave|depart|arrive|take\\s+place|happen|play|stay))?`,
    ([what, verb = ''], reader) => {
      const of = spoken(what, reader);
      if (of === null || /^(?:I|we|you|it|they|he|she)\b/u.test(what ?? '')) return null;
      const own = verb === '' ? [] : [`${verb}s in`, `${verb}s at`, `${verb} in`];
      return labelled('location', of, [...PLACES.slice(1), ...own], 'where');
    },
  ),
  form(
    `${TELL}where\\s+(?:is|are|was|were)\\s+(.+?)(?:\\s+(?:kept|stored|located|held|now))?`,
    ([what], reader) => {
      const of = spoken(what, reader);
      return of === null ? null : labelled('location', of, PLACES.slice(1), 'where');
    },
  ),
);

const TIMED = words(
  'due | sent | paid | shipped | delivered | placed | created | opened | closed | updated | made | posted | published | signed | ordered | received | born | held | over | open | available | expiring | from',
);

const PAST: Readonly<Record<string, string>> = {
  buy: 'bought',
  send: 'sent',
  pay: 'paid',
  make: 'made',
  get: 'received',
};

const when = firstOf(
  form(
    `${TELL}since\\s+when\\s+(?:am|are|is|have|has)\\s+(?:I|we|it|he|she|they)\\s+(?:been\\s+)?(?:an?\\s+)?([\\p{L} -]+)`,
    ([what], reader) => {
      const name = spoken(what, reader);
      return name === null
        ? null
        : labelled(`${name.text} since`, null, [`${name.text} from`, `date ${name.text}`]);
    },
  ),
  form(
    `${oneOf([...VERBS.read, ...VERBS.lookup])}\\s+(?:me\\s+)?when\\s+(.+?)\\s+(?:is|was|will\\s+be|are|were)(?:\\s+(\\p{Ll}+))?`,
    ([what, verb = ''], reader) => {
      const of = spoken(what, reader);
      if (of === null) return null;
      return verb === ''
        ? labelled(of.text, null, [`${of.text} date`, `date of ${of.text}`, `${of.text} on`])
        : labelled(verb, of, [`${verb} on`, `${verb} date`, `date ${verb}`, 'date', 'when']);
    },
  ),
  form(
    `${TELL}when\\s+(?:is|was|were|are|will|has|did)\\s+(.+?)\\s+(?:be\\s+|been\\s+|being\\s+)?(${oneOf(TIMED)}|\\p{Ll}+ed)`,
    ([what = '', verb = ''], reader) => {
      const isIt = /^(?:it|this|this\s+one)$/iu.test(what);
      const of = isIt ? reader.topic : thingIn(what, reader);
      return of === null && !isIt
        ? null
        : labelled(verb, of, [`${verb} on`, `${verb} date`, `date ${verb}`, 'date', 'when']);
    },
  ),
  form(`${TELL}when\\s+(?:is|was|are)\\s+(?:the\\s+|my\\s+|our\\s+)?(.+)`, ([what], reader) => {
    const name = spoken(what, reader);
    return name === null
      ? null
      : labelled(name.text, null, [`${name.text} date`, `date of ${name.text}`, `${name.text} on`]);
  }),
  form(`${TELL}when\\s+did\\s+(?:I|we|you|they)\\s+(\\p{Ll}+)\\s+(.+)`, ([verb = '', what], reader) => {
    const of = spoken(what, reader);
    const did = PAST[verb.toLowerCase()] ?? verb.replace(/e?$/u, 'ed');
    return of === null
      ? null
      : labelled(did, of, [`${did} on`, `${did} date`, `date ${did}`, 'date', 'when']);
  }),
  form(
    `${TELL}when\\s+(?:does|do|did|will)\\s+(?:the\\s+|my\\s+|our\\s+)?(.+?)\\s+(\\p{Ll}+)`,
    ([what, verb = ''], reader) => {
      const name = spoken(what, reader);
      if (name === null) return null;
      const stems = [
        `${name.text} ${verb}`,
        `${name.text} ${verb}s`,
        `${name.text} ${verb} date`,
        `${verb} date`,
        `${verb}s`,
        `${verb}s on`,
      ];
      return labelled(stems[0] ?? verb, null, stems.slice(1));
    },
  ),
);

/** What the page is about. */
const HERE = /^(?:it|this|that|(?:the|this)\s+(?:item|product|article|part))$/iu;

/** "Is the Blue Teapot in stock?": whether what it says of itself is that. */
const state = form(
  `(?:${TELL}(?:if|whether)\\s+(.+?)\\s+(?:is|are)|(?:is|are)\\s+(.+?))\\s+(?:still\\s+|already\\s+)?(in\\s+stock|on\\s+hold|sold\\s+out|out\\s+of\\s+stock|on\\s+its\\s+way|available|\\p{Ll}+ed|open|overdue|paid|due|active|empty|sent)(?:\\s+(?:yet|already|now))?`,
  ([told = '', asked = '', said = ''], reader) => {
    const what = told === '' ? asked : told;
    const isOfPage = HERE.test(what) && reader.topic === null && /^(?:in\s+stock|available)$/iu.test(said);
    if (isOfPage)
      return { kind: 'read', question: { what: 'exists', of: { ...plain(said), within: plain('') } } };
    const within = reader.phrase(what);
    if (within === null || within.text === '' || /^there\b/iu.test(told + asked)) return null;
    return {
      kind: 'read',
      question: { what: 'exists', of: { text: said, kind: null, ordinal: null, within } },
    };
  },
);

function exists(what: string | undefined, reader: Reader): Instruction | null {
  const of = reader.phrase((what ?? '').replace(/^(?:an?|any|some|the)\s+/iu, ''));
  return of === null || (of.text === '' && of.kind === null)
    ? null
    : { kind: 'read', question: { what: 'exists', of } };
}

const there = firstOf(
  form(
    `(?:${TELL}(?:if|whether)\\s+there\\s+(?:is|are)|is\\s+there|are\\s+there)\\s+(.+?)(?:\\s+(?:on|in|at)\\s+(?:the|this)\\s+(?:page|list|table|site|screen|results?))?`,
    ([what], reader) => exists(what, reader),
  ),
  form(
    `does\\s+(?:the|this)\\s+(?:page|site|list|table)\\s+(?:have|contain|show|mention|list|include)\\s+(.+)`,
    ([what], reader) => exists(what, reader),
  ),
);

/** What things are called in a list of them: the invoice of invoices. */
function nounOf({ text, kind }: Phrase): string {
  const noun = text.split(/\s+/u).at(-1) ?? '';
  return kind === 'result' || noun === '' ? 'name' : singularOf(noun);
}

/** "Which bills are listed there": all that the page shows. */
const SHOWN =
  /^(?:(?:listed|shown|displayed|visible)(?:\s+(?:there|here|on\s+it))?|there|here|on\s+(?:it|there))$/iu;

const which = firstOf(
  form(
    `${TELL}(?:which|what)\\s+(?:the\\s+)?([\\p{L} ]+?)\\s+(?:it|this|that)\\s+(?:is|was|has|had)`,
    ([label], reader) => {
      const name = spoken(label, reader);
      return name === null ? null : labelled(name.text, reader.topic, []);
    },
  ),
  form(
    `${TELL}(?:which|what)\\s+([\\p{L} ]+?)\\s+(?:(?:am\\s+I|are\\s+we)(?:\\s+\\p{L}+)?|(?:I\\s+am|I['’]m|we\\s+are))(?:\\s+(?:in|on|at|with|as))+`,
    ([label], reader) => {
      const name = spoken(label, reader);
      return name === null ? null : labelled(name.text, null, [`current ${name.text}`, `your ${name.text}`]);
    },
  ),
  form(
    `${TELL}(?:which|what)\\s+([\\p{L} ]+?)\\s+(?:is|are|does|do)\\s+(.+?)(?:\\s+(?:work|live|come|sit|stand|play|stay))?\\s+(?:on|in|at|from|for|by|have|use|need|belong\\s+to|kept\\s+(?:on|in)|stored\\s+(?:on|in))`,
    ([label, what], reader) => {
      const [name, of] = [spoken(label, reader), spoken(what, reader)];
      return name === null || of === null ? null : labelled(name.text, of, []);
    },
  ),
  form(
    `${TELL}(?:which|what)\\s+([\\p{L} ]+?)\\s+(?:did|do|have|has)\\s+(?:I|we|they|he|she)\\s+(?:get|got|have|receive|earn|need|pay)\\s+(?:in|for|on|of)\\s+(.+)`,
    ([label, what], reader) => {
      const [name, of] = [spoken(label, reader), spoken(what, reader)];
      return name === null || of === null ? null : labelled(name.text, of, []);
    },
  ),
  form(`${TELL}(?:which|what)\\s+is\\s+(the\\s+.+)`, ([what], reader) => {
    const of = reader.phrase(what);
    return of?.superlative === undefined ? null : labelled('name', of, [nounOf(of), 'title']);
  }),
  form(
    `${TELL}(?:which|what)\\s+(\\p{L}+s)\\s+(?:are|have\\s+the\\s+status)\\s+(?:(?:still|currently|now|already)\\s+)*(?:marked\\s+(?:as\\s+)?|in\\s+the\\s+state\\s+)?([\\p{L} -]+)`,
    ([what = '', state = ''], reader) => {
      const plain = SUPERLATIVES.has(state.toLowerCase()) ? null : reader.phrase(what);
      const isAfter = /^(?:by|from|for|with|to)\s/iu.test(state);
      const named = isAfter ? `${what} ${state}` : `${state} ${what}`;
      const text = SHOWN.test(state) ? what : named;
      const of = plain === null ? null : { ...plain, kind: null, text };
      const label = plain === null || !isAfter ? null : nounOf(plain);
      return of === null
        ? null
        : { kind: 'read', question: { what: 'each', label: label ?? nounOf(of), of } };
    },
  ),
  form(
    `${TELL}(?:which|what)\\s+(?:one\\s+)?(of\\s+(?:these|them|those)(?:\\s+\\p{L}+)?\\s+)?(?:is|are)\\s+(?:the\\s+)?(${oneOf([...SUPERLATIVES.keys()])})`,
    ([among, superlative], reader) => {
      const of = reader.phrase(`${superlative} item`);
      if (of?.superlative === undefined) return null;
      const shown = among === '' ? of.superlative : { ...of.superlative, shown: true as const };
      return labelled('name', { ...of, superlative: shown }, ['title']);
    },
  ),
  form(
    `${TELL}(?:which|what)\\s+(.+?)\\s+(?:is|are)\\s+(?:the\\s+)?(${oneOf([...SUPERLATIVES.keys()])})`,
    ([what, superlative], reader) => {
      const of = reader.phrase(`${superlative} ${what}`);
      return of === null ? null : labelled('name', of, [nounOf(of), 'title']);
    },
  ),
  form(
    `${TELL}(?:which|what|who)\\s+(.+?\\s+)?(?:has|have|had|got|gets|scored|received|earned|won)\\s+(the\\s+(?:highest|lowest|largest|smallest|biggest|longest|shortest|most|fewest|least|best(?=\\s+(?:rating|score|mark|grade)\\b))\\s+.+)`,
    ([what = 'item', superlative], reader) => {
      const of = reader.phrase(`${what.trim() || 'item'} with ${superlative}`);
      return of?.superlative === undefined ? null : labelled('name', of, [nounOf(of), 'title']);
    },
  ),
);

const owing = firstOf(
  form(
    `${TELL}(?:how\\s+much\\s+(?:is|does|do|will)?\\s*|what\\s+(?:does|do|will)\\s+)(?:it\\s+all|everything|all\\s+of\\s+(?:it|them)|(?:it|this)(?=\\s.*(?:altogether|in\\s+total|in\\s+all)))\\s*(?:costs?|is|come\\s+to|comes\\s+to|be)?(?:\\s+(?:altogether|in\\s+total|in\\s+all))?`,
    () => labelled('total', null, ['grand total', 'order total', 'total price', 'sum', 'amount due']),
  ),
  form(
    `${TELL}how\\s+much\\s+(?:do\\s+)?(?:I|we)\\s+(?:still\\s+)?(?:owe|have\\s+to\\s+pay)\\s+(?:in|for|as)\\s+(.+)`,
    ([what], reader) => {
      const name = spoken(what, reader);
      return name === null ? null : labelled(name.text, null, []);
    },
  ),
  form(`how\\s+much\\s+(?:do|does)\\s+(?:I|we)\\s+(?:still\\s+)?(?:owe|have\\s+to\\s+pay)`, () =>
    labelled('amount due', null, [
      'you owe',
      'balance due',
      'total due',
      'outstanding',
      'outstanding balance',
      'to pay',
      'open amount',
    ]),
  ),
);

/** Questions by who, when, which, how and whether there is. */
export const asking = firstOf(
  measuring,
  whichAsks('who', who),
  whichAsks('when', when),
  where,
  which,
  there,
  state,
  owing,
);
