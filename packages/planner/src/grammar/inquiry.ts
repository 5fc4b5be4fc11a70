import type { Question } from './clause.ts';
import { tellingWords } from '../words/senses.ts';
import { oneOf, VERBS } from '../words/vocabulary.ts';

/** What kind of answer a question wants. */
export type Wanted =
  | 'who'
  | 'when'
  | 'time'
  | 'where'
  | 'amount'
  | 'number'
  | 'size'
  | 'phone'
  | 'whether'
  | 'what';

/** A question, by the words that a page must say around its answer. */
export interface Inquiry {
  readonly wanted: Wanted;
  readonly words: readonly string[];
  /** "2 days": a number that says something else without its unit. */
  readonly amounts: readonly string[];
}

const AMOUNT = /\b\d+\s(?:day|night|week|month|year|hour|minute|people|person|adult|child|guest)\p{L}*/giu;

function amountsIn(said: string): string[] {
  return said.match(AMOUNT) ?? [];
}

const TELL = new RegExp(
  `^(?:(?:${oneOf([...VERBS.read, ...VERBS.lookup, 'do you know', 'can you see', 'can you tell me'])})\\s+(?:me\\s+|us\\s+|out\\s+)?)+`,
  'iu',
);
/** Words that would turn the answer round. */
const NEGATIVE =
  /\b(?:not|no|never|without|except|besides|other\s+than|why|should|best|better|worth|think|opinion|recommend|suggest|whatever|mean|difference|used?\s+to\s+(?:be|cost)|previously|formerly)\b|n['’]t\b/iu;

const FORMS: readonly (readonly [Wanted, RegExp])[] = [
  ['who', /^(?:with|to|for|by|from|at)?\s*who(?:m|se)?\b(?!\s+(?:am|are)\s+(?:i|we|you)\b)/iu],
  ['time', /^(?:at\s+|by\s+|from\s+|until\s+)?what\s+time\b|^how\s+(?:early|late)\b/iu],
  [
    'when',
    /^(?:(?:until|since|from|by|till|up\s+to)\s+)?(?:when\b|(?:on\s+)?(?:what|which)\s+(?:day|date)\b)/iu,
  ],
  ['where', /^where\b/iu],
  ['number', /^how\s+many\b/iu],
  [
    'amount',
    /^(?:(?:from|above|over|up\s+to)\s+)?how\s+much\b|^what\s+(?=(?:do|does|did|will|would)\s+.+\s(?:cost|pay|charge)\b)/iu,
  ],
  ['size', /^how\s+(?=(?:old|long|far|big|high|tall|deep|wide|heavy|fast|large|often)\b)/iu],
  ['whether', /^(?:is|are|was|were|does|did|has|have|can|may|do\s+(?:I|we|you|they))\b/iu],
  ['phone', /^(?:(?:on|under|at)\s+)?(?:what|which)\s+number\s+(?=.*\b(?:call|ring|dial|phone)\b)/iu],
  ['what', /^(?:(?:in|on|at|for|to|with|under|from)\s+)?(?:what|which)\b/iu],
];

const HOLDS = /^(?:fits?|holds?|seats?|sleeps?|accommodates?|takes?)$/u;

/** Words that say once more what kind of answer is wanted. */
const IMPLIED: Readonly<Partial<Record<Wanted, (word: string, all: readonly string[]) => boolean>>> = {
  phone: (word) => /^(?:call|ring|dial|phone)$/u.test(word),
  // "How many people fit in the hall?" asks for its seats.
  number: (word, all) =>
    /^(?:people|persons?|guests?|visitors?|adults)$/u.test(word) && all.some((own) => HOLDS.test(own)),
};

/** The question that a clause asks, or null when it is none, or one that needs more than a look at the page. */
export function inquiryOf(clause: string): Inquiry | null {
  if (NEGATIVE.test(clause)) return null;
  const isTold = TELL.test(clause);
  const said = clause.replace(TELL, '').replace(/^(?:if|whether)\s+/iu, isTold ? 'is ' : '$&');
  const [wanted, form] = FORMS.find(([, pattern]) => pattern.test(said)) ?? [];
  if (wanted === undefined || form === undefined) return null;
  const all = tellingWords(said.replace(form, ' '));
  const words = all.filter((word) => !(IMPLIED[wanted]?.(word, all) ?? false));
  const isTelling = words.some((word) => /\p{L}{2}|\p{L}.*\d|\d.*\p{L}/u.test(word));
  return !isTelling || words.length > 12 ? null : { wanted, words, amounts: amountsIn(said) };
}

const BY_LABEL: readonly (readonly [Wanted, RegExp])[] = [
  ['amount', /^(?:price|cost|total|amount|fee)$/iu],
  ['number', /^number\s+of\s/iu],
];

/** The same question in the words that its clause was read as, or in those of the clause where it asks for nothing else. */
export function inquiryBehind(question: Question, said: string): Inquiry | null {
  const asked = /,|\sand\s/iu.test(said) ? null : inquiryOf(said);
  if (asked !== null || question.what !== 'labelled') return asked;
  const { label, of, asks } = question;
  if (of !== null && (of.ordinal !== null || of.superlative !== undefined || of.within !== null)) return null;
  const words = tellingWords(`${label} ${of?.text ?? ''}`);
  const wanted = asks ?? BY_LABEL.find(([, pattern]) => pattern.test(label))?.[0] ?? 'what';
  return words.length === 0 || NEGATIVE.test(said) ? null : { wanted, words, amounts: amountsIn(said) };
}
