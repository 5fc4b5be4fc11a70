import type { Instruction, Phrase } from '../../clause.ts';
import { called, plain } from '../named-phrases.ts';
import { firstOf, form, type Reader } from '../rule.ts';

/** A box or switch of one of the names, else a control of that name. */
function boxOr(
  kind: 'check' | 'uncheck',
  names: readonly string[],
  controls: readonly string[],
): Instruction[] {
  return [
    {
      kind: 'either',
      ways: [
        [{ kind, target: { ...called(names), apart: names.slice(1).map((text) => plain(text)) } }],
        [{ kind: 'click', target: called(controls, 'control') }],
      ],
    },
  ];
}

/** The words of a thing, without what does not belong to its name. */
function nameOf(what: string, { phrase }: Reader): string {
  const target = phrase(what.replace(/^(?:any|all|any\s+more|receiving|getting)\s+/iu, ''));
  return target === null || target.kind !== null || target.ordinal !== null ? '' : target.text;
}

const WHAT = "((?:(?:the|your|our|any|all)\\s+)?[\\p{L}][\\p{L}&’' -]*?)(?:\\s+any\\s?more)?";

/** "Unsubscribe from the newsletter", "stop sending me offers": a box that is no longer ticked, or a control that does it. */
const leaving = firstOf(
  ...[
    '(?:unsubscribe|opt)(?:\\s+(?:me|us))?\\s+(?:from|out\\s+of|out\\s+from)',
    "(?:stop|don['’]?t|do\\s+not|never)\\s+send(?:ing)?\\s+(?:me|us)",
    "(?:I|we)\\s+(?:no\\s+longer\\s+want|(?:don['’]?t|do\\s+not)\\s+want)(?:\\s+to\\s+(?:get|receive))?",
    'no\\s+more(?=\\s+\\p{L}+s$)',
  ].map((words) =>
    form(`${words}\\s+${WHAT}`, ([what = ''], reader) => {
      const name = nameOf(what, reader);
      return name === ''
        ? null
        : boxOr(
            'uncheck',
            [name, `Send me ${name}`, `Receive ${name}`],
            [`Unsubscribe from ${name}`, `Stop ${name}`, 'Unsubscribe', 'Opt out'],
          );
    }),
  ),
);

/** "Sharing my data" is what the box "Share my data" is about. */
function infinitives(what: string): string[] {
  const [, stem = '', rest = ''] = /^(\p{L}+)ing\b(.*)$/iu.exec(what) ?? [];
  return stem === '' ? [] : [`${stem}${rest}`, `${stem}e${rest}`, `${stem.replace(/(.)\1$/u, '$1')}${rest}`];
}

/** "Allow sharing my purchases", "forbid cookies for advertising". */
const allowing = form(
  `(allow|permit|stop|forbid|disallow|deny|prevent)\\s+((?:the\\s+|my\\s+)?\\p{L}+ing\\s+[\\p{L} -]+|[\\p{Ll}]+(?:\\s\\p{Ll}+){0,3})`,
  ([verb = '', what = ''], reader) => {
    const isOn = /^(?:allow|permit)$/iu.test(verb);
    const isGerund = /^\p{L}+ing\s/iu.test(what);
    if (!isOn && !isGerund) return null;
    const name = nameOf(what, reader);
    if (name === '') return null;
    const short = what.replaceAll(/\b(?:the|my)\s+/giu, '');
    const names = [...new Set([name, `Allow ${name}`, ...infinitives(name), ...infinitives(short)])];
    return boxOr(
      isOn ? 'check' : 'uncheck',
      names,
      [verb, ...(isOn ? ['Allow'] : [])].map((first) => `${first} ${name}`),
    );
  },
);

/** "Make the Leeds address my default": the control or the choice of it that does so. */
const makingDefault = form(
  `(?:make|set|use|choose)\\s+(.+?)\\s+(?:as\\s+|to\\s+be\\s+|be\\s+)?(?:the\\s+|my\\s+|our\\s+|a\\s+)?(default|primary|main|preferred)(?:\\s+(address|card|one|payment\\s+method|method|contact|account|number))?`,
  ([what, state = '', noun = ''], reader) => {
    const within = reader.phrase(what);
    if (within === null || (within.text === '' && within.ordinal === null)) return null;
    const names = ['Make', 'Set as', 'Use as', 'Make this', 'Make it'].flatMap((first) => [
      `${first} ${state}`,
      ...(noun === '' ? [] : [`${first} ${state} ${noun}`]),
    ]);
    const placed = (text: string, kind: Phrase['kind']): Phrase => ({ ...plain(text), kind, within });
    const others = [...names.slice(1), state];
    return {
      kind: 'either',
      ways: [
        [
          {
            kind: 'click',
            target: {
              ...placed(`Make ${state}`, 'control'),
              apart: others.map((text) => placed(text, 'control')),
            },
          },
        ],
        [{ kind: 'check', target: { ...placed('', 'radio') } }],
        [{ kind: 'check', target: { ...placed(state, 'checkbox') } }],
      ],
    };
  },
);

const OFTEN = /\b(?:daily|weekly|fortnightly|monthly|quarterly)(?=\s)/iu;

/** "Subscribe ana@… to the monthly newsletter": the address is written where it is asked for, and sent. */
const subscribing = form(
  `(?:subscribe|sign\\s+up|register)\\s+(\\S+@\\S+)\\s+(?:to|for)\\s+(.+)`,
  ([address, letter = ''], reader) => {
    const value = reader.value(address);
    const [often] = OFTEN.exec(letter) ?? [];
    return value === null
      ? null
      : [
          { kind: 'fill', target: called(['email', 'email address', 'newsletter']), value },
          ...(often === undefined ? [] : [{ kind: 'choose' as const, target: plain(often) }]),
          { kind: 'submit' },
        ];
  },
);

/** "Assign ticket 17 to Carla": her name in its list of people, or a control of it that says so. */
const assigning = form(
  `(?:assign|reassign|hand\\s+over|delegate)\\s+(.+?)\\s+to\\s+(.+)`,
  ([what, whom], reader) => {
    // "This ticket" is what the page is about.
    const isThis = /^(?:this|it$)/iu.test((what ?? '').trim()) && reader.topic === null;
    const within = isThis ? null : reader.phrase(what);
    const value = reader.value(whom);
    if ((within === null && !isThis) || value === null || /\s(?:and|or)\s/iu.test(value)) return null;
    // "The ticket" is the one that the page is about, where it has no list of them.
    const isKind = /^the\s+\p{Ll}+$/u.test((what ?? '').trim());
    const people = ['assignee', 'assigned to', 'assign to', 'owner', 'agent', 'responsible', 'handled by'];
    const placed = (text: string): Phrase => ({ ...plain(text), within });
    const [first = '', ...others] = people;
    return {
      kind: 'either',
      ways: [
        [{ kind: 'select', target: { ...placed(first), apart: others.map((text) => placed(text)) }, value }],
        [{ kind: 'click', target: { ...placed(`Assign to ${value}`), kind: 'control', quoted: true } }],
        ...(isKind ? [[{ kind: 'send' as const, verb: 'assign', noun: 'assignee', value }]] : []),
      ],
    };
  },
);

/** What a customer wants to get or not, and what is to be used unless something else is said. */
export const preferring = firstOf(leaving, subscribing, makingDefault, allowing, assigning);
