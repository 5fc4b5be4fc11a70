import { reviewing } from './reviews.ts';
import type { Instruction, Phrase } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { pairedAll, pairedOrChosen } from '../forms/paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { firstOf, form, type Reader, type Rule } from '../rule.ts';

const SAID = `\\s*(?:with(?:\\s+the\\s+(?:text|words|message))?|saying|that\\s+says|:)?\\s*(${LITERAL})`;
/** At the end of a sentence a colon or "saying" is enough. */
const SAID_LAST = `(?:\\s*(?:with(?:\\s+the\\s+(?:text|words|message))?|saying|that\\s+says|:)?\\s*(?=${LITERAL}$)|(?:\\s*:|\\s+(?:saying|that\\s+says))\\s+(?=[^\uE000]*$))(.+)`;
/** Not a person: what they write into is the only such form. */
const EVERYBODY =
  /^(?:us|them|you|support|(?:the\s+)?(?:\p{Ll}+\s+)?(?:team|shop|office|staff|company|support|service|desk))$/iu;
const NEW = ['Write a message', 'New message', 'Compose', 'Write', 'New conversation', 'Send a message'];

/** A field of one of these names in the entry that is meant, which a control of it may bring up. */
function written(
  names: readonly string[],
  verb: string,
  within: Phrase | null,
  value: string,
): Instruction[] {
  const placed = (phrase: Phrase): Phrase => ({
    ...phrase,
    within,
    apart: (phrase.apart ?? []).map((other) => ({ ...other, within })),
  });
  const field = placed(called(names));
  const opener = placed(
    called([...new Set([verb, `Add ${names[0]}`, 'Comment', 'Reply', 'Answer'])], 'control'),
  );
  return [{ kind: 'form', field, opener }, { kind: 'fill', target: field, value }, { kind: 'submit' }];
}

const NOUNS: Readonly<Record<string, readonly string[]>> = {
  reply: ['reply', 'answer', 'message', 'comment'],
  answer: ['answer', 'reply', 'message', 'comment'],
  respond: ['reply', 'answer', 'message', 'comment'],
  comment: ['comment', 'reply', 'message', 'note'],
  note: ['note', 'internal note', 'comment', 'remark'],
  remark: ['remark', 'note', 'comment'],
};

function writtenTo(noun: string, what: string, text: string, reader: Reader): Instruction[] | null {
  const value = reader.value(text.replace(/^that\s+/iu, ''));
  const within = reader.phrase(what);
  const names = NOUNS[noun.toLowerCase()];
  if (value === null || names === undefined || within === null) return null;
  if (within.text === '' && within.ordinal === null && within.superlative === undefined) return null;
  const verb = /^(?:respond|answer)$/iu.test(noun) ? noun : `Add ${noun}`;
  return written(names, /^reply$/iu.test(noun) ? 'Reply' : verb, within, value);
}

/** "Reply to ticket 17 with "Thanks"", "answer the message from Bob with "…"". */
const replyingTo = firstOf(
  form(`(reply|respond)\\s+to\\s+(.+?)${SAID_LAST}`, ([verb = '', what = '', text = ''], reader) =>
    writtenTo(verb, what, text, reader),
  ),
  form(
    `(reply|respond|answer)(?:\\s+with)?\\s+(${LITERAL})\\s+to\\s+(.+)`,
    ([verb = '', text = '', what = ''], reader) => writtenTo(verb, what, text, reader),
  ),
  form(
    `(?:tell|write)\\s+(?:them|him|her)\\s+(${LITERAL})\\s+(?:in|on|under)\\s+(.+)`,
    ([text = '', what = ''], reader) => writtenTo('reply', what, text, reader),
  ),
  form(
    `(answer)\\s+(.+?)\\s*(?:with|saying|:)\\s*(${LITERAL})`,
    ([verb = '', what = '', text = ''], reader) => writtenTo(verb, what, text, reader),
  ),
);

/** "Add a comment to ticket 17: "…"", "add the note "…" to order 1042". */
const noting = firstOf(
  form(
    `(?:add|leave|post|write|put)\\s+(?:an?\\s+|the\\s+|my\\s+)?(reply|comment|note|remark|answer)\\s+(?:to|on|for|under)\\s+(.+?)${SAID_LAST}`,
    ([noun = '', what = '', text = ''], reader) => writtenTo(noun, what, text, reader),
  ),
  form(
    `(?:add|leave|post|write|put)\\s+(?:an?\\s+|the\\s+|my\\s+)?(reply|comment|note|remark|answer)${SAID}\\s+(?:to|on|for|under)\\s+(.+)`,
    ([noun = '', text = '', what = ''], reader) => writtenTo(noun, what, text, reader),
  ),
);

/** "The parcel arrived damaged" is no text that stands elsewhere. */
const TELLS_OF_THING =
  /^(?:the|my|our)\s+(?!(?:text|message|words|following|same|above|contents?|note)\b)\p{L}+\s+\S+\s+\S/iu;

/** A message to somebody: in the form that asks whom it is for, else in theirs. */
function messageTo(said: string, text: string, reader: Reader, subject = ''): Instruction[] | null {
  const [, stated] = /^that\s+(.+)$/isu.exec(text) ?? [];
  const value =
    stated !== undefined || TELLS_OF_THING.test(text)
      ? reader.masked.meant(stated ?? text)
      : reader.value(text);
  const whom = reader.value(said.trim().replace(/^the\s+/iu, ''));
  if (value === null || whom === null || /\b(?:message|note|saying)\b|^(?:him|her|it)$/iu.test(whom))
    return null;
  const field = called(['message', 'your message', 'question', 'text', 'body']);
  const openers = called(
    [`Message ${whom}`, `Contact ${whom}`, `Write to ${whom}`, `Ask ${whom}`, ...NEW, 'Contact us'],
    'control',
  );
  const about = subject === '' ? null : reader.value(subject);
  if (subject !== '' && about === null) return null;
  const headed = called(['subject', 'topic', 'title']);
  const sent: Instruction[] = [
    ...(about === null ? [] : [{ kind: 'fill' as const, target: headed, value: about }]),
    { kind: 'fill', target: field, value },
    { kind: 'submit' },
  ];
  const own: Instruction[] = [{ kind: 'form', field, opener: openers }, ...sent];
  const isTeam = /^(?:the\s+)?(?!support|customer|service|whole)\p{L}+\s+(?:team|desk|department)$/iu.test(
    said.trim(),
  );
  if (EVERYBODY.test(said.trim()) && !isTeam) return own;
  // "Send" of a form that is there would send it empty.
  const [first = plain(''), ...others] = NEW.map((text): Phrase => ({
    ...plain(text),
    kind: 'control',
    exact: true,
  }));
  const newOne = { ...first, apart: others };
  const recipient = called(['to', 'recipient', 'send to', 'department', 'team']);
  return [
    {
      kind: 'either',
      ways: [
        [{ kind: 'set', target: recipient, value: whom }, ...sent],
        // A message to somebody of whom the page does not speak would go to somebody else.
        [{ kind: 'click', target: newOne }, { kind: 'set', target: recipient, value: whom }, ...sent],
        [{ kind: 'find', target: plain(whom) }, ...own],
      ],
    },
  ];
}

const WHOM = '((?:the\\s+|my\\s+)?(?:\\S+@[^\\s,]+|\\p{L}[\\p{L}. -]*?))';
const messaging = firstOf(
  form(
    `(?:send|write|drop|compose|draft|create|start)\\s+(?:an?\\s+|the\\s+)?(?:new\\s+)?(?:(?:message|note|e-?mail|mail)\\s+)?to\\s+${WHOM}(?:\\s+with|\\s*[,:])\\s+(?:the\\s+|an?\\s+)?subject\\s*:?\\s+(.+?)\\s*(?:,\\s*(?:and\\s+)?|\\s+and\\s+)(?:with\\s+)?(?:the\\s+)?(?:text|message|body|saying|content)\\s*:?\\s+(.+)`,
    ([whom = '', subject = '', text = ''], reader) => messageTo(whom, text, reader, subject),
  ),
  form(
    `(?:send|write|drop)\\s+(?:(?:an?|this|the\\s+following)\\s+)?(?:message|note|e-?mail|line)\\s+to\\s+${WHOM}${SAID_LAST}`,
    ([whom = '', text = ''], reader) => messageTo(whom, text, reader),
  ),
  form(
    `(?:send|write|drop)\\s+${WHOM}\\s+(?:an?|the)\\s+(?:message|note|e-?mail|line)${SAID_LAST}`,
    ([whom = '', text = ''], reader) => messageTo(whom, text, reader),
  ),
  form(
    `(?:send|write)\\s+(?:the\\s+|an?\\s+|this\\s+)?(?:message|note|e-?mail)${SAID}\\s+to\\s+${WHOM}`,
    ([text = '', whom = ''], reader) => messageTo(whom, text, reader),
  ),
  form(
    `(?:message|contact|e-?mail|write\\s+to)\\s+${WHOM}\\s*(?:with|saying|:)(?:\\s+the\\s+(?:text|message))?\\s*(${LITERAL})`,
    ([whom = '', text = ''], reader) => messageTo(whom, text, reader),
  ),
  form(
    `(?:message|contact|e-?mail|write\\s+to)\\s+((?:the\\s+)?(?:support|sales|us|you|customer\\s+service|\\p{Ll}+\\s+(?:team|desk|department)))\\s*:\\s*(.+)`,
    ([whom = '', text = ''], reader) => {
      const filled = pairedAll(text, reader);
      const [first] = filled ?? [];
      if (filled === null || filled.length < 2 || first?.kind !== 'fill' || first.target === null)
        return messageTo(whom, text, reader);
      const opener = called(
        [`Contact ${whom}`, `Write to ${whom}`, `Message ${whom}`, ...NEW, 'Contact'],
        'control',
      );
      return [{ kind: 'form', field: first.target, opener }, ...filled, { kind: 'submit' }];
    },
  ),
);

/** "Send a message "…" from Nora, nora@…, subject Other": the fields of the form beside the message. */
const messageWithFields = form(
  `(?:send|write|leave)\\s+(?:us\\s+)?(?:an?|the|this)\\s+message\\s+(${LITERAL})\\s+(?:from|as)\\s+(\\p{Lu}[\\p{L}'’-]*(?:\\s\\p{Lu}[\\p{L}'’-]*)*)\\s*,\\s*(.+)`,
  ([text = '', name = '', fields = ''], reader) => {
    const [value, whose] = [reader.value(text), reader.value(name)];
    const others = pairedOrChosen(fields, reader);
    if (value === null || whose === null || others === null || !/^\p{Lu}/u.test(name)) return null;
    return [
      { kind: 'fill', target: called(['message', 'your message', 'text']), value },
      { kind: 'fill', target: called(['name', 'your name', 'full name']), value: whose },
      ...others,
      { kind: 'submit' },
    ];
  },
);

/** "Forward the mail from Ada to bob@example.com": whom it goes to is asked once it is pressed. */
const forwarding = form(
  `(forward|pass\\s+on)\\s+(.+?)\\s+to\\s+(${LITERAL}|\\S+@\\S+|\\p{Lu}[\\p{L}. -]*)`,
  ([verb = '', what, whom], reader) => {
    const within = reader.phrase(what);
    const value = reader.value(whom);
    if (value === null || within === null || (within.text === '' && within.ordinal === null)) return null;
    const field = called(['to', 'forward to', 'recipient', 'send to', 'email', 'email address']);
    const opener: Phrase = { ...plain(verb), kind: 'control', within };
    return [{ kind: 'form', field, opener }, { kind: 'set', target: field, value }, { kind: 'submit' }];
  },
);

/** "Send Rhys Powell a message with subject …": whom it is for stands before it. */
const messagingOne: Rule = (clause, reader) => {
  const [, whom = '', noun = '', rest = ''] =
    /^send\s+(\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*)*)\s+an?\s+(?:new\s+)?(message|mail|e-?mail)\b(.+)$/isu.exec(
      clause,
    ) ?? [];
  return whom === '' || !/^\p{Lu}/u.test(whom)
    ? null
    : firstOf(messageWithFields, messaging)(`send a ${noun} to ${whom}${rest}`, reader);
};

/** What people write to one another and about things. */
export const corresponding = firstOf(
  forwarding,
  replyingTo,
  noting,
  messageWithFields,
  messaging,
  messagingOne,
  reviewing,
);
