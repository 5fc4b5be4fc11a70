import type { Instruction } from '../../clause.ts';
import { isLiteral } from '../../literals.ts';
import { oneOf, COMMANDS, NOUN_COMMANDS, words } from '../../../words/vocabulary.ts';
import { paired, pairedAll } from '../forms/paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { each, firstOf, form } from '../rule.ts';

const TEXTS = called([
  'message',
  'description',
  'details',
  'comment',
  'text',
  'note',
  'what happened',
  'explanation',
  'reason',
  'body',
]);
const VERBS = oneOf([
  ...COMMANDS,
  ...NOUN_COMMANDS,
  ...words('report | raise | file | log | open | make | give | leave'),
]);

/** "Report a problem: damaged, "The box was crushed"": a choice of that form, and what is written in it. */
const reportingByChoice = form(
  `(${VERBS})\\s+(an?\\s+|the\\s+|my\\s+)?(\\p{Ll}[\\p{Ll} -]*?)\\s*:\\s*(.+,.+)`,
  ([verb = '', article = '', noun = '', said = ''], reader) => {
    const parts = said.split(/\s*,\s*(?:and\s+)?/u);
    const literals = parts.filter((part) => isLiteral(part));
    const filled = each(parts, (part): Instruction | null => {
      if (isLiteral(part)) {
        const value = reader.value(part);
        return value === null ? null : { kind: 'fill', target: TEXTS, value };
      }
      const pair = paired(part, reader);
      if (pair !== null) return pair;
      return /^\p{L}+(?:\s\p{L}+){0,2}$/u.test(part) ? { kind: 'choose', target: plain(part) } : null;
    });
    if (filled === null || literals.length !== 1) return null;
    const opener = called([`${verb} ${article}${noun}`, `${verb} ${noun}`, noun], 'control');
    return [{ kind: 'form', field: TEXTS, opener }, ...filled, { kind: 'submit' }];
  },
);

const SUBJECTS = ['subject', 'title', 'summary', 'topic', 'headline'];

/** "Raise a ticket: pump broken, priority high": what it is about, and further fields of that form. */
const raising = form(
  `(raise|open|create|submit|file|log|report)\\s+(an?\\s+)(?:new\\s+)?(ticket|request|issue|case|enquiry|inquiry|problem|fault|bug)\\s*:\\s*([^,:]+),\\s*(.+)`,
  ([verb = '', article = '', noun = '', said = '', fields = ''], reader) => {
    const value = reader.value(said);
    const filled = pairedAll(fields, reader);
    if (value === null || filled === null || paired(said, reader) !== null) return null;
    const field = called([...SUBJECTS, TEXTS.text, ...(TEXTS.apart ?? []).map(({ text }) => text)]);
    const opener = called([`${verb} ${article}${noun}`, `${verb} ${noun}`, `New ${noun}`], 'control');
    return [
      { kind: 'form', field, opener },
      { kind: 'fill', target: field, value },
      ...filled,
      { kind: 'submit' },
    ];
  },
);

/** Reports by a form that asks what they are about. */
export const reportingBy = firstOf(reportingByChoice, raising);
