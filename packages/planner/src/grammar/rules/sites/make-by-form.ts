import type { Instruction, Phrase } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { FIELD_WORDS, paired, pairedAll, pairedOrChosen } from '../forms/paired-fields.ts';
import { CLOCK, DAY } from './booking.ts';
import { called, control, plain, SAID_OF_IT } from '../named-phrases.ts';
import { ADDRESS, urlOf } from '../actions/open-addresses.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const MAKING =
  'get|put\\s+up|put|write|publish|draft|plan|update|change|edit|complete|record|book|create|add|send|submit|place|make|register|request|order|enter|file|open|report|raise|log|start|set\\s+up|invite|pay|hire|schedule|post|reserve|transfer|enrol|claim|lodge|apply\\s+for';

/** "New order", "Add order", "Create order" lead to the form of a new order, "Pay" of invoice 7 to that of its payment. */
function openerOfForm(verb: string, what: string, { phrase }: Reader): Phrase {
  const noun = what.replace(/^(?:an?\s+|the\s+)?(?:new\s+)?/iu, '').trim();
  const item = /[\p{Lu}\d]/u.test(noun) ? phrase(noun) : null;
  if (item !== null) return control(verb, item);
  const names = ['New', 'Add', 'Create', 'Add new', 'Create new', 'Open new'].map(
    (first) => `${first} ${noun}`,
  );
  return control(`${verb} ${noun}`, null, [...names, `New`, `Add new`, verb]);
}

/** "Book a new order at https://…: customer Corvus, quantity 12": the form is filled in and sent. */
export const makingByForm = form(
  `(${MAKING})\\s+((?:an?\\s+|the\\s+)?(?:new\\s+)?[\\p{L}\\d -]+?)(?:\\s+(?:at|on|in)\\s+${ADDRESS})?\\s*(?:[:,]|\\b(?:with|using)(?:\\s+(?:the|my))?)\\s+(.+)`,
  ([verb = '', what = '', address = '', fields = ''], reader) => {
    const url = address === '' ? null : urlOf(reader.masked.meant(address));
    if (
      (address !== '' && url === null) ||
      /\bmessage\s+to\s|\s(?:named|called|titled|headed)\s/iu.test(what)
    )
      return null;
    // "Enter full name Ana, street …": a field and its value are no kind of form.
    if (/^(?:enter|put|write)$/iu.test(verb) && paired(what, reader) !== null) return null;
    const filled = pairedAll(fields, reader) ?? pairedOrChosen(fields, reader);
    const [first] = filled ?? [];
    if (filled === null || filled.length < 2 || (first?.kind !== 'fill' && first?.kind !== 'set'))
      return null;
    if (first.target === null) return null;
    const sent: Instruction[] = [
      { kind: 'form', field: first.target, opener: openerOfForm(verb, what, reader) },
      ...filled,
      { kind: 'submit' },
    ];
    return url === null ? sent : [{ kind: 'open', url }, ...sent];
  },
);

const DAYS: Readonly<Record<string, readonly string[]>> = {
  born: ['date of birth', 'birth date', 'birthday', 'born', 'born on'],
  due: ['due date', 'due', 'due on', 'deadline'],
  starting: ['start date', 'start', 'starts on', 'from'],
  ending: ['end date', 'end', 'ends on', 'until'],
  dated: ['date'],
};

/** "… called Standup on 4 December 2026 at 9:15". */
const ON_DAY = new RegExp(`^(.+?),?\\s+(?:on|for)\\s+(${DAY})(?:,?\\s+at\\s+(${CLOCK}))?$`, 'iu');

/** "… named Apollo with the description Moon landing": a field of that name, with its value. */
const WITH_FIELDS = new RegExp(
  `^((?!${LITERAL}).+?)\\s+(?:with|and)\\s+(?:the\\s+|an?\\s+)?((?:${FIELD_WORDS}|due date|deadline|colou?r|budget)\\s+(?:of\\s+)?(?!and\\b).+)$`,
  'isu',
);

const OWNERS: Readonly<Record<string, readonly string[]>> = {
  owned: ['owner', 'owned by'],
  assigned: ['assignee', 'assigned to', 'assign to', 'owner', 'responsible'],
  led: ['lead', 'leader', 'led by', 'manager'],
};
/** "… called Mercury owned by Bob". */
const OWNED = /^(.+?),?\s+(?:and\s+)?(owned|assigned|led)\s+(?:by|to)\s+(\p{Lu}.*)$/u;

const LISTS =
  'column|lane|list|board|section|group|folder|stage|category|sprint|department|team|branch|region';
/** "… called Order chairs to the To do column": where it is to stand is no part of the name. */
const LISTED = new RegExp(
  `^(${LITERAL}|.+?)\\s+(?:to|in|into|on|onto|under)\\s+(?:the|my|our)\\s+(.+?)\\s+(${LISTS})$`,
  'isu',
);

/** What is made in one of several lists: by the field or control of that list, else the form asks for it. */
function listed(
  field: Phrase,
  opener: Phrase,
  [name, place = '', noun = '']: readonly string[],
  reader: Reader,
): Instruction[] | null {
  const value = reader.value(name ?? '');
  const within = reader.phrase(place);
  const chosen = reader.value(place);
  if (value === null || chosen === null || within === null || within.text === '') return null;
  const placed = (phrase: Phrase): Phrase => ({
    ...phrase,
    within,
    apart: (phrase.apart ?? []).map((other) => ({ ...other, within })),
  });
  const sent: Instruction[] = [{ kind: 'fill', target: field, value }, { kind: 'submit' }];
  return [
    {
      kind: 'either',
      ways: [
        [{ kind: 'fill', target: placed(field), value }, { kind: 'submit' }],
        [{ kind: 'click', target: placed(opener) }, ...sent],
        [
          { kind: 'form', field, opener },
          { kind: 'set', target: called([noun, 'list', 'column', 'status', 'category']), value: chosen },
          ...sent,
        ],
      ],
    },
  ];
}

/** "Create a new bed named Herbs": the form asks for its name. */
const makingOfName = form(
  `(create|add|make|generate|set\\s+up|start|publish|post|put\\s+up|write|open|file|submit|raise|report|log|lodge|register|send)\\s+an?\\s+(?:new\\s+)?([\\p{L} -]+?)\\s+(?:named|called|titled|headed)\\s+(${LITERAL}(?=\\s*,|\\s+(?:with|and)\\s)|.+?)(?:(?<=${LITERAL})(?:\\s*,|\\s+(?:with|and))\\s+(?:with\\s+|and\\s+)?(.+))?`,
  ([verb = '', what = '', said = '', more = ''], reader) => {
    const [, owned = said, way = '', whom = ''] = OWNED.exec(said) ?? [];
    const owner = way === '' ? null : reader.value(whom);
    const [, before = '', fields = ''] = WITH_FIELDS.exec(owned) ?? [];
    const further = fields === '' ? null : pairedAll(fields, reader);
    const named = further === null ? owned : before;
    // "… called October as proof of income": what it is to be is a choice of the form.
    // "… called Noor born on 3 May 1990": a day is no part of a name.
    const [, dated = named, state = '', day = '', beside = ''] =
      /^(.+?),?\s+(?:(?:who|which|that)\s+(?:is|was)\s+)?(born|due|starting|ending|dated)\s+(?:on\s+|at\s+|by\s+|from\s+)?([^,]*\d[^,]*?(?:,\s+\d{4})?)(?:,\s+(?:and\s+)?(?!\d)(.+))?$/iu.exec(
        named,
      ) ?? [];
    const [, titled = dated, date = '', clock = ''] = state === '' ? (ON_DAY.exec(dated) ?? []) : [];
    const on = day === '' && date === '' ? '' : reader.value(day || date);
    if (on === null) return null;
    const [, name = titled, kind = ''] =
      /^(.+?)\s+(?:as|(?:who|which|that)\s+is)\s+(?:an?\s+|my\s+)?(\p{Ll}.*)$/u.exec(titled) ?? [];
    const place = LISTED.exec(said);
    // "… called Barn, Farm Road 2": what follows the name belongs to another field.
    if (SAID_OF_IT.test(name) || /,\s/u.test(name)) return null;
    const value = reader.value(name);
    const rest = [beside, more].filter((part) => part !== '').join(', ');
    const others = rest === '' ? [] : pairedAll(rest.replace(/^the\s+/iu, ''), reader);
    if (place === null && (value === null || others === null)) return null;
    const field: Phrase = { text: `${what} name`, kind: null, ordinal: null, within: null };
    const target = {
      ...field,
      apart: ['name', 'title', 'heading', 'subject'].map((text) => ({ ...field, text })),
    };
    const opener = openerOfForm(verb, what, reader);
    if (place !== null) return more === '' ? listed(target, opener, place.slice(1), reader) : null;
    if (value === null || others === null) return null;
    return [
      { kind: 'form', field: target, opener },
      { kind: 'fill', target, value },
      ...(on === ''
        ? []
        : [
            {
              kind: 'set' as const,
              target: called(DAYS[state.toLowerCase()] ?? ['date', 'day', 'when']),
              value: on,
            },
          ]),
      ...(clock === ''
        ? []
        : [
            {
              kind: 'set' as const,
              target: called(['time', 'start time', 'start', 'at']),
              value: clock.trim(),
            },
          ]),
      ...others,
      ...(further ?? []),
      ...(owner === null
        ? []
        : [{ kind: 'set' as const, target: called(OWNERS[way.toLowerCase()] ?? []), value: owner }]),
      ...(kind === '' ? [] : [{ kind: 'choose' as const, target: plain(kind) }]),
      { kind: 'submit' },
    ];
  },
);

const NAME_AND_FIELDS =
  /^(.+?\s(?:named|called|titled|headed)\s+(?![^,]*\uE000)[^,]+?)(?:,\s+(?:with\s+)?|\s+with\s+)(?:the\s+|an?\s+)?(.+)$/su;

/** "Species bird": in such a list a field is said before its value. */
const TWO_WORDS = /(?<=^|,\s+(?:and\s+)?)(\p{Ll}{3,})\s(\p{Ll}{2,})(?=,|$)/gu;

/** "Add a pet called Kiwi, species bird, born on 3 March 2024": the form asks for the rest beside its name. */
export const makingNamed = firstOf((clause, reader) => {
  const [, named = '', fields = ''] = NAME_AND_FIELDS.exec(clause) ?? [];
  const filled = named === '' ? null : pairedAll(fields.replace(TWO_WORDS, '$1: $2'), reader);
  const made = filled === null ? null : makingOfName(named, reader);
  const last = made?.at(-1);
  return filled === null || made === null || last?.kind !== 'submit'
    ? null
    : [...made.slice(0, -1), ...filled, last];
}, makingOfName);
