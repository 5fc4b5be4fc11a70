import type { Phrase } from '../clause.ts';
import { isLiteral, LITERAL } from '../literals.ts';
import { oneOf, VERBS, words } from '../../words/vocabulary.ts';
import { clicking, pressing } from './actions/press-and-search.ts';
import { each, enumerated, firstOf, form } from './rule.ts';

const NOTHING_NAMED: Phrase = { text: '', kind: null, ordinal: null, within: null };
const STARTS = words(`launch | start | start up | run`);
const OPENS = words(`open | open up | bring up | load`);
const AN_APPLICATION = '(?:(?:the\\s+)?(?:app|application|program|programme)\\s+)?(?:called\\s+)?';
const ARROW = /\s*(?:>|→|›|»|->)\s*/u;
/** A text that stands for another one is not to be typed: "a short letter". */
const NOT_VERBATIM = /^(?:an?|some|the|my|your|our|his|her|its|something|anything|it|that|this)\s/iu;

/** "Open mousepad": an application, or what is called so in one that is open. */
const launching = firstOf(
  form(
    `${oneOf(STARTS)}\\s+${AN_APPLICATION}(.+?)(?:\\s+(?:app|application))?`,
    ([name = ''], { masked }) => ({
      kind: 'launch',
      application: masked.meant(name).replace(/^the\s+/iu, ''),
      target: null,
    }),
  ),
  form(
    `${oneOf(OPENS)}\\s+${AN_APPLICATION}(.+?)(?:\\s+(?:app|application))?`,
    ([name = ''], { masked, phrase }) => {
      const target = phrase(name);
      // "Open the File menu" says that it is no application.
      return target === null || target.kind !== null || /:\/\//u.test(target.text)
        ? null
        : { kind: 'launch', application: masked.meant(name).replace(/^the\s+/iu, ''), target };
    },
  ),
);

/** "File > Save As". */
const choosingFromMenus = firstOf(
  form(
    `${oneOf([...VERBS.click, ...VERBS.choose, ...VERBS.open, 'use'])}\\s+(.+?\\s*(?:>|→|›|»|->)\\s*.+)`,
    ([path = ''], { masked }) => {
      const names = each(path.split(ARROW), (part) => {
        const name = masked.meant(part.replace(/^the\s+|\s+menu$/giu, '')).trim();
        return name === '' ? null : name;
      });
      return names === null ? null : { kind: 'menu', path: names };
    },
  ),
  form(
    `${oneOf([...VERBS.click, ...VERBS.choose])}\\s+(.+?)\\s+(?:from|in|under)\\s+(?:the\\s+)?(.+?)\\s+menu`,
    ([item = '', menu = ''], { masked }) => ({
      kind: 'menu',
      path: [menu, item].map((part) => masked.meant(part.replace(/^the\s+/iu, '')).trim()),
    }),
  ),
);

const DOCUMENT = '(?:it|this|that|the\\s+(?:file|document|text|note|letter|list)|everything)';
const OVERWRITING =
  /\s*,?\s+(?:and\s+)?(?:replace|overwrite|replacing|overwriting)(?:\s+(?:it|the\s+\S+(?:\s+\S+)?))?$/iu;

const savingAs = form(
  `save\\s+(?:${DOCUMENT}\\s+)?(?:as|under|to)\\s+(?:(?:the\\s+name|(?:a|the)\\s+file(?:\\s+(?:called|named))?)\\s+)?(.+)`,
  ([said = ''], reader) => {
    const name = said.replace(OVERWRITING, '');
    const file = / and /iu.test(name) ? null : reader.value(name);
    return file === null ? null : { kind: 'saveas', file, overwrite: name !== said };
  },
);

/** "Click "Save" in mousepad". */
const clickingIn = form(
  `${oneOf(VERBS.click)}\\s+(.*${LITERAL}(?:\\s+[\\p{L} ]+?)?)\\s+(?:in|of)\\s+(?:the\\s+)?([\\p{L}\\d ._-]+)`,
  ([what, where], { phrase }) => {
    const [target, within] = [phrase(what), phrase(where)];
    return target === null || within === null ? null : { kind: 'click', target: { ...target, within } };
  },
);

/** "Press 1, 2, + and 3": one key of a keypad after the other. */
const keypad = form(`${oneOf(VERBS.click)}\\s+(.+)`, ([said = ''], { masked }) => {
  const isSpaced = /^\S(?:\s+\S)+$/u.test(said);
  const keys = isSpaced ? said.split(/\s+/u) : enumerated(said);
  const isKeypad = keys.length > 1 && keys.every((key) => isLiteral(key) || key.length <= 2);
  return isKeypad
    ? keys.map((key) => ({
        kind: 'click',
        target: { ...NOTHING_NAMED, text: masked.meant(key), quoted: true },
      }))
    : null;
});

const typingVerbatim = form(`(?:type|type\\s+in|enter|key\\s+in)\\s+(.+)`, ([said = ''], reader) => {
  const value = NOT_VERBATIM.test(said) ? null : reader.value(said);
  return value === null ? null : { kind: 'fill', target: null, value };
});

const SHOWN = '(?:text|contents?|result|display|number|value)';

/** What an application or one of its fields shows. */
const reading = firstOf(
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?what\\s+(.+?)\\s+(?:shows?|says?|displays?|reads?|holds?|contains?)`,
    ([what], reader) => valueOf(reader.phrase(asNamed(what)) ?? itself(what)),
  ),
  form(
    `what\\s+(?:does|do)\\s+(.+?)\\s+(?:show|say|display|read|hold|contain)(?:\\s+now)?`,
    ([what], reader) => valueOf(reader.phrase(asNamed(what)) ?? itself(what)),
  ),
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?what\\s+(?:is|stands)\\s+(?:shown|written|displayed)?\\s*(?:in|on|by)\\s+(.+)`,
    ([what], reader) => valueOf(reader.phrase(what)),
  ),
  form(
    `${oneOf(VERBS.read)}\\s+(?:the\\s+)?(?:whole\\s+)?${SHOWN}(?:\\s+(?:of|in|on|from)\\s+(.+))?`,
    ([what = ''], reader) => valueOf(what === '' ? NOTHING_NAMED : reader.phrase(what)),
  ),
  form(`what\\s+is\\s+the\\s+${SHOWN}`, () => valueOf(NOTHING_NAMED)),
);

function asNamed(said: string | undefined): string {
  return (said ?? '').replace(/^(?:does|do)\s+/iu, '');
}

function itself(said: string | undefined): Phrase | null {
  return /^(?:it|this|that)$/iu.test((said ?? '').trim()) ? NOTHING_NAMED : null;
}

function valueOf(of: Phrase | null) {
  return of === null ? null : { kind: 'read' as const, question: { what: 'value' as const, of } };
}

/** "Check that it shows 36". */
const checking = form(
  `${oneOf(VERBS.verify)}\\s+(?:that\\s+)?(.+?)\\s+(?:shows?|says?|displays?|reads?|holds?|contains?)\\s+(.+)`,
  ([what, said], reader) => {
    const asked = valueOf(reader.phrase(what) ?? itself(what));
    const text = reader.value(said);
    return asked === null || text === null
      ? null
      : { kind: 'verify', sight: { question: asked.question, text } };
  },
);

/** What is said of a desktop only; they come before the rules for pages. */
export const onDesktopFirst = firstOf(
  choosingFromMenus,
  savingAs,
  checking,
  reading,
  launching,
  pressing,
  keypad,
  clickingIn,
  clicking,
);
/** The same, where nothing else was understood. */
export const onDesktopLast = typingVerbatim;
