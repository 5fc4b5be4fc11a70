import { labelled, spoken, TELL } from './question-parts.ts';
import { LITERAL } from '../../literals.ts';
import { plain } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

/** "When do I have to return Seeing Light?": by the day on which it is due. */
const whenDue = form(
  `${TELL}(?:when|until\\s+when|by\\s+when)\\s+(?:do|must|should)\\s+(?:I|we)\\s+(?:have\\s+to\\s+|need\\s+to\\s+)?(\\p{Ll}+)\\s+(?:back\\s+|in\\s+)?(.+?)(?:\\s+(?:back|by|in))?`,
  ([verb = '', what], reader) => {
    const of = spoken(what, reader);
    return of === null
      ? null
      : labelled('due', of, ['due date', 'due on', 'deadline', `${verb} by`, 'until', 'by'], 'when');
  },
);

/** "Tell me which one comes first": what the first of the list is called. */
const whichIsFirst = form(
  `${TELL}(?:which|what)\\s+(?:one|(\\p{Ll}{3,}))\\s+(?:comes|is|stands|is\\s+listed|appears)\\s+(?:now\\s+)?(first|last|at\\s+the\\s+(?:top|bottom)|on\\s+top)(?:\\s+now)?`,
  ([, where = '']) =>
    labelled('name', { ...plain(''), kind: 'result', ordinal: /last|bottom/iu.test(where) ? 'last' : 1 }, [
      'title',
    ]),
);

/** "What does the message from Edith say?": it is opened, and read. */
const whatMessageSays = form(
  `${TELL}what\\s+(?:do(?:es)?|did)\\s+((?:the|my)\\s+(?:\\p{L}+\\s+)?(?:message|mail|e-?mail|letter|conversation)\\s+(?:from|about|called|titled|by)\\s+.+?)\\s+say`,
  ([what], reader) => {
    const target = spoken(what, reader);
    return target === null
      ? null
      : [
          { kind: 'click', target: { ...target, kind: 'link' } },
          { kind: 'read', question: { what: 'asked', said: 'what it says' } },
        ];
  },
);

/** "Read the message about the locker": the same. */
const readingMessage = form(
  `(?:open\\s+and\\s+)?read\\s+(?:me\\s+|out\\s+)?((?:the|my)\\s+(?:\\p{L}+\\s+)?(?:message|mail|e-?mail|letter|conversation)\\s+(?:from|about|called|titled|by)\\s+.+)`,
  ([what], reader) => {
    const target = spoken(what, reader);
    return target === null
      ? null
      : [
          { kind: 'click', target },
          { kind: 'read', question: { what: 'asked', said: 'what it says' } },
        ];
  },
);

/** "Tell me the total in the basket". */
const totalOf = form(
  `(?:${TELL}|what\\s+is\\s+)(?:the\\s+)?(total|sum|total\\s+price|total\\s+amount|subtotal)\\s+(?:of|in|on)\\s+(?:the|my|our)\\s+(?:shopping\\s+)?(?:cart|basket|bag|order)`,
  ([label = '']) => labelled(label, null, ['total', 'grand total', 'order total', 'sum']),
);

/** "Tell me where it is": what the page is about has a place. */
const whereItIs = form(`${TELL}where\\s+(?:it\\s+is|is\\s+it)(?:\\s+now)?`, () =>
  labelled('location', null, ['current location', 'last location', 'where', 'place', 'status'], 'where'),
);

/** "What does the error code E42 mean?": what is said of it. */
const whatItMeans = form(
  `${TELL}what\\s+(?:do(?:es)?\\s+)?(?:the\\s+)?(.+?)\\s+(?:means?|stands?\\s+for)`,
  ([what], reader) => {
    const of = spoken(what, reader);
    return of === null ? null : labelled('meaning', of, ['description', 'explanation', 'definition']);
  },
);

/** "Give me the answer to "How do I return an item?"": the page asks the same. */
const answerTo = form(
  `${TELL}(?:(?:the\\s+)?answer|what\\s+the\\s+answer\\s+is)\\s+to\\s+(?:the\\s+question\\s+)?(${LITERAL})`,
  ([asked], reader) => {
    const said = reader.value(asked);
    return said === null ? null : { kind: 'read', question: { what: 'asked', said } };
  },
);

/** "Filter by brand and list them": what is left. */
const listingThem = form(
  `(?:list|name|show|tell|give|read)\\s+(?:me\\s+|out\\s+)?(?:(?:them|these|those)(?:\\s+all)?|all\\s+of\\s+them)`,
  (_groups, { before, hasChosen }) =>
    before === '' || hasChosen ? null : { kind: 'read', question: { what: 'list', of: plain('results') } },
);

/** Questions that people ask in other words than a page. */
export const askingDaily = firstOf(
  whereItIs,
  whatItMeans,
  answerTo,
  listingThem,
  totalOf,
  whenDue,
  whichIsFirst,
  whatMessageSays,
  readingMessage,
);
