import type { Phrase } from '../clause.ts';
import { KEYS, MODIFIERS } from '../nouns.ts';
import { COMMANDS, oneOf, VERBS } from '../vocabulary.ts';
import { firstOf, form, type Reader } from './rule.ts';

const control = (text: string): Phrase => ({ text, kind: 'control', ordinal: null, within: null });

const keyOf = (spoken: string): string | null => {
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
};

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

const aimed = (kind: 'click' | 'doubleclick' | 'hover', words: string | undefined, reader: Reader) => {
  const target = reader.phrase(words);
  return target === null ? null : { kind, target };
};

/** Where to, and as what, is not for a click to say. */
const BEYOND_A_CLICK = /^(?:all|both)\s|\s(?:as|to|into|from|via)\s/iu;

export const downloading = form(`${oneOf(VERBS.download)}\\s+(.+)`, ([words = ''], reader) => {
  const target = BEYOND_A_CLICK.test(words) ? null : reader.phrase(words);
  return target === null || target.text.includes('://') ? null : { kind: 'download', target };
});

/** "Two teapots" would be one click too few. */
const SEVERAL = /^(?:\d+\s*x?|two|three|four|five|six|both|some)\s/iu;

const CONTAINER = '(cart|basket|bag|wish\\s?list|favourites|favorites)';

/** "Add it to the cart", "remove the jug from the basket": the button of an item. */
export const shopping = firstOf(
  form(
    `(?:add|put)\\s+(.+?)\\s+(?:to|in|into)\\s+(?:the\\s+|my\\s+|your\\s+)?(?:shopping\\s+)?${CONTAINER}`,
    (groups, reader) => {
      const [item = '', container = ''] = groups;
      const add: Phrase = {
        text: `Add to ${container.toLowerCase()}`,
        kind: 'button',
        ordinal: null,
        within: null,
      };
      if (/^(?:it|this|that|this\s+(?:item|product)|the\s+(?:item|product))$/iu.test(item))
        return { kind: 'click', target: add };
      const within = SEVERAL.test(item) ? null : reader.phrase(item);
      return within === null ? null : { kind: 'click', target: { ...add, within } };
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

/** What people say instead of naming the button: "place the order". */
export const commanding = firstOf(
  form(`submit(?:\\s+(?:it|the\\s+form|this\\s+form|the\\s+\\w+\\s+form))?`, () => ({ kind: 'submit' })),
  form(`(${oneOf(COMMANDS)})(\\s+.+)?`, ([verb = '', object = ''], { masked, phrase }) => {
    if (
      object !== '' &&
      !/^\s+it$/iu.test(object) &&
      phrase(object.replace(/^\s+(?:to|with|all)\s+/iu, '')) === null
    )
      return null;
    const words = object
      .trim()
      .split(/\s+/u)
      .filter((word) => word !== '' && !/^(?:the|my|your|this|all|it)$/iu.test(word));
    if (
      words.length > 4 ||
      words.some((word) => /^(?:an?|some|any|me|us|with|using|as|that|is)$/iu.test(word))
    )
      return null;
    if (words.some((word) => /["“”,:]/u.test(word))) return null;
    return { kind: 'click', target: control(masked.meant([verb, ...words].join(' '))) };
  }),
);

const USER =
  '(?:(?:the\\s+)?(?:user\\s?name|user|e-?mail(?:\\s+address)?|login|account|credentials)\\s*:?\\s+)?(?:as\\s+)?';
const PASSWORD =
  '(?:\\s*[,;/]\\s*|\\s+)(?:(?:and|with|using)\\s+)*(?:(?:with|using)\\s+)?(?:the\\s+)?(?:password|pass\\s?word|passphrase)\\s*:?\\s+';

export const signingIn = firstOf(
  ...[PASSWORD, '\\s*/\\s*', '\\s+and\\s+(?=\\S+$)'].map((between) =>
    form(
      `${oneOf(VERBS.login)}(?:\\s+(?:to|into|on|at)?\\s*(?:the|this)\\s+[\\w ]+?)?\\s+(?:as|with|using)\\s+${USER}(\\S+?|[^,/]+?)${between}(\\S+|.+)`,
      ([user, password], reader) => {
        const name = reader.value(user);
        const secret = reader.value(password);
        return name === null || secret === null ? null : { kind: 'login', user: name, password: secret };
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
