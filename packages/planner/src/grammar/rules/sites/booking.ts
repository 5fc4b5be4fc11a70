import type { Phrase } from '../../clause.ts';
import { pairedAll } from '../forms/paired-fields.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { called, plain } from '../named-phrases.ts';
import { firstOf, form, type Rule } from '../rule.ts';

export const DAY =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\\s+)?(?:the\\s+)?(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?\\p{L}{3,9}\\s+\\d{4}|\\p{L}{3,9}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{4})';
export const CLOCK = "\\d{1,2}(?:[:.]\\d{2})?\\s*(?:[ap]\\.?m\\.?|o['’]clock)?";

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

const STARTS = called(['start time', 'start', 'from', 'begin', 'begins']);
const ENDS = called(['check-out', 'check out', 'departure', 'until', 'to', 'end date', 'end', 'last day']);

const COUNTED = 'people|persons|guests|adults|visitors|nights|seats';
const COUNTS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
};

/** What may follow what is booked, in any order. */
const DETAILS = {
  span: new RegExp(`,?\\s+from\\s+(${DAY})\\s+(?:to|until|till|through)\\s+(${DAY})(?=\\s|,|$)`, 'iu'),
  count: new RegExp(
    `\\s+for\\s+(\\d{1,3}|${Object.keys(COUNTS).join('|')})\\s+(${COUNTED})(?=\\s|,|$)`,
    'iu',
  ),
  hours: new RegExp(
    `,?\\s+(?:from|between)\\s+(${CLOCK})\\s*(?:to|until|till|and|[-–])\\s*(${CLOCK})(?=\\s|,|$)`,
    'iu',
  ),
  day: new RegExp(`,?\\s+(?:on|for)\\s+(${DAY})(?=\\s|,|$)`, 'iu'),
  clock: new RegExp(`,?\\s+(?:at\\s+)?(${CLOCK})(?=\\s|,|$)`, 'iu'),
} as const;

const BOOKED =
  /^(?:(book|reserve|schedule|arrange|make|request|order|give|plan)\s+(?:an?\s+|the\s+|my\s+)?|an?\s+)([\p{L} -]+?)(?:\s+(?:with|for)\s+(\S.*?))?[\s,]*$/iu;

/** "Book a table with Ana on 7 December 2026 at 10:00 for 2 people": each goes where the page asks for it. */
const bookingAt: Rule = (clause, reader) => {
  let rest = clause;
  const taken = (pattern: RegExp): readonly string[] => {
    const match = pattern.exec(rest);
    if (match !== null) rest = rest.slice(0, match.index) + rest.slice(match.index + match[0].length);
    return match ?? [];
  };
  const [, count = '', counted = ''] = taken(DETAILS.count);
  const [, from = '', until = ''] = taken(DETAILS.span);
  const [, day = from] = from === '' ? taken(DETAILS.day) : [];
  const [, begins = '', ends = ''] = day === '' ? [] : taken(DETAILS.hours);
  const [, clock = begins] = day === '' || begins !== '' ? [] : taken(DETAILS.clock);
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
  const person = whom === '' ? null : reader.phrase(whom.replace(/^an?\s+/iu, ''));
  if (what === '' || date === null || end === null || further === null || (whom !== '' && person === null))
    return null;
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
  const number = COUNTS[count.toLowerCase()] ?? count;
  return [
    { kind: 'form', field: days, opener },
    // "The Music room" is one of several, which the form must be told.
    ...(/\p{Lu}/u.test(what) ? [{ kind: 'choose' as const, target: plain(what) }] : []),
    ...(place === '' ? [] : [{ kind: 'choose' as const, target: called([place, `${place}${kind}`]) }]),
    ...(person === null ? [] : [{ kind: 'choose' as const, target: person }]),
    ...(number === ''
      ? []
      : [{ kind: 'set' as const, target: called([counted, ...COUNTED.split('|')]), value: number }]),
    { kind: 'set', target: days, value: date },
    ...(end === '' ? [] : [{ kind: 'set' as const, target: ENDS, value: end }]),
    ...(time === ''
      ? []
      : [
          {
            kind: 'either' as const,
            ways: [
              // Of a form that asks for two times, the first.
              ...(ends === '' ? [] : [[{ kind: 'set' as const, target: STARTS, value: time }]]),
              [{ kind: 'choose' as const, target: { ...plain(time), quoted: true as const } }],
              [
                {
                  kind: 'set' as const,
                  target: called(['time', 'start time', 'start', 'from']),
                  value: time,
                },
              ],
            ],
          },
        ]),
    ...(ends === ''
      ? []
      : [{ kind: 'set' as const, target: called(['end time', 'until', 'to', 'end']), value: ends.trim() }]),
    ...further,
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

/** Days and times that something is booked for, or moved to. */
export const booking = firstOf(rescheduling, picking, bookingAt);
