import type { Instruction, Phrase } from '../../clause.ts';
import { singularOf, SUPERLATIVES } from '../../nouns.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { eachSo } from './states-and-lists.ts';
import { firstOf, form, type Reader, type Rule } from '../rule.ts';

const TELL = `(?:${oneOf([...VERBS.read, ...VERBS.lookup, 'do you know', 'can you see'])}\\s+(?:me\\s+)?)?`;

function labelled(label: string, of: Phrase | null, also: readonly string[] = []): Instruction {
  return { kind: 'read', question: { what: 'labelled', label, of, also } };
}

function spoken(words: string | undefined, reader: Reader): Phrase | null {
  const phrase = reader.phrase(words);
  return phrase === null || phrase.text === '' ? null : phrase;
}

const DAYS = '(mon|tues|wednes|thurs|fri|satur|sun)days?';

/** "The opening hours on Friday" stand under that day. */
export const ofDay = form(
  `${TELL}(?:(?:what|when)\\s+(?:is|are|does|do)\\s+)?(?:the\\s+|your\\s+|their\\s+)?(.+?)\\s+(?:on|for)\\s+(?:a\\s+)?${DAYS}`,
  ([what = '', day = ''], reader) => {
    const name = `${day.charAt(0).toUpperCase()}${day.slice(1).toLowerCase()}day`;
    const isHours = /\b(?:hours|times?|open(?:ing)?|closing|close|schedule|there|in)\b/iu.test(what);
    return !isHours ||
      /^(?:is|are)\s+there\s/iu.test(what) ||
      reader.phrase(what.replace(/^(?:she|he|it|they|we|you)\s+/iu, '')) === null
      ? null
      : labelled(name, null, [`${name}s`, name.slice(0, 3)]);
  },
);

/** What is asked for by its kind, and the labels under which a page may give it. */
const KIND_OF: Readonly<Record<string, readonly string[]>> = {
  time: ['time', 'at', 'starts', 'start time', 'hour'],
  date: ['date', 'day', 'on', 'when'],
  day: ['day', 'date', 'on', 'when'],
};

/** "What time is my eye test?", "on which day was vitamin D measured?" */
const whatTime = form(
  `${TELL}(?:on\\s+|at\\s+)?(?:what|which)\\s+(time|date|day)\\s+(?:is|was|are|were|does|did|will)\\s+(?:the\\s+|my\\s+|our\\s+)?(.+?)(?:\\s+(?:start|begin|be|take\\s+place|happen|on|at|\\p{Ll}+ed))?`,
  ([kind = '', what], reader) => {
    const of = spoken(what, reader);
    const [first = kind, ...also] = KIND_OF[kind.toLowerCase()] ?? [];
    return of === null ? null : labelled(first, of, also);
  },
);

const BE =
  '(?:is|are|was|were|has\\s+been|have\\s+been)(?:\\s+(?:still|currently|now|already|marked|marked\\s+as))?';

/** What the things of a list are called: an invoice of invoices. */
function nounOf(words: string): string {
  return singularOf(words.trim().split(/\s+/u).at(-1) ?? '');
}

/** "Which invoice is overdue?": the name of that thing. */
const whichIs = form(
  `${TELL}which\\s+(?:one\\s+of\\s+)?(?:(?:of\\s+)?(?:the|my|our|these|those)\\s+)?([\\p{L} ]+?)\\s+${BE}\\s+([\\p{Ll} -]+)`,
  ([what = '', state = ''], reader) => {
    const superlative = SUPERLATIVES.get(state.replace(/^the\s+/iu, '').toLowerCase());
    const of = reader.phrase(`${state.replace(/^the\s+/iu, '')} ${nounOf(what)}`);
    if (of === null || /\b(?:it|of|best|in|on|at|by|for|to|there|that)\b/iu.test(`${what} ${state}`))
      return null;
    return superlative === undefined && /\s/u.test(state.trim())
      ? null
      : labelled('name', of, [nounOf(what), 'title']);
  },
);

/** "Which of my visits was the most expensive?" */
const whichOf = form(
  `${TELL}which\\s+(?:one\\s+)?of\\s+(?:the|my|our|these|those)\\s+([\\p{L} ]+?)\\s+${BE}\\s+(?:the\\s+)?(${oneOf([...SUPERLATIVES.keys()])})`,
  ([what = '', superlative = ''], reader) => {
    const of = reader.phrase(`${superlative} ${nounOf(what)}`);
    return of === null ? null : labelled('name', of, [nounOf(what), 'title']);
  },
);

/** "Which doctor speaks German?": the one thing of which the page says so. */
const whichDoes = form(
  `${TELL}(?:which|who|what)\\s+(?:of\\s+them\\s+|(?!is|are|was|were)(\\p{Ll}+)\\s+)?(speaks?|offers?|has|have|contains?|includes?|sells?|teaches|covers?|works?\\s+in|lives?\\s+in|sits?\\s+in|costs?|weighs?|comes\\s+from|belongs?\\s+to)\\s+(?:the\\s+|an?\\s+)?([\\p{Lu}\\d£$€].*)`,
  ([what = 'one', verb = '', value = ''], reader) => {
    // "Which doctors speak German?" asks for all of them.
    if (/[^s]s$|^people$/u.test(what) && !/^\p{L}+s(?:\s|$)/u.test(verb))
      return eachSo(singularOf(what), value, what, reader);
    const of = reader.phrase(value);
    return of === null || of.text === '' || !/^[\p{Lu}\d£$€]/u.test(value)
      ? null
      : labelled('name', of, [nounOf(what), 'title']);
  },
);

/** "How do I take Loratadine?": what it says under "Take". */
const howTo = form(
  `${TELL}how\\s+(?:do|should|must|can)\\s+(?:I|we|you)\\s+(\\p{Ll}+)\\s+(.+)`,
  ([verb = '', what], reader) => {
    const of = spoken(what, reader);
    const stem = verb.replace(/e$/u, '');
    return of === null ? null : labelled(verb, of, [`how to ${verb}`, `${stem}ing`, `${verb} it`]);
  },
);

/** "How many repeats of Metformin are left?" */
const howManyOf = form(
  `${TELL}how\\s+many\\s+([\\p{L} ]+?)\\s+(?:of|for|does|do|has|have)\\s+(?:the\\s+|my\\s+)?(.+?)(?:\\s+(?:do|have)\\s+(?:I|we)(?:\\s+still)?)?\\s+(?:(?:are|is)\\s+)?(left|remaining|available|in\\s+stock|have|has)(?:\\s+left)?`,
  ([what = '', item, state = ''], reader) => {
    const of = spoken(item, reader);
    const thing = what.trim();
    if (of === null || /^(?:we|you|they|it|i|there)$/iu.test(of.text) || spoken(thing, reader) === null)
      return null;
    const names = [thing, `remaining ${thing}`, `${thing} remaining`];
    if (!/^ha/iu.test(state)) return labelled(`${thing} ${state}`, of, names);
    const things = /^\p{Lu}/u.test(of.text) ? reader.phrase(`${thing} from ${item}`) : null;
    const question = { what: 'labelled', label: `${thing} left`, of, also: names } as const;
    return { kind: 'read', question: things === null ? question : { ...question, things } };
  },
);

/** "How many repeats are left for Loratadine?" */
const howManyLeft = form(
  `${TELL}how\\s+many\\s+([\\p{L} ]+?)\\s+(?:are|is)\\s+(left|remaining|available)\\s+(?:for|of|in)\\s+(?:the\\s+|my\\s+)?(.+)`,
  ([what = '', state = '', item], reader) => {
    const of = spoken(item, reader);
    return of === null || spoken(what, reader) === null
      ? null
      : labelled(`${what} ${state}`, of, [what, `remaining ${what}`, `${what} remaining`]);
  },
);

/** "What did the blood test cost?" */
const whatDid = form(
  `${TELL}(?:what|how\\s+much)\\s+(?:did|does|do|will)\\s+(?:the\\s+|my\\s+)?(.+?)\\s+(cost|weigh|say|write|show|contain|include)(?:\\s+in\\s+(?:his|her|their|its|the)\\s+\\p{Ll}+)?`,
  ([what, verb = ''], reader) => {
    const of = spoken(what, reader);
    if (of === null) return null;
    if (/^(?:say|write)$/iu.test(verb))
      return labelled('message', of, ['text', 'content', 'body', 'says', 'review', 'comment']);
    if (/^weigh$/iu.test(verb)) return labelled('weight', of, ['weighs']);
    return /^cost$/iu.test(verb)
      ? labelled('price', of, ['cost', 'amount'])
      : labelled(verb, of, [`${verb}s`]);
  },
);

/** "What does it say under Where?": what that one has in the column of that name. */
const whatUnder = form(
  `${TELL}what(?:\\s+does\\s+it\\s+(?:say|show|read)|\\s+is(?:\\s+(?:written|shown|there))?|['’]s(?:\\s+(?:written|shown))?|\\s+stands)\\s+(?:under|below|in\\s+the\\s+column)\\s+(?:the\\s+(?:heading|header|label)\\s+)?(.+?)(?:\\s+(?:column|heading))?`,
  ([label], { topic, masked }) => {
    const name = masked.meant(label ?? '').trim();
    return topic === null || name === '' || /\s(?:of|for)\s/iu.test(name) ? null : labelled(name, topic);
  },
);

/** "How much credit is on my card?" */
const howMuchOn = form(
  `${TELL}how\\s+much\\s+([\\p{L} ]+?)\\s+(?:is|are)\\s+(?:there\\s+)?(?:still\\s+)?(?:left\\s+)?(?:on|in|at)\\s+(?:the\\s+|my\\s+|our\\s+)?(.+)`,
  ([what = '', where], reader) => {
    const of = spoken(where, reader);
    return of === null || spoken(what, reader) === null
      ? null
      : labelled(`${what} on ${of.text}`, null, [`${of.text} ${what}`, what]);
  },
);

/** "What is the credit on my card?" */
const whatOn = form(
  `${TELL}(?:what\\s+is|what['’]s|whats)\\s+(?:the|my|our)\\s+([\\p{Ll} ]+?)\\s+(?:on|in)\\s+(?:the|my|our)\\s+(?!page|site|screen|list|table|row|first|last|next)([\\p{Ll} ]+)`,
  ([what = '', where], reader) => {
    const of = spoken(where, reader);
    return of === null || spoken(what, reader) === null
      ? null
      : labelled(`${what} on ${of.text}`, null, [`${of.text} ${what}`, `${what} in ${of.text}`]);
  },
);

/** "… how many pages the house rules have" */
const howManyThat = form(
  `${TELL}how\\s+many\\s+(?!.*\\s(?:does|do|did|are|is|of|for|in|on)\\s)([\\p{L} ]+?)\\s+(?:(?:the|my|our)\\s+|(?=\\p{Ll}+\\s+#?[\\p{Lu}-]*\\d))(.+?)\\s+(?:has|have)`,
  ([what = '', item], reader) => {
    const of = spoken(item, reader);
    return of === null || spoken(what, reader) === null ? null : labelled(what, of, [`number of ${what}`]);
  },
);

const PEOPLE = 'people|persons|guests|visitors|adults|participants|attendees|passengers';

/** "How many guests does the Family Room hold?", "how many people fit in the hall?" */
const capacity = firstOf(
  ...[
    `${TELL}how\\s+many\\s+(${PEOPLE})\\s+(?:does|do|can|will)\\s+(.+?)\\s+(?:hold|fit|sleep|take|seat|accommodate|have\\s+room\\s+for)`,
    `${TELL}how\\s+many\\s+(${PEOPLE})\\s+(?:can\\s+|will\\s+)?(?:fit|stay|sleep|sit|go|get)(?:\\s+in(?:to|side)?)\\s+(.+)`,
  ].map((source) =>
    form(source, ([noun = '', what], reader) => {
      const of = spoken(what, reader);
      return of === null
        ? null
        : labelled('capacity', of, ['seats', noun, ...PEOPLE.split('|').slice(0, 3), 'sleeps', 'places']);
    }),
  ),
);

/** "On which shelf is the paper tray?" */
const onWhich = form(
  `${TELL}(?:on|in|at|from|under|by|with|to)\\s+(?:which|what)\\s+(?!time\\b|da(?:y|te)\\b)(\\p{Ll}+(?:\\s\\p{Ll}+)?)\\s+(?:is|are|was|were|does|do|did|can|will)\\s+(?:the\\s+|my\\s+|our\\s+)?(.+?)(?:\\s+(?:stand|lie|sit|live|hang|kept|stored|located|found|\\p{Ll}+ed))?`,
  ([label = '', what], reader) => {
    const of = spoken(what, reader);
    return of === null || /^(?:I|we|you|it|they|he|she)\b/iu.test(what ?? '') ? null : labelled(label, of);
  },
);

/** "How much was my most expensive order?" */
const howMuchWas = form(
  `${TELL}how\\s+much\\s+(?:is|was|are|were|did)\\s+(?:the|my|our)\\s+(.+?)(?:\\s+cost)?`,
  ([what], reader) => {
    const of = reader.phrase(what);
    return of?.superlative === undefined ? null : labelled('price', of, ['amount', 'total', 'cost', 'sum']);
  },
);

/** "What kind of heating does it have?" */
const whatItHas = form(
  `${TELL}(?:what|which)\\s+(?:(?:kind|type|sort|form)\\s+of\\s+)?([\\p{L} ]+?)\\s+(?:does|has|is)\\s+(?:it|this(?:\\s+\\p{Ll}+)?)(?:\\s+(?:have|use|need|come\\s+with|got))?`,
  ([label]) =>
    label === undefined || /\b(?:time|day|date|one)$/iu.test(label) ? null : labelled(label, null),
);

/** "What dose of Amoxil do I have?" */
const whatOf = form(
  `${TELL}what\\s+([\\p{L} ]+?)\\s+of\\s+(.+?)\\s+(?:do|did|have|should)\\s+(?:I|we)\\s+(?:have|get|take|use|own|need)`,
  ([label = '', what], reader) => {
    const of = spoken(what, reader);
    return of === null ? null : labelled(label, of);
  },
);

/** "Under past visits, …": the tab or section of that name is opened first. */
export function inSection(rules: Rule): Rule {
  return form(
    `(?:under|in|on)\\s+(?:the\\s+|my\\s+)?([\\p{L} ]+?)(\\s+(?:tab|section|panel))?\\s*(,|:|(?<=(?:tab|section|panel)))\\s*(.+)`,
    ([name = '', kind = '', , rest = ''], reader) => {
      const target = reader.phrase(`${name}${kind}`);
      const then = target === null || target.text === '' ? null : rules(rest, reader);
      return target === null || then === null
        ? null
        : [{ kind: 'expand', target: { ...target, kind: target.kind ?? 'tab' } }, ...then];
    },
  );
}

/** "In My account" before what is done there. */
export const inPlace = form(
  `(?:under|in|on|within)\\s+(?:the\\s+)?([\\p{L}][\\p{L} ]{2,30}?)(?:\\s+(?:page|area|section|tab))?`,
  ([name = ''], reader) => {
    const target = reader.phrase(name);
    return target === null || target.text === ''
      ? null
      : { kind: 'expand', target: { ...target, kind: 'tab' } };
  },
);

/** "In Settings, under Notifications": one in the other. */
export const inPlaces: Rule = (clause, reader) => {
  const parts = clause.split(/\s*,\s*/u);
  const all = parts.map((part) => inPlace(part, reader));
  return parts.length > 1 && all.every((one) => one !== null) ? all.flat() : null;
};

/** Further questions by how people put them. */
export const askingFurther = firstOf(
  whatTime,
  whichOf,
  whichIs,
  whichDoes,
  howTo,
  whatUnder,
  capacity,
  onWhich,
  howMuchWas,
  whatItHas,
  howMuchOn,
  whatOn,
  howManyThat,
  howManyOf,
  howManyLeft,
  whatDid,
  whatOf,
);
