import { COUNT, countOf } from '../../../words/counts.ts';
import type { Instruction, Phrase } from '../../clause.ts';
import { paired, pairedAll } from '../forms/paired-fields.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { called, plain } from '../named-phrases.ts';
import { each, enumerated, firstOf, form, type Rule } from '../rule.ts';

export const DAY =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\\s+)?(?:the\\s+)?(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?\\p{L}{3,9}\\s+\\d{4}|\\p{L}{3,9}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{4})';
export const CLOCK = "\\d{1,2}(?:[:.]\\d{2})?\\s*(?:[ap]\\.?m\\.?|o['’]clock)?";

const STARTS = called(['start time', 'start', 'from', 'begin', 'begins']);
const DAYS = called(['date', 'day', 'when', 'new date', 'start date']);

/** A time that is one without a day before it. */
const TIME = "\\d{1,2}(?:[:.]\\d{2}(?:\\s*[ap]\\.?m\\.?)?|\\s*(?:[ap]\\.?m\\.?|o['’]clock))";

/** The time of a form: one of those that are offered, or one that is written. */
function atTime(time: string): Extract<Instruction, { kind: 'either' }> {
  return {
    kind: 'either',
    ways: [
      [{ kind: 'choose', target: { ...plain(time), quoted: true } }],
      [{ kind: 'set', target: called(['time', 'start time', 'start', 'from']), value: time }],
    ],
  };
}

/** Of a form that asks for two times, the first. */
function fromTime(time: string): Instruction {
  const { ways, ...rest } = atTime(time);
  return { ...rest, ways: [[{ kind: 'set', target: STARTS, value: time }], ...ways] };
}

/** "Reschedule the flu jab to 20 January 2027 at 3 pm": a control of it leads to where day and time are asked for. */
const rescheduling = form(
  `(reschedule|move|postpone|shift|bring\\s+forward|push\\s+back|rebook|delay|defer)\\s+(.+?)\\s+(?:to|until|for)\\s+(?:(${DAY})(?:,?\\s+(?:at\\s+)?(${CLOCK}))?|(${TIME}))`,
  ([verb = '', what, day = '', clock = '', alone = ''], reader) => {
    const within = reader.phrase(what);
    const date = day === '' ? '' : reader.value(day);
    const time = (clock || alone).trim();
    // A time that is moved may be a field of what is open.
    const isField = day === '' && /^(?:move|shift)$/iu.test(verb);
    if (within === null || date === null || isField) return null;
    const names = [
      ...new Set([verb.toLowerCase(), 'reschedule', 'move', 'change date', 'postpone', 'change', 'edit']),
    ];
    const target: Phrase = { ...plain(verb), kind: 'control', within };
    return [
      { kind: 'click', target: { ...target, apart: names.map((text) => ({ ...target, text })) } },
      ...(date === '' ? [] : [{ kind: 'set' as const, target: DAYS, value: date }]),
      ...(time === '' ? [] : [atTime(time)]),
      { kind: 'submit' },
    ];
  },
);

const ENDS = called(['check-out', 'check out', 'departure', 'until', 'to', 'end date', 'end', 'last day']);

const COUNTED = 'people|persons|guests|adults|visitors|nights|seats';
/** What may follow what is booked, in any order. */
const DETAILS = {
  span: new RegExp(`,?\\s+from\\s+(${DAY})\\s+(?:to|until|till|through)\\s+(${DAY})(?=\\s|,|$)`, 'iu'),
  count: new RegExp(`\\s+for\\s+(${COUNT})\\s+(${COUNTED})(?=\\s|,|$)`, 'iu'),
  // "A table for four": of people.
  size: new RegExp(`\\s+for\\s+(${COUNT})(?=\\s+(?:on|at|from|in|by|under|with)\\s|\\s*,|\\s*$)`, 'iu'),
  name: /,?\s+(?:in|under|on)\s+(?:the\s+)?name\s+(?:of\s+)?(\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*)*)(?=\s|,|$)/u,
  extras:
    /,?\s+(?:with|including|plus)\s+((?:an?\s+)?\p{Ll}{3,}(?:\s\p{Ll}+)?(?:(?:\s*,\s*|\s+and\s+)(?:and\s+)?(?:an?\s+)?\p{Ll}{3,}(?:\s\p{Ll}+)?)*)[\s,]*$/u,
  spot: /\s+(?:on|in|at|by)\s+the\s+(terrace|garden|window|bar|balcony|roof|patio|conservatory|counter|booth)(?=\s|,|$)/iu,
  hours: new RegExp(
    `,?\\s+(?:from|between)\\s+(${CLOCK})\\s*(?:to|until|till|and|[-–])\\s*(${CLOCK})(?=\\s|,|$)`,
    'iu',
  ),
  day: new RegExp(`,?\\s+(?:on|for)\\s+(${DAY})(?=\\s|,|$)`, 'iu'),
  clock: new RegExp(`,?\\s+(?:at\\s+)?(${CLOCK})(?=\\s|,|$)`, 'iu'),
} as const;

const BOOKED =
  /^(?:(book|reserve|schedule|arrange|make|request|order|give|plan)\s+(?:an?\s+|the\s+|my\s+)?|an?\s+)([\p{L} -]+?)(?:\s+(?:with|for)\s+(\S.*?))?[\s,]*$/iu;

const NAMES = called(['name', 'your name', 'full name', 'guest name', 'booking name', 'reservation name']);
const SIZES = ['party size', 'number of people', 'number of guests', 'group size', 'covers'];

/** "Meeting room Oak": a choice that is called "Oak", or all of that. */
function chosenOf(what: string): Phrase {
  const [, own] = /^(?:\p{Ll}+\s)+(\p{Lu}.*)$/u.exec(what) ?? [];
  return own === undefined ? plain(what) : called([own, what]);
}

/** "Book a table with Ana on 7 December 2026 at 10:00 for 2 people": each goes where the page asks for it. */
const bookingAt: Rule = (clause, reader) => {
  let rest = clause;
  const taken = (pattern: RegExp): readonly string[] => {
    const match = pattern.exec(rest);
    if (match !== null) rest = rest.slice(0, match.index) + rest.slice(match.index + match[0].length);
    return match ?? [];
  };
  const [, ofPeople = '', counted = 'people'] = taken(DETAILS.count);
  const [, count = ofPeople] = ofPeople === '' ? taken(DETAILS.size) : [];
  const [, from = '', until = ''] = taken(DETAILS.span);
  const [, day = from] = from === '' ? taken(DETAILS.day) : [];
  const [, begins = '', ends = ''] = day === '' ? [] : taken(DETAILS.hours);
  const [, clock = begins] = day === '' || begins !== '' ? [] : taken(DETAILS.clock);
  const [, named = ''] = day === '' ? [] : taken(DETAILS.name);
  const [, extra = ''] = day === '' ? [] : taken(DETAILS.extras);
  const [, spot = ''] = day === '' ? [] : taken(DETAILS.spot);
  const [, head = rest, fields = ''] = /^([^,]*),\s*(?:and\s+)?(?:with\s+)?(\S.*)$/su.exec(rest) ?? [];
  const [, said = '', booked = '', whom = ''] = BOOKED.exec(head) ?? [];
  // "A visit to the Bristol office": which of several is a choice of the form.
  const [, what = booked, place = '', kind = ''] =
    /^(\p{Ll}[\p{Ll} ]*?)\s+(?:to|at|in)\s+(?:the\s+|our\s+|your\s+)?(\p{Lu}[\p{L} -]*?)(\s\p{Ll}+)?$/u.exec(
      booked,
    ) ?? [];
  const further = fields === '' ? [] : pairedAll(fields, reader);
  const date = day === '' ? null : reader.value(day);
  const end = until === '' ? '' : reader.value(until);
  // "For the company Nordlys" names its field.
  const field = /^(?:the|my|our)\s+\p{Ll}+\s\p{Lu}/u.test(whom) ? paired(whom, reader) : null;
  // "For Mog for a check-up": each is a choice of the form.
  const choices = field !== null || whom === '' ? [] : whom.split(/\s+for\s+(?=an?\s)/iu);
  const chosen = each(choices, (one) => reader.phrase(one.replace(/^an?\s+/iu, '')));
  const extras = extra === '' ? [] : each(enumerated(extra), (one) => reader.phrase(one));
  const isWhole = what !== '' && date !== null && end !== null && further !== null && extras !== null;
  if (!isWhole || chosen === null) return null;
  const verb = said || 'book';
  const opener = called([`${verb} ${what}`, `${verb} an ${what}`, `New ${what}`, `Add ${what}`], 'control');
  // "Day of your visit" comes before any other day of the page.
  const days: Phrase =
    end === ''
      ? {
          ...plain(`date of ${what}`),
          apart: [`${what} date`, `day of ${what}`, `${what} day`]
            .map(plain)
            .concat([DAYS, ...(DAYS.apart ?? [])]),
        }
      : called(['check-in', 'check in', 'arrival', 'from', 'start date', 'start', 'first day']);
  const time = clock.trim();
  const number = count === '' ? '' : String(countOf(count));
  return [
    { kind: 'form', field: days, opener },
    // "The Music room" is one of several, which the form must be told.
    ...(/\p{Lu}/u.test(what) ? [{ kind: 'choose' as const, target: chosenOf(what) }] : []),
    ...(named === '' ? [] : [{ kind: 'set' as const, target: NAMES, value: named }]),
    ...(spot === '' ? [] : [{ kind: 'choose' as const, target: plain(spot) }]),
    ...(field === null ? [] : [field]),
    ...(place === '' ? [] : [{ kind: 'choose' as const, target: called([place, `${place}${kind}`]) }]),
    ...chosen.map((target) => ({ kind: 'choose' as const, target })),
    ...(number === ''
      ? []
      : [
          { kind: 'set' as const, target: called([counted, ...COUNTED.split('|'), ...SIZES]), value: number },
        ]),
    { kind: 'set', target: days, value: date },
    ...(end === '' ? [] : [{ kind: 'set' as const, target: ENDS, value: end }]),
    ...(time === '' ? [] : [ends === '' ? atTime(time) : fromTime(time)]),
    ...(ends === ''
      ? []
      : [{ kind: 'set' as const, target: called(['end time', 'until', 'to', 'end']), value: ends.trim() }]),
    ...further,
    ...extras.map((target): Instruction => ({ kind: 'choose', target })),
    { kind: 'submit' },
  ];
};

/** "Pick 14 May 2027 in the date picker": the day that the page asks for. */
const picking = form(
  `${oneOf(VERBS.choose)}\\s+(${DAY})(?:\\s+(?:in|from|on|as|for)\\s+the\\s+(?:calendar|date(?:\\s?picker)?))?`,
  ([day], reader) => {
    const value = reader.value(day);
    return value === null
      ? null
      : { kind: 'set', target: called(['date picker', 'date', 'day', 'when']), value };
  },
);

const BUYS = ['buy', 'book', 'order', 'purchase', 'reserve'];

/** "Buy the ticket with the shortest duration": what buys or books that one. */
const buyingExtreme = form(`(${BUYS.join('|')})\\s+(the\\s+.+)`, ([verb = '', what], reader) => {
  const within = reader.phrase(what);
  if (within?.superlative === undefined || within.where !== undefined) return null;
  const names = [verb.toLowerCase(), ...BUYS.filter((other) => other !== verb.toLowerCase())];
  return {
    kind: 'click',
    target: {
      ...called(names, 'control'),
      within,
      apart: names.slice(1).map((text) => ({ ...plain(text), kind: 'control', within })),
    },
  };
});

/** "Book the 10:30 slot": the control beside that time, or the time itself. */
const bookingSlot = form(
  `(book|reserve|take|choose|select|pick)\\s+(?:me\\s+)?(?:the\\s+)(\\d{1,2}[:.]\\d{2})\\s+(?:time\\s+)?(?:slot|appointment|time|class|session)`,
  ([verb = '', time = '']) => {
    const names = [...new Set([verb.toLowerCase(), 'book', 'reserve', 'select', 'choose', 'take'])];
    const [first = plain(verb), ...others] = names.map((name): Phrase => ({
      ...plain(name),
      kind: 'control',
      within: plain(time),
    }));
    return {
      kind: 'either',
      ways: [
        [{ kind: 'click', target: { ...first, apart: others } }],
        [{ kind: 'choose', target: { ...plain(time), quoted: true } }],
      ],
    };
  },
);

/** Days and times that something is booked for, or moved to. */
export const booking = firstOf(bookingSlot, rescheduling, picking, bookingAt, buyingExtreme);
