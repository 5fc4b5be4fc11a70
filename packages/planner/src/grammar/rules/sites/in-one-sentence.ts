import type { Instruction, Phrase } from '../../clause.ts';
import { DAY } from './booking.ts';
import { paired, pairedAll } from '../forms/paired-fields.ts';
import { takingPart } from './taking-part.ts';
import { called, plain } from '../named-phrases.ts';
import { each, firstOf, form, type Reader } from '../rule.ts';

const DAYS = called(['date', 'day', 'when', 'start date']);
const isDay = new RegExp(`^(?:on\\s+)?(${DAY})$`, 'iu');
const PART_OF_DAY = /^(?:in\s+the|at|by)\s+(morning|afternoon|evening|noon|night|midday)$/iu;

/** A day may be written in a field, or be one of those that a calendar shows. */
function onDay(value: string): Instruction {
  return {
    kind: 'either',
    ways: [[{ kind: 'set', target: DAYS, value }], [{ kind: 'choose', target: plain(value) }]],
  };
}

function detail(part: string, reader: Reader): Instruction | null {
  const [, day] = isDay.exec(part) ?? [];
  const value = day === undefined ? null : reader.value(day);
  if (value !== null) return onDay(value);
  const [, time = ''] = PART_OF_DAY.exec(part) ?? [];
  if (time !== '') return { kind: 'choose', target: plain(time) };
  const pair = paired(part, reader);
  if (pair !== null) return pair;
  const target = /^\p{L}+(?:\s\p{L}+){0,2}$/u.test(part) ? reader.phrase(part) : null;
  return target === null || target.text === '' ? null : { kind: 'choose', target };
}

/** "Book a visit: inspection, 10 December 2026, in the afternoon": a choice, a day and a time of that form. */
const bookingWith = form(
  `(?:book|schedule|arrange|request|reserve|plan|make)\\s+(?:an?\\s+|the\\s+|my\\s+)?(?:new\\s+)?\\p{Ll}[\\p{Ll} -]*?\\s*:\\s+(.+,.+)`,
  ([said = ''], reader) => {
    const parts = said.split(/\s*,\s*(?:and\s+)?/u);
    const filled = parts.some((part) => isDay.test(part))
      ? each(parts, (part) => detail(part, reader))
      : null;
    return filled === null ? null : [...filled, { kind: 'submit' }];
  },
);

/** "Send the form with the name Ada and the message …": filled in, then sent. */
const sendingForm = form(
  `(?:submit|send(?:\\s+(?:in|off))?)\\s+(?:the|this)\\s+(?:[\\w-]+\\s+){0,2}form\\s+(?:with|using)\\s+(.+)`,
  ([fields = ''], reader) => {
    const filled = pairedAll(fields, reader);
    return filled === null ? null : [...filled, { kind: 'submit' }];
  },
);

/** "Enter a reading of 18420 for meter 4471, dated 24/11/2026": in the form of that thing. */
const recording = form(
  `(enter|submit|record|log|add|send|report|note)\\s+(?:an?\\s+|the\\s+)?(?:new\\s+)?((?:\\p{Ll}+\\s)?\\p{Ll}+)\\s+of\\s+([$€£]?\\d[\\d.,]*)(?:\\s+\\p{Ll}+)?(?:\\s+(?:for|on|to)\\s+([^,]+?))?(?:\\s*,?\\s*(?:dated|taken\\s+on|read\\s+on|as\\s+of|on)\\s+(${DAY}))?`,
  ([verb = '', noun = '', amount = '', item = '', day = ''], reader) => {
    const within = item === '' ? null : reader.phrase(item);
    const value = reader.value(amount);
    const date = day === '' ? '' : reader.value(day);
    const isOfNone = item !== '' && (within === null || within.text === '');
    if (isOfNone || value === null || date === null) return null;
    const field = called([noun, `new ${noun}`, 'amount', 'value']);
    const [first = plain(verb), ...others] = [`${verb} ${noun}`, `Add ${noun}`, `New ${noun}`, verb].map(
      (text): Phrase => ({ ...plain(text), kind: 'control', within }),
    );
    return [
      { kind: 'form', field, opener: { ...first, apart: others } },
      { kind: 'fill', target: field, value },
      ...(date === ''
        ? []
        : [
            {
              kind: 'set' as const,
              target: called([`date of ${noun}`, `${noun} date`, 'date']),
              value: date,
            },
          ]),
      { kind: 'submit' },
    ];
  },
);

/** "Collect on the 15th": the choice of the day on which that is done. */
const onTheDay = form(
  `(\\p{Ll}{3,})(?:\\s+it|\\s+them)?\\s+on\\s+the\\s+(\\d{1,2}(?:st|nd|rd|th))`,
  ([verb = '', value = '']) => ({
    kind: 'select',
    target: called([`${verb} on the`, `${verb} on`, `${verb} day`, 'day', 'day of the month']),
    value,
  }),
);

/** "Say that it is your own work": the box that says so. */
const declaring = form(
  `(?:say|state|declare|certify|affirm|confirm)\\s+that\\s+(?:(?:it|this|that|they|I|we)\\s+(?:is|are|was|am|have|has)\\s+)?([\\p{L} ]{6,})`,
  ([said = ''], { masked }) => {
    const words = masked.meant(said).replaceAll(/\byour\b/giu, 'my');
    return /\b(?:page|shows?|says?|appears?|visible)\b/iu.test(words)
      ? null
      : { kind: 'check', target: { ...plain(words), kind: 'checkbox' } };
  },
);

/** "Put me on the waiting list for Pottery": the control that does so for it. */
const listing = form(
  `(?:put|add|place)\\s+me\\s+(?:on|to|onto)\\s+(?:the\\s+|your\\s+)?([\\p{Ll} -]+?list)\\s+(?:for|of)\\s+(.+)`,
  ([list = '', what], reader) => {
    const within = reader.phrase(what);
    if (within === null || within.text === '') return null;
    const names = [`Join ${list}`, `Join the ${list}`, list, `Add to ${list}`, `Add me to the ${list}`];
    const [first = plain(list), ...others] = names.map((text): Phrase => ({
      ...plain(text),
      kind: 'control',
      within,
    }));
    return { kind: 'click', target: { ...first, apart: others } };
  },
);

/** The control that chooses the thing of that name: "Choose Plus", or "Select" on it. */
export function chooserOf(value: string): Instruction {
  const within = plain(value);
  const verbs = ['Select', 'Choose', 'Switch', 'Upgrade', 'Downgrade', 'Get', 'Change', 'Switch to this'];
  const targets = [
    ...['Choose', 'Select', 'Switch to', 'Upgrade to', 'Change to', 'Downgrade to', 'Get'].map(
      (verb): Phrase => ({ ...plain(`${verb} ${value}`), kind: 'control', quoted: true }),
    ),
    ...verbs.map((verb): Phrase => ({ ...plain(verb), kind: 'control', within })),
  ];
  const [first = within, ...others] = targets;
  return { kind: 'click', target: { ...first, apart: others } };
}

/** "Switch my membership to Plus": a field of that name, or the control of the thing of that name. */
export const switchingTo = form(
  `(?:switch|upgrade|downgrade|change)\\s+(?:me\\s+|us\\s+|my\\s+|our\\s+|the\\s+)(?:(\\p{Ll}+(?:\\s\\p{Ll}+)?)\\s+)?to\\s+(?:the\\s+)?(\\p{Lu}[\\p{L} ]*?)(?:\\s+(?:plan|package|tariff|membership|subscription))?`,
  ([what = '', name = ''], reader) => {
    const value = reader.value(name);
    if (value === null || !/^\p{Lu}/u.test(name)) return null;
    return {
      kind: 'either',
      ways: [
        ...(what === '' ? [] : [[{ kind: 'set' as const, target: plain(what), value }]]),
        [chooserOf(value)],
      ],
    };
  },
);

/** Several things that are said in one sentence without the names of their fields. */
export const inOneSentence = firstOf(
  bookingWith,
  sendingForm,
  recording,
  onTheDay,
  takingPart,
  declaring,
  listing,
);
