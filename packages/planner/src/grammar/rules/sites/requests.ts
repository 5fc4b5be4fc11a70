import type { Phrase } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { ACTS, COMMANDS, NOUN_COMMANDS, oneOf } from '../../../words/vocabulary.ts';
import { pairedAll, pairedOrChosen } from '../forms/paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { exporting } from './exports.ts';
import { paying } from './payments.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const IRREGULAR: Readonly<Record<string, string>> = {
  sent: 'send',
  made: 'make',
  paid: 'pay',
  cut: 'cut',
  built: 'build',
};

/** "Have paper copies sent to me": the control that sends them. */
const having = form(
  `(?:have|get)\\s+(?:the\\s+|my\\s+|an?\\s+)?([\\p{L} -]+?)\\s+(${oneOf(Object.keys(IRREGULAR))}|\\p{Ll}{3,}ed)(?:\\s+to\\s+(?:me|us|my\\s+\\p{L}+))?`,
  ([what = '', done = ''], { hasChosen }) => {
    const stem = done.toLowerCase().replace(/ed$/u, '');
    const verbs = [IRREGULAR[done.toLowerCase()] ?? [stem, `${stem}e`, stem.replace(/(.)\1$/u, '$1')]].flat();
    const target = called(
      verbs.map((verb) => `${verb} ${what}`),
      'control',
    );
    return { kind: 'click', target: hasChosen ? { ...target, ofChosen: true } : target };
  },
);

/** "Remind me a week before": the choice of that name where the page reminds. */
const reminding = form(
  `(remind|notify|alert|warn|e-?mail|text)\\s+(?:me|us)\\s+((?:an?|one|two|three|\\d+)\\s+\\p{L}+\\s+(?:before|ahead|earlier))(?:\\s+(?:of\\s+)?(?:the\\s+|my\\s+|each\\s+|every\\s+)?([\\p{L} -]+))?`,
  ([verb = '', value = '', what = '']) => {
    const names = ['reminder', 'reminders', `${verb} me`, verb, 'notification', 'notifications', 'when'];
    const own = what === '' ? [] : [`${what} reminder`, `${verb} me of ${what}`, `${what} notification`];
    return {
      kind: 'either',
      ways: [
        [{ kind: 'select', target: called([...own, ...names]), value }],
        [{ kind: 'choose', target: { ...plain(value), quoted: true } }],
      ],
    };
  },
);

/** "Ask the agent "Is there a balcony?"": where questions to that person are written. */
const askingSomebody = form(
  `(ask|tell|message|send)\\s+(?:the\\s+|my\\s+|our\\s+)?(\\p{L}[\\p{L}. -]*?)\\s*[:,]?\\s+(?:(?:the|an?|this|my)\\s+(?:question|message|note)\\s+)?(${LITERAL})`,
  ([verb = '', whom = '', text], reader) => {
    const value = reader.value(text);
    if (
      value === null ||
      /^(?:him|her|it)$|^(?:message|question|note|reply|comment|complaint|report|request|review|feedback|suggestion|enquiry|inquiry|letter|answer)$|\s(?:in|into|on|to|about|for)$/iu.test(
        whom,
      )
    )
      return null;
    const names = /^ask$/iu.test(verb) ? ['question', 'message'] : ['message', 'question'];
    const field = called([...names, ...names.map((name) => `your ${name}`), 'text']);
    const openers = [
      `${verb} ${whom}`,
      `${verb} a question`,
      `Contact ${whom}`,
      `Message ${whom}`,
      `Write to ${whom}`,
      'Write a message',
      'New message',
      'Contact us',
    ];
    return [
      // A question to somebody of whom the page does not speak would go to somebody else.
      { kind: 'find', target: plain(whom.trim()) },
      { kind: 'form', field, opener: called(openers, 'control') },
      { kind: 'fill', target: field, value },
      { kind: 'submit' },
    ];
  },
);

/** "Comment "I saw it" on the lost cat": in the field of that entry, which a control of it may bring up. */
const commentingOn = form(
  `(comment|reply|answer|respond|write|say)\\s+(?:with\\s+)?(${LITERAL})\\s+(?:on|to|under|below)\\s+(?:the\\s+)?(?!.*\\b(?:box|field)$)(.+)`,
  ([verb = '', text, what], reader) => {
    const value = reader.value(text);
    const within = reader.phrase(what);
    if (value === null || within === null || (within.text === '' && within.ordinal === null)) return null;
    const nouns = [verb.toLowerCase(), 'comment', 'reply', 'answer', 'message'];
    const placed = (phrase: Phrase): Phrase => ({
      ...phrase,
      within,
      apart: (phrase.apart ?? []).map((other) => ({ ...other, within })),
    });
    const field = placed(called([...new Set(nouns)]));
    const opener = placed(called([verb, `Add ${nouns[1]}`, 'Comment', 'Reply', 'Answer'], 'control'));
    return {
      kind: 'either',
      ways: [
        [{ kind: 'form', field, opener }, { kind: 'fill', target: field, value }, { kind: 'submit' }],
        [{ kind: 'fill', target: within, value }],
      ],
    };
  },
);

/** "Send me a weekly summary": how often it comes is a choice, or a control says just that. */
const sendingEach = form(
  `(send|e-?mail|mail|give)\\s+(?:me|us)\\s+(?:an?\\s+|the\\s+|my\\s+)?(daily|weekly|monthly|quarterly|yearly)\\s+([\\p{L} ]+)`,
  ([verb = '', often = '', what = '']) => ({
    kind: 'either',
    ways: [
      [
        {
          kind: 'select',
          target: called([`${verb} a ${what}`, what, `${verb} me a ${what}`, `${what} frequency`]),
          value: often,
        },
      ],
      [{ kind: 'choose', target: called([`${often} ${what}`, `${verb} me a ${often} ${what}`]) }],
    ],
  }),
);

/** "E-mail me the invoice": the control that sends it. */
const sendingMe = form(
  `(e-?mail|mail|text|send)\\s+(?:me|us)\\s+(?:the|my)\\s+([\\p{L}][\\p{L} -]*)`,
  ([verb = '', what = ''], reader) =>
    reader.phrase(what) === null
      ? null
      : {
          kind: 'click',
          target: called(
            [`${verb} me the ${what}`, `${verb} ${what}`, `Send ${what}`, `${what} by e-mail`],
            'control',
          ),
        },
);

/** "E-mail me a copy of RP-118": the control of that thing. */
const sendingMeOf = form(
  `(e-?mail|mail|text|send)\\s+(?:me|us)\\s+(the|my|an?)\\s+(\\p{Ll}[\\p{Ll} -]*?)\\s+(of|for|from)\\s+(.+)`,
  ([verb = '', article = '', noun = '', of = '', item = ''], reader) => {
    const within = reader.phrase(item);
    if (within === null || (within.text === '' && within.ordinal === null)) return null;
    const names = [
      `${verb} me ${article} ${noun}`,
      `${verb} ${article} ${noun}`,
      `${verb} ${noun}`,
      `Send ${article} ${noun}`,
      `Send ${noun}`,
    ];
    const [own, ...others] = names.map((text): Phrase => ({ ...plain(text), kind: 'control', quoted: true }));
    if (own === undefined) return null;
    const target = ofItem({ ...own, apart: others }, within);
    // "Send the invoice for March" may be what a control is called.
    const whole = called(
      [`${verb} me ${article} ${noun} ${of} ${item}`, `${verb} ${noun} ${of} ${item}`],
      'control',
    );
    return {
      kind: 'click',
      target: { ...target, apart: [...(target.apart ?? []), whole, ...(whole.apart ?? [])] },
    };
  },
);

/** "Keep my light on": the box or button that says just that. */
const keeping = form(
  `keep\\s+(?:the\\s+|my\\s+|our\\s+)?([\\p{L} -]+?)\\s+(on|off|open|closed|locked|unlocked|private|public)`,
  ([what = '', state = '']) => ({ kind: 'choose', target: plain(`keep ${what} ${state}`) }),
);

/** "Show older entries": a control of that name, or of just "Older". */
const showingFurther = form(
  `(show|see|view|display|load|list)\\s+(?:me\\s+)?(?:the\\s+|all\\s+)?((older|newer|further|more|earlier|later|hidden|other|additional|remaining)(?:\\s+\\p{L}+)?)`,
  ([verb = '', what = '', which = '']) => ({
    kind: 'click',
    target: called(
      [`${verb} ${what}`, `Show ${what}`, what, `Show ${which}`, `Load ${which}`, which],
      'control',
    ),
  }),
);

/** "Write Weiss on the door sign", "put Ivo down as my subtenant": into the field of that name, and saved. */
const notingOn = firstOf(
  ...[
    '(?:write|put|print)\\s+(.+?)\\s+on\\s+(?:the|my|our)\\s+(\\p{Ll}[\\p{Ll} -]*)',
    'put\\s+(.+?)\\s+down\\s+as\\s+(?:the\\s+|my\\s+|our\\s+|an?\\s+)?(\\p{Ll}[\\p{Ll} -]*)',
  ].map((words) =>
    form(words, ([said, noun = ''], reader) => {
      const value = reader.value(said);
      return value === null || /\b(?:page|list|hold|cart|basket)$/iu.test(noun)
        ? null
        : [{ kind: 'set', target: plain(noun), value }, { kind: 'save' }];
    }),
  ),
);

/** "Get me the certificate as a PDF". */
const gettingFile = form(
  `(?:get|fetch|save|give)\\s+(?:me\\s+)?(.+?)\\s+as\\s+an?\\s+(?:file|pdf|download)`,
  ([what], reader) => {
    const target = reader.phrase(what);
    return target === null || target.text === '' ? null : { kind: 'download', target };
  },
);

function ofItem(phrase: Phrase, within: Phrase | null): Phrase {
  return { ...phrase, within, apart: (phrase.apart ?? []).map((other) => ({ ...other, within })) };
}

/** "Rename the folder 2026 to Archive": its control asks for the name. */
const renaming = form(`rename\\s+(.+?)\\s+(?:to|as|into)\\s+(.+)`, ([what, words], reader) => {
  const within = reader.phrase(what);
  const value = reader.value(words);
  const isOne = within !== null && /[\d\p{Lu}]|\.\p{L}{2,4}$/u.test(within.text);
  if (!isOne || value === null) return null;
  return [
    { kind: 'click', target: ofItem(called(['Rename', 'Edit name', 'Edit', '✎', '✏'], 'control'), within) },
    { kind: 'fill', target: called(['new name', 'name', 'title', 'file name', 'folder name']), value },
    { kind: 'save', orEnter: true },
  ];
});

/** "Ask to speak at the full council meeting": of several such controls, the one of that. */
function withThing(opener: Phrase, said: string, reader: Reader): Phrase {
  const [, act = '', thing] = /^(\p{L}+\s.+?)\s+(?:at|on|in|for)\s+(?:the\s+|my\s+)?(.+)$/iu.exec(said) ?? [];
  const within = thing === undefined ? null : reader.phrase(thing);
  return within === null || within.text === ''
    ? opener
    : { ...opener, apart: [{ ...called([act], 'control'), apart: [], within }, ...(opener.apart ?? [])] };
}

const DONE_WITH = oneOf([...COMMANDS, ...NOUN_COMMANDS, ...ACTS]);

/** "Give notice, last day 28 February 2027": a control leads to the form that asks for the rest. */
const actingWithFields = form(
  `((?:${DONE_WITH})(?:\\s+(?:the\\s+|my\\s+|an?\\s+)?\\p{Ll}[\\p{Ll} -]*?)?)(?:\\s+(?:for|of|from|to)\\s+((?:the\\s+|my\\s+)?(?:\\p{Ll}+\\s+)?[#\\p{L}-]*\\d[\\p{L}\\d-]*))?\\s*(?:,|:)\\s*(.+)`,
  ([said = '', item = '', fields = ''], reader) => {
    const filled = pairedAll(fields, reader) ?? pairedOrChosen(fields, reader);
    const [first] = filled ?? [];
    // How many, and "register with name Ana, e-mail …", say more than what the control is called.
    if (/\d/u.test(said)) return null;
    if (/\s(?:with|using|by|as|named|called)\s/iu.test(said)) return null;
    if (filled === null || first?.kind !== 'fill' || first.target === null) return null;
    const within = item === '' ? null : reader.phrase(item);
    const name = said.replaceAll(/\s+(?:the|my|an?)(?=\s)/giu, '');
    const [, about = ''] =
      /\s(?:about|regarding|concerning)\s+(?:the\s+|my\s+|an?\s+)?(.+)$/iu.exec(said) ?? [];
    const own = ofItem(called([name, name.split(' ')[0] ?? name], 'control'), within);
    return [
      { kind: 'form', field: first.target, opener: within === null ? withThing(own, said, reader) : own },
      // "About billing" is a choice of the form.
      ...(about === '' ? [] : [{ kind: 'choose' as const, target: plain(about) }]),
      ...filled,
      { kind: 'submit' },
    ];
  },
);

/** "Register with name Ana, email … and password …". */
const actingWith = form(
  `(?!log|sign\\s+(?:me\\s+)?in)(${DONE_WITH})(?:\\s+(?:me|us))?\\s+(?:with|using)\\s+(?:the\\s+|my\\s+)?(.+(?:,|\\sand\\s).+)`,
  ([verb = '', fields = ''], reader) => {
    const filled = pairedAll(fields, reader);
    const [first] = filled ?? [];
    return filled === null || first?.kind !== 'fill' || first.target === null
      ? null
      : [
          { kind: 'form', field: first.target, opener: called([verb], 'control') },
          ...filled,
          { kind: 'submit' },
        ];
  },
);

/** What people ask a site to do for them, with the words of how. */
export const requesting = firstOf(
  actingWith,
  exporting,
  renaming,
  sendingEach,
  sendingMeOf,
  sendingMe,
  showingFurther,
  notingOn,
  gettingFile,
  paying,
  reminding,
  askingSomebody,
  commentingOn,
  keeping,
  having,
);
export { actingWithFields };
