import type { Instruction } from '../../clause.ts';
import { isLiteral } from '../../literals.ts';
import { oneOf, COMMANDS, NOUN_COMMANDS, words } from '../../../words/vocabulary.ts';
import { paired } from '../forms/paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { each, form } from '../rule.ts';

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
export const reportingBy = form(
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
