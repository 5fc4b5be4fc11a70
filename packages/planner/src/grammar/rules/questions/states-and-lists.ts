import type { Instruction, Phrase } from '../../clause.ts';
import { singular } from '../../nouns.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { COMPARING, comparedOf } from '../compared.ts';
import { each, firstOf, form, type Reader } from '../rule.ts';

const TELL = `(?:${oneOf([...VERBS.read, ...VERBS.lookup])}\\s+(?:me\\s+)?)?`;
const IF = `(?:${oneOf([...VERBS.read, ...VERBS.lookup])}\\s+(?:me\\s+)?(?:if|whether)\\s+)`;
const PARTICIPLE = 'sent|paid|made|done|lost|sold|built|\\p{Ll}{2,}ed';
const STATE =
  'open|closed|unread|read|new|paid|unpaid|overdue|pending|due|active|inactive|late|available|draft|\\p{Ll}{3,}ed';

function labelled(label: string, of: Phrase | null, also: readonly string[] = []): Instruction {
  return { kind: 'read', question: { what: 'labelled', label, of, also } };
}

function spoken(part: string | undefined, reader: Reader): Phrase | null {
  const phrase = reader.phrase(part);
  return phrase === null || phrase.text === '' ? null : phrase;
}

function isIn(state: string, within: Phrase): Instruction {
  return {
    kind: 'read',
    question: { what: 'exists', of: { text: state, kind: null, ordinal: null, within } },
  };
}

/** "Has order 1042 shipped?", "was the invoice paid?": whether it says so of itself. */
const hasBeen = firstOf(
  form(
    `(?:has|have|was|were)\\s+(?!there\\b)(.+?)\\s+(?:already\\s+)?(?:been\\s+)?(?:already\\s+)?(${PARTICIPLE})(?:\\s+(?:yet|already))?`,
    ([what, state = ''], reader) => {
      const within = spoken(what, reader);
      return within === null || /^(?:I|we|you|they)\b/u.test(what ?? '') ? null : isIn(state, within);
    },
  ),
  form(
    `${IF}(.+?)\\s+(?:has|have|was|were)\\s+(?:already\\s+)?(?:been\\s+)?(${PARTICIPLE})(?:\\s+(?:yet|already))?`,
    ([what, state = ''], reader) => {
      const within = spoken(what, reader);
      return within === null ? null : isIn(state, within);
    },
  ),
  form(
    `(?:do|does)\\s+(?:you|we|they|the\\s+shop)\\s+(?:still\\s+)?have\\s+(.+?)\\s+(in\\s+stock|available)`,
    ([what, state = ''], reader) => {
      const within = spoken(what, reader);
      return within === null ? null : isIn(state, within);
    },
  ),
);

/** "Do I have any unread messages?" */
const having = form(
  `(?:${IF}(?:I|we|you|they)\\s+have|do\\s+(?:I|we|you|they)\\s+(?:still\\s+)?(?:have|sell|offer)|have\\s+(?:I|we|you)\\s+got)\\s+(?:(?:an?|any)\\s+)(.+?)(?:\\s+left)?`,
  ([what], reader) => {
    const of = spoken(what, reader);
    return of === null ? null : { kind: 'read', question: { what: 'exists', of } };
  },
);

/** "What phone number is on my account?" */
const whatIsOn = form(
  `${TELL}(?:what|which)\\s+((?:e-?mail|phone|mobile|telephone|customer|account|post|postal|delivery|billing|company|first|last|full)?\\s?(?:address|number|name|language|plan|role|e-?mail|phone|currency|country|city))\\s+(?:is|are|do\\s+you\\s+have)\\s+(?:on|in|for|under|registered\\s+(?:for|on|with)|saved\\s+(?:for|in|on)|set\\s+(?:for|in|on))\\s+(?:me|my\\s+(?:account|profile|file)|the\\s+(?:account|profile))`,
  ([label = '']) => labelled(label.trim(), null),
);

const ARRIVALS = [
  'delivery date',
  'expected delivery',
  'estimated delivery',
  'arrives',
  'arrival',
  'expected',
  'delivery',
  'eta',
];

/** "When will order 1042 arrive?": the day that stands with it. */
const whenArrives = form(
  `${TELL}when\\s+(?:will|does|do|is)\\s+(.+?)\\s+(?:arrive|come|be\\s+delivered|get\\s+here|arriving|coming)`,
  ([what], reader) => {
    const of = spoken(what, reader);
    const isOne = of !== null && /[\d\p{Lu}]/u.test(of.text);
    return isOne ? labelled(ARRIVALS[0] ?? '', of, ARRIVALS.slice(1)) : null;
  },
);

/** "List the open tickets", "the names of all parts that are out of stock": one of each that is so. */
export function eachSo(label: string, state: string, noun: string, reader: Reader): Instruction | null {
  const plain = reader.phrase(noun);
  if (plain === null || plain.ordinal !== null) return null;
  return {
    kind: 'read',
    question: {
      what: 'each',
      label: label === 'people' ? 'name' : label,
      of: { ...plain, kind: null, text: `${state} ${noun}` },
    },
  };
}

const listing = firstOf(
  // "A list of all car names" is the name of each car.
  form(
    `(?:list|show|give|get|tell|read)\\s+(?:me\\s+)?(?:an?\\s+|the\\s+)?(?:list\\s+of\\s+)?(?:all\\s+(?:of\\s+)?(?:the\\s+)?|(?<=\\sthe\\s)(?=\\p{Ll}+\\s\\p{Ll}+s$))(?!the\\s)(\\p{Ll}{3,})\\s+(names?|titles?|prices?|numbers?|ids?|references?|e-?mails?|dates?)`,
    ([noun = '', label = ''], { phrase }) => {
      const of = phrase(`${noun}s`);
      return of === null ? null : { kind: 'read', question: { what: 'each', label: singular(label), of } };
    },
  ),
  form(
    `(?:list|show|give|name|tell)\\s+(?:me\\s+)?(?:all\\s+(?:of\\s+)?)?(?:the\\s+|my\\s+|our\\s+)?(${STATE})\\s+(\\p{Ll}{3,}s)`,
    ([state = '', noun = ''], reader) =>
      /^(?:items|results|products|entries|details|settings|options|rows|links|ones)$/iu.test(noun)
        ? null
        : eachSo(singular(noun), state.toLowerCase(), noun, reader),
  ),
  form(
    `${TELL}(?:the\\s+)?(names?|titles?|subjects?|numbers?|ids?)\\s+of\\s+(?:all\\s+)?(?:the\\s+|my\\s+|our\\s+)?(\\p{Ll}{3,}s)\\s+(?:that|which|who)\\s+(?:are|is)\\s+([\\p{Ll} -]+)`,
    ([label = '', noun = '', state = ''], reader) => eachSo(singular(label), state, noun, reader),
  ),
  form(
    `(?:list|show|give|name|tell)\\s+(?:me\\s+)?(?:all\\s+(?:of\\s+)?)?(?:the\\s+|my\\s+|our\\s+)?(\\p{Ll}{3,}s)\\s+(?:that|which|who)\\s+(?:are|is)\\s+(?:still\\s+|currently\\s+|now\\s+)?(?:in\\s+(?:state\\s+)?)?(\\p{Ll}[\\p{Ll}-]*)`,
    ([noun = '', state = ''], reader) => eachSo(singular(noun), singular(state), noun, reader),
  ),
  form(
    `${TELL}which\\s+(\\p{Ll}{3,}s)\\s+(?:were|have\\s+been|have)\\s+(${PARTICIPLE})`,
    ([noun = '', state = ''], reader) => eachSo(singular(noun), state, noun, reader),
  ),
);

/** "Compare: what do A and B cost?", "compare the prices of A and B": the price of each. */
const comparing = form(
  `(?:compare\\s*:?\\s+)?(?:${TELL}what\\s+(?:do|does|did|will)\\s+(.+?\\s+and\\s+.+?)\\s+cost|how\\s+much\\s+(?:are|do|is)\\s+(.+?\\s+and\\s+.+?)(?:\\s+cost)?|(?:compare\\s+|what\\s+(?:is|are)\\s+|${TELL})?the\\s+prices?\\s+of\\s+(.+?\\s+(?:and|with)\\s+.+))`,
  ([asked = '', much = '', named = ''], reader) =>
    each((asked || much || named).split(/\s*,\s*(?:and\s+)?|\s+(?:and|with)\s+/iu), (part) => {
      const of = spoken(part, reader);
      return of === null ? null : labelled('price', of);
    }),
);

/** "Which parts are in the Engine category?", "list all parts in the category Engine": filtered so, where the page can. */
function inCategory(noun: string, by: string, value: string, reader: Reader): Instruction[] | null {
  const of = reader.phrase(noun);
  const said = reader.value(value.trim());
  if (of === null || said === null || !/^[\p{Lu}\d]/u.test(said)) return null;
  return [
    { kind: 'filter', by: by.toLowerCase(), value: said, ifThere: true },
    {
      kind: 'read',
      question: {
        what: 'each',
        label: 'name',
        of: { ...of, kind: null, text: `${noun} in the ${by.toLowerCase()} ${said}` },
      },
    },
  ];
}

/** "Which is cheaper, the lamp or the torch?" */
const whichOfTwo = form(
  `${TELL}(?:which|what)(?:\\s+one)?\\s+(?:is|costs)\\s+(?:the\\s+)?${COMPARING}\\s*[,:]?\\s+(.+?)\\s+or\\s+(.+)`,
  ([by = '', one = '', other = ''], reader) => {
    const of = comparedOf(by, one, other, reader);
    return of === null ? null : labelled('name', of, ['title']);
  },
);

/** "Which customers are in Leeds?", "list the suppliers from Hull": those of which a cell says so. */
const inPlace = form(
  `(?:${TELL}(?:which|what)\\s+(?:of\\s+(?:the|my|our)\\s+)?(\\p{Ll}{3,}s|people)\\s+(?:are|is|live|sit|work)|(?:list|show|give|name|tell)\\s+(?:me\\s+)?(?:all\\s+(?:of\\s+)?)?(?:the\\s+|our\\s+|my\\s+)?(\\p{Ll}{3,}s|people))\\s+(?:who\\s+|that\\s+)?(?:live\\s+|work\\s+)?(?:located\\s+|based\\s+)?(?:in|from)\\s+(\\p{Lu}[\\p{L}'’-]*(?:\\s\\p{Lu}[\\p{L}'’-]*)*)`,
  ([asked = '', listed = '', place = ''], reader) => {
    const noun = asked || listed;
    return /^\p{Lu}/u.test(place) ? eachSo(singular(noun), place, noun, reader) : null;
  },
);

const KIND_WORDS = '(category|department|group|class|brand|section)';
const ofCategory = firstOf(
  form(
    `(?:(?:which|what)\\s+(\\p{Ll}{3,}s)\\s+(?:are|do\\s+you\\s+have)|(?:list|show|give|name|tell|get|read)\\s+(?:me\\s+)?(?:all\\s+(?:of\\s+)?)?(?:the\\s+)?(?:names\\s+of\\s+(?:all\\s+)?(?:the\\s+)?)?(\\p{Ll}{3,}s))\\s+(?:in|of|from|under)\\s+(?:the\\s+)?(?:${KIND_WORDS}\\s+(.+)|(\\p{Lu}.*?)\\s+${KIND_WORDS})`,
    ([one = '', other = '', by = '', value = '', first = '', last = ''], reader) =>
      inCategory(one || other, by || last, value || first, reader),
  ),
);

/** Questions by what is so and what is had. */
export const askingWhether = firstOf(
  whichOfTwo,
  comparing,
  ofCategory,
  inPlace,
  hasBeen,
  having,
  whatIsOn,
  whenArrives,
  listing,
);
