import { every, question } from './read-values.ts';
import { labelled, spoken, TELL } from './question-parts.ts';
import { firstOf, form } from '../rule.ts';

/** Labels for a person who did something. */
const DOERS: Readonly<Record<string, readonly string[]>> = {
  wrote: ['author', 'written by', 'by'],
  sent: ['sent by', 'sender', 'from'],
  made: ['made by', 'author', 'created by'],
  created: ['created by', 'author', 'creator'],
  started: ['started by', 'author', 'created by', 'starter', 'creator', 'by'],
  posted: ['posted by', 'author', 'by'],
  placed: ['placed by', 'ordered by', 'customer', 'buyer'],
  ordered: ['ordered by', 'placed by', 'customer', 'buyer'],
  owns: ['owner', 'owned by'],
  opened: ['opened by', 'reporter', 'requester'],
  reported: ['reported by', 'reporter'],
  delivers: ['carrier', 'courier', 'delivered by', 'shipped by'],
  delivered: ['delivered by', 'carrier', 'courier'],
  manages: ['managed by', 'manager'],
  handles: ['handled by', 'agent', 'assigned to', 'assignee', 'handler'],
};

/** "Who leads the team?" is answered by "led by". */
const IRREGULAR: Readonly<Record<string, string>> = {
  lead: 'led',
  run: 'run',
  teach: 'taught',
  write: 'written',
  drive: 'driven',
  build: 'built',
  hold: 'held',
  keep: 'kept',
  take: 'taken',
  give: 'given',
  sell: 'sold',
  pay: 'paid',
  send: 'sent',
  make: 'made',
};

/** Who supplies is the supplier, who teaches the teacher. */
function doersOf(verb: string): string[] {
  const stem = verb.replace(/ies$/u, 'y').replace(/(?:(?<=s|x|ch|sh)e)?s$/u, '');
  const base = stem.replace(/y$/u, 'i').replace(/e$/u, '');
  const done = IRREGULAR[stem];
  return [`${base}er`, `${base}or`, `${base}ed by`, ...(done === undefined ? [] : [`${done} by`])];
}

const ASSIGNED = ['assignee', 'handled by', 'handler', 'agent', 'owner', 'responsible', 'contact'];

/** Questions for a person. */
export const who = firstOf(
  // "Who comes first?", in the list that is shown.
  form(
    `${TELL}who\\s+(?:comes|is|stands|ranks)\\s+(?:the\\s+)?(first|second|third)(?:\\s+(?:in|on|of)\\s+(?:the|this)\\s+(?:list|table))?`,
    ([nth = '']) => {
      const ordinal = { first: 1, second: 2, third: 3 }[nth.toLowerCase()] ?? 1;
      return labelled('name', { text: '', kind: 'result', ordinal, within: null }, []);
    },
  ),
  form(
    `${TELL}who\\s+is\\s+(?:assigned\\s+to|responsible\\s+for|in\\s+charge\\s+of|handling|working\\s+on|looking\\s+after)\\s+(.+)`,
    ([what], reader) => {
      const of = spoken(what, reader);
      return of === null ? null : labelled('assigned to', of, ASSIGNED);
    },
  ),
  form(
    `${TELL}who\\s+(?:is|was)\\s+(?!it\\b)(.+?)\\s+(?:assigned\\s+to|handled\\s+by|looked\\s+after\\s+by)`,
    ([what], reader) => {
      const of = spoken(what, reader);
      return of === null ? null : labelled('assigned to', of, ASSIGNED);
    },
  ),
  form(`${TELL}who\\s+is\\s+it\\s+(?:assigned\\s+to|with)`, (_groups, { topic }) =>
    topic === null ? null : labelled('assigned to', topic, ASSIGNED),
  ),
  form(`${TELL}who\\s+(?:the\\s+)?([\\p{L} ]+?)\\s+is`, ([what = ''], reader) =>
    question(what, every, reader),
  ),
  form(`${TELL}who(?:\\s+is|\\s+was|['’]s)\\s+(?:the\\s+)?(.+)`, ([what = ''], reader) =>
    question(what, every, reader),
  ),
  // "Open the latest message and tell me who sent it": that page is about it.
  form(
    `${TELL}who\\s+(sent|wrote|made|created|opened|reported|placed|ordered)\\s+(?:it|this|that|(?:the|this|that)\\s+(?:message|e-?mail|mail|letter|order|ticket|note|request|post|review))`,
    ([verb = ''], { topic }) => {
      const [first = '', ...others] = DOERS[verb.toLowerCase()] ?? [];
      return topic === null || topic.text === '' ? labelled(first, null, others) : null;
    },
  ),
  form(
    `${TELL}who\\s+([\\p{Ll}]+)\\s+(?:(?:me|us)\\s+(?=the\\s|an?\\s|this\\s))?(.+)`,
    ([verb = '', what], reader) => {
      const of = spoken(what, reader);
      const names = DOERS[verb.toLowerCase()] ?? [
        `${verb} by`,
        `${verb.replace(/e?s$/iu, 'ed')} by`,
        ...doersOf(verb.toLowerCase()),
      ];
      const [first = `${verb} by`, ...others] = names;
      return of === null || /^(?:is|are|was|were|has|can|should|would|do|does)$/iu.test(verb)
        ? null
        : labelled(first, of, others);
    },
  ),
);
