import type { Instruction, Phrase } from '../../clause.ts';
import { ACTS, COMMANDS, NOUN_COMMANDS, oneOf } from '../../../words/vocabulary.ts';
import { LITERAL } from '../../literals.ts';
import { control } from './press-and-search.ts';
import { countOf } from '../../../words/counts.ts';
import { controlOfChosen, firstOf, form } from '../rule.ts';

/** "Enrol on Optics", "reply to Ada", "apply for the job". */
const ABOUT = /^\s+(?:to|with|all|for|in|on|into)\s+/iu;

/** Two words for one thing that is done to an entry. */
const ALIKE: readonly (readonly string[])[] = [
  ['delete', 'remove'],
  ['destroy', 'delete', 'remove'],
  ['hide', 'dismiss'],
  ['reorder', 'order again', 'buy again'],
  ['book', 'reserve', 'order'],
  ['get', 'take'],
  ['upgrade', 'switch', 'choose', 'select'],
  ['downgrade', 'switch', 'choose', 'select'],
  ['like', 'heart', 'add to favourites', 'save to favourites'],
  ['favourite', 'star', 'heart', 'add to favourites', 'save to favourites'],
];
function alike(verb: string): string[] {
  const own = verb.toLowerCase();
  return [...new Set(ALIKE.flatMap((verbs) => (verbs.includes(own) ? verbs : [])))].filter(
    (other) => other !== own,
  );
}

/** What is got by them is one of many. */
const OPEN_CHOICES = /^(?:book|buy|purchase|order|hire|rent|send|post)$/iu;

function countIn(said: string): number {
  if (said === 'twice') return 2;
  if (said === 'once' || said === 'one') return 1;
  return countOf(said);
}

/** Verbs of one control that turns something on and off: "star" it, and "unstar" it. */
const TURNING = /^(un-?)?(star|like|heart|favou?rite|follow|pin|bookmark|upvote|mute|flag)$/iu;

/** "Unstar the washer" presses what starred it, where no control has that name. */
function turning(verb: string, click: { kind: 'click'; target: Phrase }, item: Phrase | null): Instruction {
  const [, un, base] = TURNING.exec(verb) ?? [];
  if (base === undefined) return click;
  if (un === undefined) return { ...click, turns: 'on' };
  const named = (name: string): Phrase => ({ ...control(name), within: item });
  const target: Phrase = { ...named(base), apart: alike(base).map(named) };
  return { kind: 'either', ways: [[click], [{ kind: 'click', target, turns: 'off' }]] };
}

/** What people subscribe to, without saying which. */
const MAILINGS =
  /\b(?:the|your|our|my|this|weekly|monthly|daily|news\s?letters?|news|mailing\s+list|mailings?|e-?mails?|updates?|alerts?|offers?|bulletins?|digest|it|an?|and|all|free|account|trial|membership)\b|&/giu;

/** "… on https://…" says where. */
const WHERE = new RegExp(`\\s(?:on|at|from)\\s+(?:${LITERAL}|\\S*[./]\\S+)`, 'gu');

/** Phrases used instead of a button's name: "place the order". */
export const commanding = firstOf(
  // A box of that name does the same as a button.
  form(
    `((?:subscribe|sign|opt)(?:\\s+me)?(?:\\s+(?:up|in))?)\\s+(?:to|for)\\s+([^"“,:]+)`,
    ([verb = '', what], reader) => {
      const thing = reader.phrase(what);
      if (thing === null || thing.text === '' || /\s(?:with|using|as)\s/iu.test(what ?? '')) return null;
      const name = verb.replace(/\sme\b/iu, '');
      return {
        kind: 'choose',
        target: {
          ...control(`${name} to ${thing.text}`),
          apart: [
            { ...thing, kind: 'checkbox' },
            { ...control(name), within: thing },
          ],
        },
      };
    },
  ),
  form(
    `(?:subscribe|sign)(?:\\s+(?:me|us))?(?:\\s+up)?\\s+(?:to|for)\\s+(.+?)(?:\\s+(?:with|using|as)(?:\\s+(?:my\\s+)?e-?mail(?:\\s+address)?)?|\\s*[,:]\\s*(?:my\\s+|the\\s+)?e-?mail(?:\\s+address)?(?:\\s+is|\\s*:)?)\\s+(\\S+@\\S+)`,
    ([what = '', address], reader) => {
      const value = reader.value(address);
      if (value === null) return null;
      const sent: Instruction[] = [
        { kind: 'fill', target: { text: 'email', kind: null, ordinal: null, within: null }, value },
        { kind: 'submit' },
      ];
      // "Planning news" may be one of several that the form offers, and is never left out.
      const topic = what.replaceAll(WHERE, ' ').replaceAll(MAILINGS, ' ').replaceAll(/\s+/gu, ' ').trim();
      if (topic === '') return sent;
      const chosen = reader.phrase(topic);
      return chosen === null
        ? null
        : {
            kind: 'either',
            ways: [
              [{ kind: 'choose', target: chosen }, ...sent],
              [
                {
                  kind: 'select',
                  target: { text: '', kind: null, ordinal: null, within: null },
                  value: topic,
                },
                ...sent,
              ],
              [{ kind: 'find', target: chosen }, ...sent],
            ],
          };
    },
  ),
  form(
    `(?:increase|decrease|raise|lower|reduce|(?:turn|bring|put)(?=\\s.+\\s(?:up|down)\\s))\\s+(.+?)(?:\\s+(?:up|down))?\\s+to\\s+(\\d+(?:[.,]\\d+)?)\\s*(?:%|percent|degrees)?`,
    ([what, value = ''], reader) => {
      const target = reader.phrase(what);
      return target === null || target.text === ''
        ? null
        : { kind: 'set', target, value: value.replace(',', '.') };
    },
  ),
  // "Raise its priority to urgent".
  form(
    `(?:increase|decrease|raise|lower|reduce|bump|escalate)\\s+(?:up\\s+)?(.+?)(?:\\s+up)?\\s+to\\s+(${LITERAL}|[\\p{L}][\\p{L} -]*)`,
    ([what, words], reader) => {
      const target = reader.phrase(what);
      const value = reader.value(words);
      return target === null || target.text === '' || value === null
        ? null
        : [{ kind: 'set', target, value }, { kind: 'save' }];
    },
  ),
  form(
    `(increase|decrease|raise|lower|reduce)\\s+(?!.*\\sto\\s)(.+?)(?:\\s+by\\s+(\\d{1,2}|one|two|three|four|five)|\\s+(once|twice|(?:\\d{1,2}|two|three|four|five)\\s+times))?`,
    ([verb = '', what, by = '', times = ''], reader) => {
      const thing = reader.phrase(what);
      const count = countIn((by || times.replace(/\s+times$/iu, '') || 'one').toLowerCase());
      if (thing === null || thing.text === '' || count > 20) return null;
      const isMore = /^(?:increase|raise)$/iu.test(verb);
      const names = isMore ? ['Increase', 'Plus', 'More'] : ['Decrease', 'Reduce', 'Minus', 'Less'];
      const click: Instruction = {
        kind: 'click',
        target: {
          ...control(`${names[0]} ${thing.text}`),
          apart: [
            ...names.map((name) => control(`${name} ${thing.text}`)),
            ...names.map((name) => control(name)),
            { ...control(isMore ? '+' : '-'), quoted: true },
          ],
        },
      };
      const clicks = Array.from({ length: count }, () => click);
      const change: Instruction = { kind: 'change', target: thing, by: isMore ? count : -count };
      return by === '' ? clicks : { kind: 'either', ways: [clicks, [change]] };
    },
  ),
  form(`zoom\\s+(in|out)\\s+(twice|(?:\\d{1,2}|two|three|four|five)\\s+times)`, ([way = '', times = '']) => {
    const count = countIn(times.replace(/\s+times$/iu, '').toLowerCase());
    const named = [`Zoom ${way}`, /in/iu.test(way) ? '+' : '-'].map((name): Phrase => ({
      ...control(name),
      quoted: true,
    }));
    const [first = control(`Zoom ${way}`), ...others] = named;
    return count > 20
      ? null
      : Array.from({ length: count }, () => ({
          kind: 'click' as const,
          target: { ...first, apart: others },
        }));
  }),
  form(`give\\s+(.+?)\\s+an?\\s+(like|star|thumbs[\\s-]up|heart|upvote)`, ([what, name = ''], reader) => {
    const within = reader.phrase(what);
    return within === null ? null : { kind: 'click', target: { ...control(name), within }, turns: 'on' };
  }),
  form(
    `(?:submit|send)(?:\\s+(?:it|this|off|it\\s+off|the\\s+form|this\\s+form|the\\s+\\w+\\s+form))?`,
    () => ({ kind: 'submit' }),
  ),
  // "Copy the number into the search field and search".
  form(`(?:(?:run|start)\\s+the\\s+)?search`, (_groups, { before }) =>
    /\bsearch\b|^(?:enter|type|fill|choose|select|set|pick)\s/iu.test(before) ? { kind: 'submit' } : null,
  ),
  form(
    `(${oneOf([...COMMANDS, ...NOUN_COMMANDS, ...ACTS, 'download', 'email', 'e-mail', 'mail', 'text'])})\\s+(?:them|these|those)(?:\\s+all)?`,
    ([verb = ''], reader) => (reader.hasChosen ? controlOfChosen(verb, '', reader.before) : null),
  ),
  // "Request a repeat of Loratadine" is the control "Request repeat" of that.
  form(
    `(${oneOf([...COMMANDS, ...NOUN_COMMANDS, ...ACTS])})\\s+(an?|the|my)\\s+(\\p{Ll}[\\p{Ll} -]*?)(\\s+(?:of|for|from|to|on|in|with)\\s+)((?:the\\s+|my\\s+)?[^,:"]+)`,
    ([verb = '', article = '', noun = '', joint = '', item = ''], { masked, phrase }) => {
      const within = phrase(item);
      const thing = phrase(`${noun} of ${item}`);
      // Of many flights to Paris none is named.
      const isOpen = /^a/iu.test(article) && OPEN_CHOICES.test(verb);
      if (within === null || within.text === '' || thing === null || isOpen) return null;
      return {
        kind: 'click',
        target: {
          ...control(masked.meant(`${verb} ${noun}${joint}${item}`.replaceAll(/\s+(?:the|my)(?=\s)/giu, ''))),
          apart: [
            { ...control(`${verb} ${noun}`), within },
            { ...control(verb), within: thing },
            { ...control(verb), within },
          ],
        },
      };
    },
  ),
  // "Request a quote" is pressed only where the page says just that; a thing of which there are many is not chosen.
  form(
    `(${oneOf([...COMMANDS, ...NOUN_COMMANDS, ...ACTS, 'open', 'get', 'take', 'find', 'set up', 'do'])})(?:\\s+(?:me|us))?\\s+(an?|some)\\s+((?:[\\p{L}-]+\\s?){1,3})`,
    ([verb = '', article = '', what = ''], { phrase }) => {
      const named = (text: string): Phrase => ({ ...control(text), quoted: true });
      return phrase(what) === null
        ? null
        : {
            kind: 'click',
            target: {
              ...named(`${verb} ${article} ${what}`),
              apart: [verb, ...alike(verb)]
                .flatMap((other) => [
                  `${other} ${article} ${what}`,
                  `${other} ${what}`,
                  `${other} me ${article} ${what}`,
                  `${other} me ${what}`,
                ])
                .map(named),
            },
          };
    },
  ),
  form(`(?:change|update)\\s+(?:it|them)`, () => ({ kind: 'submit' })),
  // "End the standing order".
  form(`(end)\\s+(?:the|my|our|this)\\s+([\\p{L} -]+)`, ([verb = '', what = '']) => ({
    kind: 'click',
    target: control(`${verb} ${what}`),
  })),
  // "Check me in" is what a control "Check in" does.
  form(
    `(check|sign|log|clock|opt|count|book)\\s+(?:me|us)\\s+(in|out|up|off)`,
    ([verb = '', particle = '']) => ({ kind: 'click', target: control(`${verb} ${particle}`) }),
  ),
  form(
    `(${oneOf([...COMMANDS, ...NOUN_COMMANDS, ...ACTS])})(\\s+.+)?`,
    ([verb = '', object = ''], { masked, phrase, topic }) => {
      if (object !== '' && !/^\s+it$/iu.test(object) && phrase(object.replace(ABOUT, '')) === null)
        return null;
      const words = object
        .trim()
        .split(/\s+/u)
        .filter((word) => word !== '' && !/^(?:the|my|your|this|all|it)$/iu.test(word))
        .filter((word) => word !== 'again' || !/^(?:log|sign)/iu.test(verb));
      if (words.length > 6 || words.some((word) => /^(?:an?|some|any|me|us|using|as|that|is)$/iu.test(word)))
        return null;
      if (words.some((word) => /["“”,:]/u.test(word))) return null;
      const target = control(masked.meant([verb, ...words].join(' ')));
      const item = object === '' || /^\s+it$/iu.test(object) ? topic : phrase(object.replace(ABOUT, ''));
      // "Watch this ticket": the control of that name on its page.
      const own = /^\s+this\s+\p{Ll}+$/u.test(object) ? [{ ...control(verb), quoted: true as const }] : [];
      const click = {
        kind: 'click' as const,
        target:
          item === null
            ? {
                ...target,
                apart: alike(verb).map((name) => ({
                  ...control([name, ...words].join(' ')),
                  quoted: true as const,
                })),
              }
            : {
                ...target,
                apart: [
                  { ...control(verb), within: item },
                  ...own,
                  ...alike(verb).flatMap((name) =>
                    ['', 'the ', 'my ', 'a '].map((article) => ({
                      ...control(`${name} ${article}${words.join(' ')}`),
                      quoted: true as const,
                    })),
                  ),
                  ...alike(verb).map((name) => ({ ...control(name), within: item })),
                ],
              },
      };
      return turning(verb, click, item);
    },
  ),
);
