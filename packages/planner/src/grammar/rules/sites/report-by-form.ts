import type { Instruction, Phrase } from '../../clause.ts';
import { isLiteral } from '../../literals.ts';
import { oneOf, COMMANDS, NOUN_COMMANDS, words } from '../../../words/vocabulary.ts';
import { paired, pairedAll } from '../forms/paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { each, firstOf, form, type Reader } from '../rule.ts';

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

/** "Priority high" says more of the form; "I was charged twice" does not. */
function isField(text: string, reader: Reader): boolean {
  return text.split(/\s+/u).length < 3 && paired(text, reader) !== null;
}

const WORDS_OF_IT = '(?:\\s*:\\s*|\\s+saying\\s+(?:that\\s+)?)(.+)';

/** "Open a ticket about billing: I was charged twice": what it is about, and its words. */
const raisingAbout = form(
  `(raise|open|create|submit|file|log|start)\\s+(an?\\s+)(?:new\\s+)?((?:support\\s+)?(?:ticket|request|issue|case|enquiry|inquiry))\\s+(?:about|regarding|concerning)\\s+(?:the\\s+|my\\s+)?([^:]+?)${WORDS_OF_IT}`,
  ([verb = '', article = '', noun = '', about = '', text = ''], reader) => {
    const topic = reader.value(about);
    const value = reader.value(text);
    if (topic === null || value === null || isField(text, reader)) return null;
    const opener = called([`${verb} ${article}${noun}`, `${verb} ${noun}`, `New ${noun}`], 'control');
    return [
      { kind: 'form', field: TEXTS, opener },
      { kind: 'set', target: called([...SUBJECTS, 'category', 'about', 'regarding']), value: topic },
      { kind: 'fill', target: TEXTS, value },
      { kind: 'submit' },
    ];
  },
);

/** "Report a problem with order 4711: it arrived broken": by a control of that thing, or in a form that asks which. */
const reportingThing = form(
  `report\\s+an?\\s+(problem|issue|fault|defect|damage|error)\\s+(?:with|on|in|for)\\s+(?:the\\s+|my\\s+)?((?:(\\p{Ll}+)\\s+)?(\\S*\\d\\S*?))${WORDS_OF_IT}`,
  ([noun = '', what = '', kind = '', id = '', text = ''], reader) => {
    const within = reader.phrase(what);
    const value = reader.value(text);
    if (within === null || value === null || isField(text, reader)) return null;
    const openers = [`Report a ${noun}`, `Report ${noun}`, 'Report', 'Problem with this'];
    const [first = plain(''), ...others] = openers.map((name): Phrase => ({
      ...plain(name),
      kind: 'control',
      within,
    }));
    const sent: Instruction[] = [{ kind: 'fill', target: TEXTS, value }, { kind: 'submit' }];
    return {
      kind: 'either',
      ways: [
        [{ kind: 'click', target: { ...first, apart: others } }, ...sent],
        [
          { kind: 'form', field: TEXTS, opener: called(openers, 'control') },
          { kind: 'set', target: called([`${kind} number`, kind, 'number', 'reference']), value: id },
          ...sent,
        ],
      ],
    };
  },
);

/** Reports by a form that asks what they are about. */
export const reportingBy = firstOf(reportingByChoice, raising, raisingAbout, reportingThing);
