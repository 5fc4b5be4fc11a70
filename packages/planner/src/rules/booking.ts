import type { Phrase } from '../clause.ts';
import { called, plain } from './named.ts';
import { firstOf, form } from './rule.ts';

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

/** Days and times that something is booked for, or moved to. */
export const booking = firstOf(rescheduling, bookingAt);
