import type { Instruction, Phrase } from '../clause.ts';
import { LITERAL } from '../literals.ts';
import { ORDINALS } from '../nouns.ts';
import { ACTS, COMMANDS, NOUN_COMMANDS, oneOf } from '../vocabulary.ts';
import { pairedAll } from './entering.ts';
import { controlOfChosen, firstOf, form, type Reader, type Rule } from './rule.ts';

function plain(text: string): Phrase {
  return { text, kind: null, ordinal: null, within: null };
}

function called(names: readonly string[], kind: Phrase['kind'] = null): Phrase {
  const [first = '', ...others] = names.map((text): Phrase => ({ ...plain(text), kind }));
  return typeof first === 'string' ? plain('') : { ...first, apart: others };
}

const VERB = oneOf([
  ...COMMANDS,
  ...NOUN_COMMANDS,
  ...ACTS,
  'use',
  'enter',
  'submit',
  'give',
  'add',
  'post',
  'write',
]);
const VALUE = `${LITERAL}|\\S+@\\S+|[\\p{Lu}\\d][^,:]*`;
const NOUN = '\\p{L}[\\p{L}-]*(?:\\s\\p{L}[\\p{L}-]*){0,2}?';

function isNoun(text: string): boolean {
  return (
    /^[\p{Ll}\s-]+$/u.test(text) &&
    !/\s(?:of|for|with|in|on|at|to|from|by|as)(?:\s|$)|^(?:the|me|us|it|them|all|both|as|to|next|this|last|another)(?:\s|$)/u.test(
      ` ${text}`.trimStart(),
    )
  );
}

function isValue(text: string): boolean {
  return /^[\p{Lu}\d\uE000]/u.test(text) || /^\S+@\S+$/u.test(text);
}

const SENT: readonly { pattern: RegExp; groups: (match: RegExpExecArray) => [string, string, string] }[] = [
  // "Use the referral code RX-20", "register the visitor Ida Holm"
  {
    pattern: new RegExp(
      `^((?i:${VERB}))\\s+(?:the\\s+|my\\s+|an?\\s+|our\\s+|this\\s+)?(${NOUN})(?:\\s*:|\\s+(?:called|named|saying|with\\s+the\\s+text))?\\s+(${VALUE})$`,
      'su',
    ),
    groups: ([, verb = '', noun = '', value = '']) => [verb, noun, value],
  },
  // "Order a permit for number plate LD21 KXB"
  {
    pattern: new RegExp(
      `^((?i:${VERB}))\\s+(?:the\\s+|my\\s+|an?\\s+)?[\\p{L} -]+?\\s+(?:for|with|using|by)\\s+(?:the\\s+|my\\s+)?(${NOUN})\\s+(${VALUE})$`,
      'su',
    ),
    groups: ([, verb = '', noun = '', value = '']) => [verb, noun, value],
  },
  // "Send a copy to mum@home.test"
  {
    pattern: new RegExp(
      `^((?i:${VERB}))\\s+(?:the\\s+|my\\s+|an?\\s+)?(${NOUN}\\s+to)\\s+(\\S+@\\S+)$`,
      'su',
    ),
    groups: ([, verb = '', noun = '', value = '']) => [verb, noun.replace(/\s+to$/iu, ''), value],
  },
  // "Donate 15"
  {
    pattern: new RegExp(`^((?i:${VERB}))\\s+(${LITERAL}|[$€£]?\\d[\\d.,]*)$`, 'su'),
    groups: ([, verb = '', value = '']) => [verb, '', value],
  },
];

/** What a value may be for: a field of that noun in the form that the verb sends. */
function sending(clause: string, reader: Reader): Instruction | null {
  for (const { pattern, groups } of SENT) {
    const match = pattern.exec(clause);
    if (match === null) continue;
    const [verb, noun, said] = groups(match);
    const value = reader.value(said);
    if (value === null || !isValue(said) || (noun !== '' && !isNoun(noun))) continue;
    return { kind: 'send', verb: verb.toLowerCase(), noun: noun.toLowerCase(), value };
  }
  return null;
}

/** "Register the visitor Ida Holm" may be a button of that visitor, or a name to be written and sent. */
function sentOrPressed(rules: Rule): Rule {
  return (clause, reader) => {
    const send = sending(clause, reader);
    if (send === null) return null;
    const base = rules(clause, reader);
    if (base === null) return [send];
    const [only] = base;
    return base.length === 1 && only?.kind === 'click' && only.target.every === undefined
      ? [{ kind: 'either', ways: [[only], [send]] }]
      : null;
  };
}

/** "Change my pharmacy to …": in a form of its own, in a field, or in one that an edit control brings up. */
const changing = form(
  `(change|edit|update|rename|correct|replace)\\s+(?:the\\s+|my\\s+|our\\s+)?(${NOUN})(?:\\s+(?:to|with|as)|\\s*:)\\s+(.+)`,
  ([verb = '', noun = '', words], reader) => {
    const value = reader.value(words);
    if (value === null || !isNoun(noun) || /,/u.test(words ?? '')) return null;
    const target = plain(noun);
    const names = ['Edit', 'Change', 'Update', 'Rename'].map((first) => `${first} ${noun}`);
    return {
      kind: 'either',
      ways: [
        [{ kind: 'send', verb: verb.toLowerCase(), noun, value }],
        [{ kind: 'set', target, value }, { kind: 'save' }],
        [
          { kind: 'click', target: called(names, 'control') },
          { kind: 'fill', target, value },
          { kind: 'press', key: 'Enter' },
        ],
      ],
    };
  },
);

const DAY =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\\s+)?(?:the\\s+)?(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?\\p{L}{3,9}\\s+\\d{4}|\\p{L}{3,9}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{4})';
const CLOCK = "\\d{1,2}(?:[:.]\\d{2})?\\s*(?:[ap]\\.?m\\.?|o['’]clock)?";

const DAYS = called(['date', 'day', 'when', 'new date', 'start date']);

/** "Reschedule the flu jab to 20 January 2027": a control of it leads to where the day is asked for. */
const rescheduling = form(
  `(reschedule|move|postpone|shift|bring\\s+forward|push\\s+back|rebook|delay|defer)\\s+(.+?)\\s+(?:to|until|for)\\s+(${DAY})`,
  ([verb = '', what, day], reader) => {
    const within = reader.phrase(what);
    const value = reader.value(day);
    if (within === null || value === null) return null;
    const names = [
      ...new Set([verb.toLowerCase(), 'reschedule', 'move', 'change date', 'postpone', 'change', 'edit']),
    ];
    const target: Phrase = { ...plain(verb), kind: 'control', within };
    return [
      { kind: 'click', target: { ...target, apart: names.map((text) => ({ ...target, text })) } },
      { kind: 'set', target: DAYS, value },
      { kind: 'submit' },
    ];
  },
);

/** "Book a table with Ana on 7 December 2026 at 10:00": each goes where the page asks for it. */
const bookingAt = form(
  `(?:(book|reserve|schedule|arrange|make|request)\\s+(?:an?\\s+|the\\s+|my\\s+)?|an?\\s+)([\\p{L} -]+?)(?:\\s+(?:with|for)\\s+((?!\\d)(?:(?!\\s(?:on|at)\\s).)+?))?(?:\\s+for\\s+(\\d{1,3})\\s+(people|persons|guests|adults|nights|seats))?(?:\\s+(?:on|for)\\s+(${DAY}))(?:,?\\s+(?:at\\s+)?(${CLOCK}))?`,
  ([said = '', what = '', whom = '', count = '', counted = '', day, clock = ''], reader) => {
    const date = reader.value(day);
    const person = whom === '' ? null : reader.phrase(whom);
    if (date === null || (whom !== '' && person === null)) return null;
    const verb = said || 'book';
    const opener = called([`${verb} ${what}`, `${verb} an ${what}`, `New ${what}`, `Add ${what}`], 'control');
    const time = clock.trim();
    return [
      { kind: 'form', field: DAYS, opener },
      ...(person === null ? [] : [{ kind: 'choose' as const, target: person }]),
      ...(count === ''
        ? []
        : [{ kind: 'set' as const, target: called([counted, 'guests', 'people']), value: count }]),
      { kind: 'set', target: DAYS, value: date },
      ...(time === ''
        ? []
        : [
            {
              kind: 'either' as const,
              ways: [
                [{ kind: 'choose' as const, target: { ...plain(time), quoted: true as const } }],
                [{ kind: 'set' as const, target: called(['time', 'start time']), value: time }],
              ],
            },
          ]),
      { kind: 'submit' },
    ];
  },
);

const COUNTS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  '2': 2,
  '3': 3,
  '4': 4,
  '5': 5,
};
const nthWord = new Map(
  [...ORDINALS].flatMap(([word, at]) => (typeof at === 'number' && word !== 'top' ? [[at, word]] : [])),
);
const FIRST_SEVERAL =
  /\b(?:the\s+)?first\s+(two|three|four|five|[2-5])\s+(\p{L}+?)(?:(?<=x|ch|sh|ss)es|s)\b/iu;

/** "The first two orders" are the first order and the second. */
function firstSeveral(rules: Rule): Rule {
  return (clause, reader) => {
    const [whole, number = '', noun = ''] = FIRST_SEVERAL.exec(clause) ?? [];
    if (whole === undefined) return null;
    const all: Instruction[] = [];
    for (let at = 1; at <= (COUNTS[number.toLowerCase()] ?? 0); at += 1) {
      const one = rules(clause.replace(whole, `the ${nthWord.get(at) ?? at} ${noun}`), reader);
      if (one === null || one.some(({ kind }) => kind === 'read')) return null;
      all.push(...one);
    }
    return all.length > 0 ? all : null;
  };
}

/** "Tick all invoices": the box that ticks them all. */
const tickingAll = form(
  `(tick|select|check|mark|untick|unselect|deselect)\\s+(?:all|every)\\s+(?:of\\s+)?(?:the\\s+|my\\s+)?(?!check|tick|box|option|field|switch)([\\p{L}]+)`,
  ([verb = '', noun = '']) => ({
    kind: /^(?:un|de)/iu.test(verb) ? 'uncheck' : 'check',
    target: called(['Select all', `Select all ${noun}`, `All ${noun}`, 'All', 'Tick all', 'Check all']),
  }),
);

/** "Add "Drink tea" as a new habit": where new ones are written. */
const addingTo = form(
  `(add|put|write|note)\\s+(${LITERAL}|(?-i:[\\p{Lu}\\d]).+?)\\s+(?:as\\s+an?\\s+(?:new\\s+)?|to\\s+(?:the|my)\\s+(?:list\\s+of\\s+)?)([\\p{L} -]+?)(?:\\s+list)?`,
  ([, text, noun = ''], reader) => {
    const value = reader.value(text);
    if (value === null || /\b(?:cart|basket|bag|wish\\s?list|favou?rites)\b/iu.test(noun)) return null;
    const one = noun.replace(/(?<=\p{L}{2})s$/u, '');
    const names = [`new ${one}`, `add ${one}`, one, `${one} name`, `add a ${one}`, 'name', 'title'];
    return [{ kind: 'fill', target: called(names), value }, { kind: 'submit' }];
  },
);

/** "Make the text large": the choice of that name for it. */
const makingSo = form(
  `make\\s+(?:the|my)\\s+([\\p{L} ]+?)\\s+(?:be\\s+)?((?-i:\\p{Ll}+))`,
  ([what = '', so = '']) => ({
    kind: 'choose',
    target: plain(`${so} ${what}`),
  }),
);

/** "Confirm with Book appointment": that control. */
const confirmingWith = form(
  `(?:confirm|finish|complete|submit|save|send|end)(?:\\s+(?:it|this|that|the\\s+\\p{L}+))?\\s+(?:with|by\\s+(?:pressing|clicking|tapping)(?:\\s+on)?)\\s+(.+)`,
  ([what], reader) => {
    const target = reader.phrase(what);
    return target === null || target.text === '' || /^(?:ok|okay|yes)$/iu.test(target.text)
      ? null
      : { kind: 'click', target };
  },
);

/** "Print the selected ones": the control for what was ticked. */
const ofSelected = form(
  `(\\p{L}+)\\s+(?:all\\s+)?(?:the\\s+)?(?:selected|ticked|checked|marked)\\s+(?:ones?|\\p{L}+s)`,
  ([verb = ''], reader) => (reader.hasChosen ? controlOfChosen(verb, '') : null),
);

const STATES = 'done|complete|completed|finished|ticked|checked|bought|packed|read|seen|solved|closed';

/** "Mark the first task as done" is its button, or the box that stands in its entry. */
const markingDone = form(
  `(?:mark|set|flag|tick)(?:\\s+off)?\\s+(?:the\\s+|my\\s+)?(.+?)\\s+(?:as|to)\\s+(${STATES})`,
  ([what, state = ''], reader) => {
    const within = reader.phrase(what);
    if (within === null || (within.text === '' && within.ordinal === null)) return null;
    const press: Phrase = { ...plain(`Mark as ${state}`), kind: 'control', within };
    const names = [`Mark ${state}`, state].map((text): Phrase => ({ ...press, text }));
    return {
      kind: 'either',
      ways: [
        [{ kind: 'click', target: { ...press, apart: names } }],
        [{ kind: 'check', target: { ...plain(''), kind: 'checkbox', within } }],
      ],
    };
  },
);

/** "Take Ida off the list", "remove Ida from the list": the control of that entry. */
const removingFrom = form(
  `(?:remove|delete|take|strike|drop|cross)\\s+(.+?)\\s+(?:from|off)\\s+(?:the|my|our|this)\\s+(?!.*(?:cart|basket|bag)$)(?:[\\p{L} -]+)`,
  ([what], reader) => {
    const within = reader.phrase(what);
    if (within === null || within.text === '') return null;
    const names = ['Remove', 'Delete', '×', 'x', 'Take off'];
    const targets = [
      ...names.map((text): Phrase => ({ ...plain(text), kind: 'control', within })),
      ...['Remove', 'Delete'].map((text): Phrase => ({
        ...plain(`${text} ${within.text}`),
        kind: 'control',
      })),
    ];
    const [first = plain('Remove'), ...others] = targets;
    return { kind: 'click', target: { ...first, apart: others } };
  },
);

/** "Write a message to Billing, subject …": where messages are written, to that person of a list. */
const writingMessage = form(
  `(?:write|send|compose|draft)\\s+(?:an?\\s+)?((?:urgent|private|important|confidential)\\s+)?(message|e-?mail|mail|note)\\s+to\\s+(?:the\\s+)?([\\p{L}. -]+?)\\s*(?:,|:|\\bwith\\b)\\s*(?:the\\s+)?(.+)`,
  ([mark = '', noun = '', whom = '', fields = ''], reader) => {
    const filled = pairedAll(fields.replaceAll(/\bthe\s+(?=text|subject|message|title)/giu, ''), reader);
    const value = reader.value(whom);
    const [first] = filled ?? [];
    if (filled === null || value === null || first?.kind !== 'fill' || first.target === null) return null;
    const words = [
      'Write a message',
      'New message',
      'Compose',
      'Write',
      `New ${noun}`,
      `Send a ${noun}`,
      'Contact us',
    ];
    return [
      { kind: 'form', field: first.target, opener: called(words, 'control') },
      { kind: 'set', target: called(['to', 'recipient', 'send to', 'department']), value },
      ...filled.map((each) => inMessage(each)),
      ...(mark === '' ? [] : [{ kind: 'check' as const, target: plain(mark.trim()) }]),
      { kind: 'submit' },
    ];
  },
);

/** "With the text …" is the message. */
function inMessage(filled: Instruction): Instruction {
  if (
    filled.kind !== 'fill' ||
    filled.target === null ||
    !/^(?:text|body|content|words)$/iu.test(filled.target.text)
  )
    return filled;
  return { ...filled, target: called([filled.target.text, 'message', 'body', 'your message']) };
}

/** "Answer "I will call you"": where an answer is written. */
const asking = form(
  `(?:ask|answer|say|comment)\\s+(${LITERAL})(?:\\s+(?:in|into|under|to)\\s+(?:the\\s+)?(.+?)(?:\\s+(?:box|field))?)?`,
  ([text, where = ''], reader) => {
    const value = reader.value(text);
    if (value === null) return null;
    const names = ['answer', 'reply', 'question', 'comment', 'message'];
    const fill: Instruction = {
      kind: 'fill',
      target: called(where === '' ? names : [where, `your ${where}`]),
      value,
    };
    return where === '' ? [fill, { kind: 'submit' }] : [fill];
  },
);

/** "Follow Nurse Kaya" is her button "Follow", where she has one, and not the link of her name. */
const following = form(`(follow)\\s+(?!.*\\b(?:link|button)\\b)(.+)`, ([verb = '', what], reader) => {
  const target = reader.phrase(what);
  if (target === null || target.text === '') return null;
  return {
    kind: 'either',
    ways: [
      [{ kind: 'click', target: { ...plain(verb), kind: 'control', within: { ...target, kind: null } } }],
      [{ kind: 'click', target }],
    ],
  };
});

/** Sentences whose meaning the page decides: which of its forms and controls they are about. */
export function onPage(rules: Rule): Rule {
  return firstOf(
    firstSeveral(firstOf(markingDone, rules)),
    tickingAll,
    following,
    markingDone,
    removingFrom,
    confirmingWith,
    ofSelected,
    addingTo,
    makingSo,
    writingMessage,
    rescheduling,
    bookingAt,
    changing,
    sentOrPressed(rules),
    asking,
  );
}

/** "Doctor Ana Obi, day 9 December 2026, video call": fields with their values, without a verb. */
export const bareFields: Rule = (clause, reader) => {
  const parts = clause.split(/\s*[,;]\s*(?:and\s+)?/u);
  const read = parts.map((part) => pairedAll(part, reader));
  const pairs = read.filter((one) => one !== null);
  if (pairs.length < 2 || parts.length - pairs.length > 1) return null;
  const all: Instruction[] = [];
  for (const [at, pair] of read.entries()) {
    const target = pair === null ? reader.phrase(parts[at]) : null;
    if (pair === null && (target === null || /\s\S+\s\S+\s/u.test(parts[at] ?? ''))) return null;
    all.push(...(pair ?? (target === null ? [] : [{ kind: 'choose' as const, target }])));
  }
  return all;
};

/** "Put the daily steps at 12000", "switch the text size to small"; "under Notifications" opens that section. */
export const settingFurther = firstOf(
  form(`(?:switch|put|turn|bring)\\s+(?:the|my)\\s+(.+?)\\s+(?:to|at)\\s+(.+)`, ([what, words], reader) => {
    const target = reader.phrase(what);
    const value = reader.value(words);
    return target === null || target.text === '' || value === null ? null : { kind: 'set', target, value };
  }),
  form(`under\\s+(?:the\\s+)?([\\p{L} -]+?)(?:\\s+(?:section|tab|heading|panel))?`, ([name], reader) => {
    const target = reader.phrase(name);
    return target === null || target.text === '' ? null : { kind: 'expand', target };
  }),
);
