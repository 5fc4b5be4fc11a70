import type { Instruction, Phrase } from '../clause.ts';
import { KEYS, MODIFIERS } from '../nouns.ts';
import { ACTS, COMMANDS, NOUN_COMMANDS, oneOf, VERBS } from '../vocabulary.ts';
import { ADDRESS, SITE, urlOf } from './navigating.ts';
import { readNamed } from '../phrase.ts';
import { controlOfChosen, firstOf, form, type Reader } from './rule.ts';

function control(text: string): Phrase {
  return { text, kind: 'control', ordinal: null, within: null };
}

const NUMBERS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10 };

function keyOf(spoken: string): string | null {
  const name = spoken.toLowerCase().replaceAll(/\s+/gu, ' ');
  const named = KEYS.get(name);
  if (named !== undefined) return named;
  if (/^f\d{1,2}$/iu.test(name)) return name.toUpperCase();
  const chord = name.split(/\s?\+\s?/u);
  if (chord.length < 2) return null;
  const last = chord.at(-1) ?? '';
  const modifiers = chord.slice(0, -1).map((part) => MODIFIERS.get(part));
  const key = KEYS.get(last) ?? (last.length === 1 ? last.toUpperCase() : undefined);
  return key === undefined || modifiers.includes(undefined) ? null : [...modifiers, key].join('+');
}

export const pressing = form(
  `(?:press|hit|push|strike|use)\\s+(?:on\\s+)?(?:the\\s+)?(.+?)(?:\\s+key)?(?:\\s+on\\s+(?:the|your)\\s+keyboard)?`,
  ([words = '']) => {
    const key = keyOf(words);
    return key === null ? null : { kind: 'press', key };
  },
);

export const clicking = firstOf(
  form(`${oneOf(VERBS.doubleclick)}\\s+(.+)`, ([words], reader) => aimed('doubleclick', words, reader)),
  form(`${oneOf(VERBS.click)}\\s+(.+)`, ([words], reader) => aimed('click', words, reader)),
  form(`(?:switch|change)\\s+to\\s+(?:the\\s+)?(.+?)\\s+tab`, ([words], reader) => {
    const target = reader.phrase(words);
    return target === null ? null : { kind: 'click', target: { ...target, kind: 'tab' } };
  }),
  form(`${oneOf(VERBS.hover)}\\s+(.+)`, ([words], reader) => aimed('hover', words, reader)),
);

function aimed(kind: 'click' | 'doubleclick' | 'hover', words: string | undefined, reader: Reader) {
  const target = reader.phrase(words);
  return target === null ? null : { kind, target };
}

/** A click cannot specify a destination or a file name. */
const BEYOND_A_CLICK = /^(?:all|both)\s|\s(?:as|to|into|from|via)\s/iu;

/** "Download the May invoice" may be the link "Download" of that invoice. */
function withDownloadOf(target: Phrase): Phrase {
  if (target.quoted === true || target.text === '' || target.within !== null) return target;
  const own: Phrase = { ...control('Download'), within: { ...target, kind: null } };
  return { ...target, apart: [...(target.apart ?? []), own, { ...own, text: 'PDF' }] };
}

export const downloading = form(`${oneOf(VERBS.download)}\\s+(.+)`, ([words = ''], reader) => {
  const target = BEYOND_A_CLICK.test(words) ? null : reader.phrase(words);
  return target === null || target.text.includes('://')
    ? null
    : { kind: 'download', target: withDownloadOf(target) };
});

/** "Two teapots" would be one click too few. */
const SEVERAL = /^(?:\d+\s*x?|two|three|four|five|six|both|some)\s/iu;

/** "Three Milk Jugs" sets the quantity first; without such a field nothing is added. */
const COUNTED = /^(\d{1,3}|two|three|four|five|six|ten)\s*(?:x|of)?\s+(?:of\s+)?(?:the\s+)?(.+)$/iu;

const ALL_OF_THEM =
  /^(?:all|each|every\s+one|both)(?:\s+of)?(?:\s+(?:them|these|those|the\s+(?:results|products|items)|products|items|results))?$|^(?:every|each)\s+(?:product|item|result|one)$/iu;

const CONTAINER = '(cart|basket|bag|wish\\s?list|favourites|favorites)';

/** "Add it to the cart", "remove the jug from the basket": the button of an item. */
export const shopping = firstOf(
  form(
    `(add|put|save)(?:\\s+(.+?))?\\s+(?:to|in|into|on)\\s+(?:the\\s+|my\\s+|your\\s+)?(?:shopping\\s+)?${CONTAINER}`,
    (groups, reader) => {
      const [verb = '', said = '', container = ''] = groups;
      // "A Blue Hosta" is the one of that name; "a plant" leaves the choice open.
      const item = said.replace(/^(?:[Aa]n?\s+(?=\p{Lu})|both\s+(?=.+\sand\s))/u, '');
      const add: Phrase = {
        text: `Add to ${container.toLowerCase()}`,
        kind: 'button',
        ordinal: null,
        within: null,
      };
      if (/^(?:|it|this|that|this\s+(?:item|product)|the\s+(?:item|product))$/iu.test(item))
        return { kind: 'click', target: { ...add, within: reader.topic } };
      if (ALL_OF_THEM.test(item)) return { kind: 'click', target: { ...add, every: true } };
      const [, amount = '', several] = COUNTED.exec(item) ?? [];
      if (several === undefined && SEVERAL.test(item)) return null;
      const within = readNamed(several ?? item, reader.masked);
      if (within === null) return null;
      // A heart may be called "Save the Milk Jug to the wish list".
      const whole = {
        ...add,
        kind: null,
        text: `${verb} ${within.text} to ${container}`,
      };
      const saves = ['Save', 'Put'].map((other) => ({ ...add, within, text: `${other} to ${container}` }));
      const click: Instruction = { kind: 'click', target: { ...add, within, apart: [whole, ...saves] } };
      const value = String(NUMBERS[amount.toLowerCase()] ?? amount);
      const quantity: Phrase = { text: 'quantity', kind: null, ordinal: null, within };
      return several === undefined ? click : [{ kind: 'set', target: quantity, value }, click];
    },
  ),
  form(
    `(?:remove|delete)\\s+(.+?)\\s+from\\s+(?:the\\s+|my\\s+)?(?:shopping\\s+)?${CONTAINER}`,
    ([item = ''], reader) => {
      const remove: Phrase = { text: 'Remove', kind: 'button', ordinal: null, within: null };
      if (/^(?:it|this|that)$/iu.test(item)) return { kind: 'click', target: remove };
      const within = SEVERAL.test(item) ? null : reader.phrase(item);
      return within === null ? null : { kind: 'click', target: { ...remove, within } };
    },
  ),
);

/** "Enrol on Optics", "reply to Ada", "apply for the job". */
const ABOUT = /^\s+(?:to|with|all|for|in|on|into)\s+/iu;

/** Two words for one thing that is done to an entry. */
const ALIKE: readonly (readonly string[])[] = [
  ['delete', 'remove'],
  ['hide', 'dismiss'],
  ['book', 'reserve', 'order'],
  ['get', 'take'],
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
    `(?:subscribe|sign\\s+(?:me\\s+)?up)\\s+(?:to|for)\\s+.+?\\s+(?:with|using|as)\\s+(\\S+@\\S+)`,
    ([address], reader) => {
      const value = reader.value(address);
      return value === null
        ? null
        : [
            { kind: 'fill', target: { text: 'email', kind: null, ordinal: null, within: null }, value },
            { kind: 'submit' },
          ];
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
  form(
    `(increase|decrease|raise|lower|reduce)\\s+(?!.*\\sto\\s+\\d)(.+?)(?:\\s+by\\s+(\\d{1,2}|one|two|three|four|five)|\\s+(once|twice|(?:\\d{1,2}|two|three|four|five)\\s+times))?`,
    ([verb = '', what, by = '', times = ''], reader) => {
      const thing = reader.phrase(what);
      const said = (by || times.replace(/\s+times$/iu, '') || 'one').toLowerCase();
      const count = said === 'twice' ? 2 : /^(?:once|one)$/u.test(said) ? 1 : (NUMBERS[said] ?? Number(said));
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
      return Array.from({ length: count }, () => click);
    },
  ),
  form(`give\\s+(.+?)\\s+an?\\s+(like|star|thumbs[\\s-]up|heart|upvote)`, ([what, name = ''], reader) => {
    const within = reader.phrase(what);
    return within === null ? null : { kind: 'click', target: { ...control(name), within } };
  }),
  form(
    `(?:submit|send)(?:\\s+(?:it|this|off|it\\s+off|the\\s+form|this\\s+form|the\\s+\\w+\\s+form))?`,
    () => ({ kind: 'submit' }),
  ),
  form(
    `(${oneOf([...COMMANDS, ...NOUN_COMMANDS, ...ACTS])})\\s+(?:them|these|those)(?:\\s+all)?`,
    ([verb = ''], reader) => (reader.hasChosen ? controlOfChosen(verb, '') : null),
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
        .filter((word) => word !== '' && !/^(?:the|my|your|this|all|it)$/iu.test(word));
      if (words.length > 6 || words.some((word) => /^(?:an?|some|any|me|us|using|as|that|is)$/iu.test(word)))
        return null;
      if (words.some((word) => /["“”,:]/u.test(word))) return null;
      const target = control(masked.meant([verb, ...words].join(' ')));
      const item = object === '' || /^\s+it$/iu.test(object) ? topic : phrase(object.replace(ABOUT, ''));
      return {
        kind: 'click',
        target:
          item === null
            ? target
            : {
                ...target,
                apart: [
                  { ...control(verb), within: item },
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
    },
  ),
);

const USER =
  '(?:(?:the\\s+)?(?:user\\s?name|user\\s+id|user|\\p{L}+\\s+(?:number|id|no\\.?|name|code)|id|e-?mail(?:\\s+address)?|login|account|credentials)\\s*:?\\s+)?(?:as\\s+)?';
const SECRET = '(?:password|pass\\s?word|passphrase|passcode|pass|pwd|pw|pin)';
const PASSWORD = `(?:\\s*[,;/(]\\s*|\\s+)(?:(?:and|with|using)\\s+)*(?:(?:with|using)\\s+)?(?:the\\s+|my\\s+)?${SECRET}(?:\\s+is)?\\s*[:=]?\\s+`;
const WHERE = `(?:\\s+(?:to\\s+|into\\s+|on\\s+|at\\s+)?(?:${SITE}${ADDRESS}|(?:the|this|my)\\s+[\\w ]+?))?`;

const STAYING =
  '(?:,|\\s)\\s*(?:and\\s+)?(?:stay|keep\\s+me|remember\\s+me)(?:\\s+(?:logged|signed)\\s+in)?(?:\\s+on\\s+this\\s+\\p{L}+)?';

/** The user and the password by their names, or as a pair: "as ada with …", "with ada / …". */
export const signingIn = firstOf(
  ...[PASSWORD, '\\s*[/:]\\s*', '\\s+(?:and|with|using)\\s+(?=\\S+$)', ',\\s+(?=\\S+$)'].map((between) =>
    form(
      `${oneOf(VERBS.login)}${WHERE}(?:\\s+(?:as|with|using)\\s+|\\s*\\(\\s*(?:with\\s+)?)(?:(?:the\\s+)?user\\s+)?${USER}(\\S+?|[^,/]+?)${between}(\\S+?|.+?)\\)?(${STAYING})?`,
      ([where = '', user, password, stays = ''], reader) => {
        const name = reader.value(user);
        const secret = reader.value(password);
        const url = where === '' ? null : urlOf(reader.masked.meant(where));
        if (name === null || secret === null || (where !== '' && url === null)) return null;
        const login: Instruction = {
          kind: 'login',
          user: name,
          password: secret,
          ...(stays !== '' && { stays: true as const }),
        };
        return url === null ? login : [{ kind: 'open', url }, login];
      },
    ),
  ),
);

export const searching = form(
  `${oneOf(VERBS.search)}\\s+(?:(?:the|this)\\s+(?:\\w+\\s+)?(?:shop|site|website|store|page|catalogue|catalog)\\s+for\\s+)?(.+?)(?:\\s+(?:in|on|within|at)\\s+(?:the|this)\\s+(?:\\w+\\s+)?(?:shop|site|website|store|page|catalogue|catalog|search\\s+(?:box|bar|field)))?`,
  ([words], reader) => {
    const query = reader.value(words);
    return query === null ? null : { kind: 'search', query };
  },
);
