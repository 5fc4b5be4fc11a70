import type { Instruction, Phrase } from '../../clause.ts';
import { KEYS, MODIFIERS } from '../../nouns.ts';
import { countOf } from '../../../words/counts.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { firstOf, form, type Reader } from '../rule.ts';

/** A button or link of that name. */
export function control(text: string): Phrase {
  return { text, kind: 'control', ordinal: null, within: null };
}

const MAX_CLICKS = 20;

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
  // "Open its menu"
  form(`(?:open|click|press)(?:\\s+on)?\\s+its\\s+(?:\\p{L}+\\s+)?menu`, (_groups, { topic }) =>
    topic === null
      ? null
      : { kind: 'click', target: { text: '', kind: 'menu', ordinal: null, within: topic } },
  ),
  form(`${oneOf(VERBS.doubleclick)}\\s+(.+)`, ([words], reader) => aimed('doubleclick', words, reader)),
  form(
    `${oneOf(VERBS.click)}\\s+(.+?)\\s+(?:(twice)|(\\d{1,2}|two|three|four|five|six|ten)\\s+times)`,
    ([words, twice = '', number = ''], reader) => {
      const click = aimed('click', words, reader);
      const count = twice === '' ? countOf(number) : 2;
      return click === null || count > MAX_CLICKS ? null : Array.from({ length: count }, () => click);
    },
  ),
  // "Find Ada and click her phone number"
  form(`${oneOf(VERBS.click)}\\s+(?:its|his|her|their)\\s+(.+)`, ([words], reader) => {
    const target = reader.topic === null ? null : reader.phrase(words);
    if (target === null) return null;
    return target.within === null && target.text !== ''
      ? { kind: 'click', target: { ...target, within: reader.topic, apart: [target] } }
      : { kind: 'click', target };
  }),
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
const BEYOND_A_CLICK = /^(?:all|both)\s|\s(?:as|to|into|via)\s|\sfrom\s+(?:the\s|\uE000|\S*[./]\S)/iu;

/** "Download the May invoice" may be the link "Download" of that invoice. */
function withDownloadOf(target: Phrase): Phrase {
  if (target.quoted === true || target.text === '' || target.within !== null) return target;
  const own: Phrase = { ...control('Download'), within: { ...target, kind: null } };
  return { ...target, apart: [...(target.apart ?? []), own, { ...own, text: 'PDF' }] };
}

/** "Open the link that opens a new tab": what says so of itself in its markup. */
export const openingTab = form(
  `${oneOf([...VERBS.click, ...VERBS.open, 'follow'])}\\s+the\\s+(?:only\\s+)?(link|button)\\s+(?:that|which)\\s+opens\\s+(?:in\\s+)?(?:an?\\s+|another\\s+)?(?:new\\s+|other\\s+)?(?:browser\\s+)?(?:tab|window)`,
  () => ({ kind: 'click', target: { text: '', kind: 'link', ordinal: null, within: null, opensTab: true } }),
);

/** "Download invoice R-100 as a PDF": the control that says so, where the page has one for each format. */
function asPaper(target: Phrase): Phrase {
  const within = { ...target, kind: null };
  const own = withDownloadOf(target);
  const ofIt: Phrase[] = [
    { ...control('PDF'), within },
    { ...control('Download PDF'), within },
    own,
    ...(own.apart ?? []),
  ];
  // "Invoice PDF" says nothing of which is the newest.
  if (target.superlative !== undefined || target.ordinal !== null)
    return { ...control('PDF'), within, apart: ofIt };
  const whole: Phrase = { ...control(`${target.text} PDF`), kind: null };
  return { ...whole, apart: [{ ...whole, text: `${target.text} as PDF` }, ...ofIt] };
}

export const downloading = form(
  `${oneOf(VERBS.download)}\\s+(.+?)(\\s+(?:as|in)\\s+(?:an?\\s+)?pdf(?:\\s+(?:file|format|document))?)?`,
  ([words = '', format = ''], reader) => {
    const target = BEYOND_A_CLICK.test(words) ? null : reader.phrase(words);
    if (target === null || target.text.includes('://')) return null;
    return { kind: 'download', target: format === '' ? withDownloadOf(target) : asPaper(target) };
  },
);

export const searching = form(
  `${oneOf(VERBS.search)}\\s+(?:(?:the|this|my|all|our)\\s+(?:\\p{L}+\\s+)?\\p{L}+\\s+for\\s+)?(.+?)(?:\\s+(?:in|on|within|at)\\s+(?:the|this)\\s+(?:\\w+\\s+)?(?:shop|site|website|store|page|catalogue|catalog|search\\s+(?:box|bar|field)))?`,
  ([words], reader) => {
    const query = reader.value(words);
    if (query === null) return null;
    const search: Instruction = { kind: 'search', query };
    // "… and search flights" after a form was filled in may be the button that is called so.
    const isForm = /^(?:set|enter|fill|choose|select|pick|type)\s/iu.test(reader.before);
    const named: Phrase = { ...control(`search ${query}`), quoted: true };
    return isForm && /^\p{Ll}+s$/u.test(query)
      ? { kind: 'either', ways: [[{ kind: 'click', target: named }], [search]] }
      : search;
  },
);
