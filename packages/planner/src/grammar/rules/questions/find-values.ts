import type { Instruction } from '../../clause.ts';
import { VALUE_NOUNS } from '../../nouns.ts';
import { oneOf } from '../../../words/vocabulary.ts';
import { firstOf, form } from '../rule.ts';
import { labelled, TELL } from './question-parts.ts';
import { every, questions } from './read-values.ts';

const VALUE_OF = `(?:the\\s+)?(?:[\\p{L}-]+\\s+){0,2}${oneOf(VALUE_NOUNS)}\\s+(?:of|for)\\s+.+`;

/** "Find the price of the lamp" reads it; a thing that is found is what the next instructions are about. */
export const findingValues = firstOf(
  // "Expand "May I cancel?" and read the answer"
  form(
    `(?:read|tell|give|show|get)\\s+(?:out\\s+)?(?:me\\s+|us\\s+)?(?:the\\s+|its\\s+)?(?:answer|explanation|what\\s+it\\s+says)`,
    (_groups, { before, masked }) => {
      const [, said = ''] =
        /^(?:expand|unfold|open|click(?:\s+on)?)\s+(?:the\s+(?:question|section|topic|faq)\s+(?:(?:about|on|regarding)\s+)?)?(.+)$/iu.exec(
          before,
        ) ?? [];
      const label = masked.meant(said).trim();
      return label === '' ||
        !(/^(?:expand|unfold|open\s+the\s+(?:faq|question)\s)/iu.test(before) || label.endsWith('?'))
        ? null
        : { kind: 'read', question: { what: 'labelled', label, of: null } };
    },
  ),
  // "Open the message from Ada and read it to me"
  form(`read\\s+it(?:\\s+(?:to\\s+me|out|aloud|out\\s+loud))*`, (_groups, { before }) =>
    /^(?:open|click|expand|go\s+to)\s/iu.test(before)
      ? { kind: 'read', question: { what: 'asked', said: 'what it says' } }
      : null,
  ),
  // "Which items are in order 4711?": what its page lists.
  form(
    `${TELL}(?:which|what)\\s+(items|products|parts|articles|things)\\s+(?:are|were)\\s+(?:in|on|part\\s+of)\\s+((?:my\\s+|the\\s+)?(?:order|invoice|delivery|shipment|return|quote|parcel|booking)\\s+#?[\\p{L}-]*\\d[\\p{L}\\d-]*)`,
    ([noun = '', thing], reader) => {
      const target = reader.phrase(thing);
      const list = reader.phrase(noun);
      if (target === null || list === null) return null;
      const opened: Instruction = {
        kind: 'either',
        ways: [[{ kind: 'click', target: { ...target, kind: 'link' } }], [{ kind: 'find', target }]],
      };
      return [opened, { kind: 'read', question: { what: 'list', of: list } }];
    },
  ),
  // "Raise a ticket … and tell me its number": what the site calls it by.
  form(`${TELL}its\\s+(number|id|reference|code)`, ([label = ''], { before, topic }) => {
    const [, noun = ''] =
      /^(?:raise|open|create|submit|file|log|send|make|place|book|start|report)\s+(?:an?|the|my)\s+(?:new\s+)?(ticket|request|issue|case|claim|enquiry|inquiry|order|booking|return|complaint|report|quote)\b/iu.exec(
        before,
      ) ?? [];
    return noun === '' || topic !== null ? null : labelled(`${noun} ${label}`, null, [label, noun]);
  }),
  // "Find the phone number and e-mail of the manager"
  form(
    `(?:find|look\\s+up)\\s+(?!out\\b)(?:me\\s+)?((?:the\\s+)?(?:[\\p{L}-]+\\s+){0,2}[\\p{L}-]+\\s+and\\s+(?:the\\s+)?${VALUE_OF})`,
    ([words = ''], reader) => questions(words, every, reader),
  ),
  form(`find\\s+(?!out\\b)(?:me\\s+)?(${VALUE_OF})`, ([words = ''], reader) =>
    questions(words, every, reader),
  ),
  // "I need the phone number of the bakery", without what carries no meaning.
  form(`(?=the\\s)(${VALUE_OF})`, ([words = ''], reader) => questions(words, every, reader)),
  form(`look\\s+up\\s+(the\\s+\\p{Ll}+(?:\\s\\p{Ll}+)?\\s+of\\s+.+)`, ([words = ''], reader) =>
    questions(words, every, reader),
  ),
);
