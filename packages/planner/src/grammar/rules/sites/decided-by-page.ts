import { countOf } from '../../../words/counts.ts';
import type { Instruction, Phrase } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { ORDINALS } from '../../nouns.ts';
import { allOf } from '../actions/all-of-them.ts';
import { addingEntries } from './adding-entries.ts';
import { booking } from './booking.ts';
import { corresponding } from './messages-and-reviews.ts';
import { NEXT_SETTING, settingOne } from '../forms/set-fields.ts';
import { pairedAll } from '../forms/paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { orderingByForm } from './order-by-form.ts';
import { calculating } from './calculators.ts';
import { removing } from './removing.ts';
import { takingPlan } from './plans.ts';
import { reportingBy } from './report-by-form.ts';
import { preferring } from './preferences.ts';
import { requesting } from './requests.ts';
import { chooserOf } from './in-one-sentence.ts';
import { controlOfChosen, each, firstOf, form, lastPlaceFirst, type Rule } from '../rule.ts';
import { isNoun, NOUN, sentOrPressed } from '../forms/send-values.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';

/** "Change my pharmacy to …": in a form of its own, in a field, or in one that an edit control brings up. */
const changing = form(
  `(change|edit|update|rename|correct|replace)\\s+(its\\s+|his\\s+|her\\s+|their\\s+|the\\s+|my\\s+|our\\s+)?(${NOUN}(?:\\s+of\\s+(?:the|my|our)\\s+\\p{Ll}+)?|number\\s+of\\s+\\p{Ll}+)(?:\\s+(?:to|with|as)|\\s*:)\\s+(.+)`,
  ([verb = '', whose = '', noun = '', words], reader) => {
    const value = reader.value(words);
    const [, counted] = /^number\s+of\s+(\p{Ll}+)$/iu.exec(noun) ?? [];
    const [own = noun] = counted === undefined ? noun.split(/\s+of\s+(?:the|my|our)\s+/u) : [counted];
    const isInstruction = new RegExp(`^${oneOf([...VERBS.set, ...VERBS.choose])}\\s+(?:the|my)\\s`, 'u').test(
      words ?? '',
    );
    if (
      value === null ||
      isInstruction ||
      !isNoun(own) ||
      /^pass\s?word$/iu.test(own) ||
      /,/u.test(words ?? '') ||
      /^\d+\s+in\s+(?:the|my|your)\s+(?:shopping\s+)?(?:cart|basket|bag)$/iu.test(words ?? '') ||
      NEXT_SETTING.test(words ?? '') ||
      // "The quantity of the kibble" stands in its row.
      (own !== noun && /^(?:quantity|qty|amount)$/iu.test(own))
    )
      return null;
    const target = own === noun ? plain(noun) : called([noun, own]);
    if (/^its\s/iu.test(whose) && reader.topic !== null)
      return [{ kind: 'set', target: { ...target, within: reader.topic }, value }, { kind: 'save' }];
    const edit: Phrase = {
      ...called(['Edit', 'Change', 'Rename', '✎', '✏'], 'control'),
      within: plain(noun),
    };
    const names = ['Edit', 'Change', 'Update', 'Rename'].flatMap((first) =>
      [...new Set([noun, counted ?? noun])].map((edited) => `${first} ${edited}`),
    );
    const edits = called(names, 'control');
    // "Update" alone may save something else, and "Save changes" edits nothing.
    const whole = (phrase: Phrase): Phrase => ({ ...phrase, quoted: true });
    return {
      kind: 'either',
      ways: [
        [{ kind: 'send', verb: verb.toLowerCase(), noun, value }],
        // A name that is edited in its place is taken by the Enter key.
        [
          { kind: 'set', target, value },
          /^rename$/iu.test(verb) ? { kind: 'save', orEnter: true } : { kind: 'save' },
        ],
        [
          { kind: 'click', target: { ...whole(edits), apart: (edits.apart ?? []).map(whole) } },
          { kind: 'fill', target, value },
          { kind: 'save', orEnter: true },
        ],
        [
          {
            kind: 'click',
            target: {
              ...whole(edit),
              apart: (edit.apart ?? []).map((other) => ({ ...whole(other), within: plain(noun) })),
            },
          },
          { kind: 'fill', target, value },
          { kind: 'save', orEnter: true },
        ],
        ...(/^\p{Lu}/u.test(value) ? [[chooserOf(value)]] : []),
      ],
    };
  },
);

/** "Update my phone to … and the company to …": both, then saved together. */
const changingSeveral = form(
  `(?:change|edit|update|correct|replace)\\s+(.+(?:,|\\sand\\s).+)`,
  ([words = ''], reader) => {
    const parts = words.replace(/^(?:the|my|our)\s+/iu, '').split(NEXT_SETTING);
    const set = parts.length < 2 ? null : each(parts, (part) => settingOne(`set ${part}`, reader));
    return set === null ? null : [...set.flat(), { kind: 'save' }];
  },
);

const nthWord = new Map(
  [...ORDINALS].flatMap(([word, at]) => (typeof at === 'number' && word !== 'top' ? [[at, word]] : [])),
);
const FIRST_SEVERAL =
  /\b(?:the\s+)?first\s+(two|three|four|five|[2-5])\s+(\p{L}+?)(?:(?<=x|ch|sh|ss)es|s)\b/iu;

/** "The first two orders" are the first order and the second. */
function firstSeveral(rules: Rule): Rule {
  return (clause, reader) => {
    const [whole, number = '', noun = ''] = FIRST_SEVERAL.exec(clause) ?? [];
    if (whole === undefined) return null;
    const all: Instruction[] = [];
    const places = Array.from({ length: countOf(number) }, (_, index) => index + 1);
    for (const at of lastPlaceFirst(clause, places, (place) => place)) {
      const one = rules(clause.replace(whole, `the ${nthWord.get(at) ?? at} ${noun}`), reader);
      if (one === null || one.some(({ kind }) => kind === 'read')) return null;
      all.push(...one);
    }
    return all.length > 0 ? all : null;
  };
}

/** "Make the text large": the choice of that name for it. */
const makingSo = form(
  `make\\s+(?:the|my)\\s+([\\p{L} ]+?)\\s+(?:be\\s+)?(\\p{Ll}+)`,
  ([what = '', so = '']) => ({
    kind: 'choose',
    target: plain(`${so} ${what}`),
  }),
);

/** "Confirm with Book appointment": that control. */
const confirmingWith = form(
  `(?:confirm|finish|complete|submit|save|send|end)(?:\\s+(?:it|this|that|the\\s+\\p{L}+))?\\s+(?:with|by\\s+(?:pressing|clicking|tapping)(?:\\s+on)?)\\s+(?!(?:my|the|a|your)\\s+(?:password|pin|passcode|code|name|e-?mail)$)(.+)`,
  ([what], reader) => {
    const target = reader.phrase(what);
    const isSecret = /^(?:my\s+|the\s+)?(?:password|pin|passcode)\s/iu.test(what ?? '');
    return target === null || target.text === '' || isSecret || /^(?:ok|okay|yes)$/iu.test(target.text)
      ? null
      : { kind: 'click', target };
  },
);

/** "Print the selected ones": the control for what was ticked. */
const ofSelected = form(
  `(\\p{L}[\\p{L}-]*)\\s+(?:all\\s+)?(?:the\\s+)?(?:selected|ticked|checked|marked)\\s+(?:ones?|\\p{L}+s)`,
  ([verb = ''], reader) => (reader.hasChosen ? controlOfChosen(verb, '', reader.before) : null),
);

const STATES =
  'done|complete|completed|finished|ticked|checked|bought|packed|read|unread|seen|solved|closed|accepted|important|urgent|paid|sold|spam';

/** What a box in the entry itself says; any other state is no matter of ticking. */
const TICKED_STATE = /^(?:done|completed?|finished|ticked|checked|bought|packed)$/iu;

/** "Mark the first task as done" is its button, or the box that stands in its entry. */
const markingDone = form(
  `(?:mark|set|flag|tick)(?:\\s+off)?\\s+(?!(?:the\\s+|my\\s+)?(?:status|state|stage|progress|priority|urgency|severity|importance|category|type|label)\\b)(?:the\\s+|my\\s+)?(.+?)\\s+(?:as|to)\\s+(${STATES})`,
  ([what, state = ''], reader) => {
    const within = reader.phrase(what);
    if (within === null || (within.text === '' && within.ordinal === null)) return null;
    const press: Phrase = { ...plain(`Mark as ${state}`), kind: 'control', within };
    const names = [`Mark ${state}`, state].map((text): Phrase => ({ ...press, text }));
    const box: Instruction = { kind: 'check', target: { ...plain(''), kind: 'checkbox', within } };
    return {
      kind: 'either',
      ways: [
        [{ kind: 'click', target: { ...press, apart: names } }],
        TICKED_STATE.test(state) ? [box] : [box, controlOfChosen('Mark', `as ${state}`)],
      ],
    };
  },
);

/** "Write a message to Billing, subject …": where messages are written, to that person of a list. */
const writingMessage = form(
  `(?:write|send|compose|draft|create|start)\\s+(?:an?\\s+)?(?:new\\s+)?((?:urgent|private|important|confidential)\\s+)?(message|e-?mail|mail|note)\\s+to\\s+(?:the\\s+)?([\\p{L}. -]+?)\\s*(?:,|:|\\bwith\\b)\\s*(?:the\\s+)?(.+)`,
  ([mark = '', noun = '', whom = '', fields = ''], reader) => {
    const filled = pairedAll(fields.replaceAll(/\bthe\s+(?=text|subject|message|title)/giu, ''), reader);
    const value = reader.value(whom);
    const [first] = filled ?? [];
    if (filled === null || value === null || first?.kind !== 'fill' || first.target === null) return null;
    const words = [
      'Write a message',
      'New message',
      'Compose',
      'Write',
      `New ${noun}`,
      `Send a ${noun}`,
      'Contact us',
    ];
    return [
      { kind: 'form', field: first.target, opener: called(words, 'control') },
      ...(/^(?:us|you|them|(?:(?:the|your)\s+)?(?:company|shop|store|team|office|staff))$/iu.test(value)
        ? []
        : [
            {
              kind: 'set' as const,
              target: called(['to', 'recipient', 'send to', 'department']),
              value,
            },
          ]),
      ...filled.map((each) => inMessage(each)),
      ...(mark === '' ? [] : [{ kind: 'check' as const, target: plain(mark.trim()) }]),
      { kind: 'submit' },
    ];
  },
);

/** "With the text …" is the message. */
function inMessage(filled: Instruction): Instruction {
  if (
    filled.kind !== 'fill' ||
    filled.target === null ||
    !/^(?:text|body|content|words)$/iu.test(filled.target.text)
  )
    return filled;
  return { ...filled, target: called([filled.target.text, 'message', 'body', 'your message']) };
}

/** "Answer "I will call you"": where an answer is written. */
const asking = form(
  `(?:ask|answer|say|comment)\\s+(${LITERAL})(?:\\s+(?:in|into|under|to)\\s+(?:the\\s+)?(.+?)(?:\\s+(?:box|field))?)?`,
  ([text, where = ''], reader) => {
    const value = reader.value(text);
    if (value === null) return null;
    const names = ['answer', 'reply', 'question', 'comment', 'message'];
    const fill: Instruction = {
      kind: 'fill',
      target: called(where === '' ? names : [where, `your ${where}`]),
      value,
    };
    return where === '' ? [fill, { kind: 'submit' }] : [fill];
  },
);

/** "Follow Nurse Kaya" is her button "Follow", where she has one, and not the link of her name. */
const following = form(`(follow)\\s+(?!.*\\b(?:link|button)\\b)(.+)`, ([verb = '', what], reader) => {
  const target = reader.phrase(what);
  if (target === null || target.text === '') return null;
  return {
    kind: 'either',
    ways: [
      [{ kind: 'click', target: { ...plain(verb), kind: 'control', within: { ...target, kind: null } } }],
      [{ kind: 'click', target }],
    ],
  };
});

/** Sentences whose meaning the page decides: which of its forms and controls they are about. */
export function onPage(rules: Rule): Rule {
  return firstOf(
    firstSeveral(firstOf(markingDone, rules)),
    corresponding,
    orderingByForm,
    reportingBy,
    calculating,
    takingPlan,
    preferring,
    allOf,
    following,
    markingDone,
    removing,
    confirmingWith,
    ofSelected,
    addingEntries,
    makingSo,
    writingMessage,
    requesting,
    booking,
    changingSeveral,
    changing,
    sentOrPressed(rules),
    asking,
  );
}
