import { paging } from './lists-and-tabs.ts';
import type { Instruction, Sight } from '../../clause.ts';
import { isLiteral, LITERAL } from '../../literals.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { every, question } from '../questions/read-values.ts';
import { plain } from '../named-phrases.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const APPEARS =
  '(?:appears?|shows?(?:\\s+up)?|is\\s+(?:visible|shown|displayed|there|present)|to\\s+(?:appear|show(?:\\s+up)?|be\\s+(?:visible|shown|displayed)))(?:\\s+on\\s+(?:the\\s+)?(?:page|screen))?';
const VANISHES =
  '(?:disappears?|vanish(?:es)?|is\\s+(?:gone|hidden)|to\\s+(?:disappear|vanish|be\\s+(?:gone|hidden)|go\\s+away)|goes\\s+away)';
const SHOWS =
  '(?:the\\s+)?page\\s+(?:shows|contains|says|displays|has|reads|includes)\\s+(?:the\\s+text\\s+|the\\s+words\\s+)?';
const ADDRESS =
  '(?:the\\s+)?(?:current\\s+)?(?:url|address|page\\s+address)\\s+(?:contains|includes|has|is|becomes|changes\\s+to|matches|ends\\s+with)\\s+';

function text(words: string | undefined, reader: Reader): Sight | null {
  const seen = reader.value((words ?? '').replace(/^the\s+(?:text|words?|message)\s+/iu, ''));
  return seen === null ? null : { text: seen };
}
function gone(words: string | undefined, reader: Reader): Sight | null {
  const target = reader.phrase((words ?? '').replace(/^the\s+(?:text|words?|message)\s+/iu, ''));
  return target === null || target.text === '' ? null : { gone: target.text };
}
function url(words: string | undefined, reader: Reader): Sight | null {
  const part = reader.value(words);
  return part === null ? null : { url: part };
}
function seeing(kind: 'wait' | 'verify', sight: Sight | null): Instruction | null {
  return sight === null ? null : { kind, sight };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, m: 1, s: 1_000 };
const NUMBERS: Readonly<Record<string, number>> = {
  'half a': 0.5,
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  ten: 10,
};
const MAX_WAIT_MS = 600_000;

function duration(amount: string, unit: string): Sight | null {
  const count = NUMBERS[amount.toLowerCase().replaceAll(/\s+/gu, ' ')] ?? Number(amount);
  const each = unit.toLowerCase().startsWith('min')
    ? 60_000
    : (UNITS[unit.toLowerCase().startsWith('m') ? 'ms' : 's'] ?? 1);
  const ms = Math.round(count * each);
  return Number.isFinite(ms) && ms <= MAX_WAIT_MS ? { ms } : null;
}

const FOR = '(?:for|until|till|up\\s+to)\\s+';
/** "Pause deliveries" is something to do; only "pause for" and "pause until" wait. */
const WAIT = `(?:wait\\s+(?:${FOR})?|pause\\s+${FOR})`;
const THAT = `${oneOf(VERBS.verify)}\\s+(?:that\\s+)?(?!if\\b|whether\\b)`;

export const waiting = firstOf(
  form(
    `${oneOf(VERBS.wait)}\\s+(?:${FOR})?(\\d+(?:\\.\\d+)?|half\\s+a|an?|one|two|three|four|five|ten)\\s*(ms|milliseconds?|s|secs?|seconds?|mins?|minutes?)`,
    ([amount = '', unit = '']) => seeing('wait', duration(amount, unit)),
  ),
  form(
    `${WAIT}(?:the\\s+)?(?:page|site|everything|it)\\s+(?:to\\s+(?:finish\\s+)?load(?:ing)?|(?:has\\s+|is\\s+|have\\s+)?(?:fully\\s+)?(?:finished\\s+)?load(?:ed|ing|s))`,
    () => seeing('wait', { load: true }),
  ),
  form(`${WAIT}${ADDRESS}(.+)`, ([words], reader) => seeing('wait', url(words, reader))),
  form(`${WAIT}${SHOWS}(.+)`, ([words], reader) => seeing('wait', text(words, reader))),
  // "Until the import says Done": only quoted words and names are what it says.
  form(`${WAIT}(?:the\\s+)?[\\p{L} -]+?\\s+(?:says|reads|shows)\\s+(.+)`, ([words = ''], reader) =>
    isLiteral(words) || /^\p{Lu}/u.test(words) ? seeing('wait', text(words, reader)) : null,
  ),
  form(`${WAIT}(?:you\\s+see\\s+)(.+)`, ([words], reader) => seeing('wait', text(words, reader))),
  form(`${WAIT}(.+?)\\s+${VANISHES}`, ([words], reader) => seeing('wait', gone(words, reader))),
  form(`${WAIT}(?:the\\s+)?(?:text\\s+)?(.+?)(?:\\s+${APPEARS})`, ([words = ''], reader) =>
    sighted(words, reader),
  ),
  form(`${WAIT}(?:the\\s+)?(?:text\\s+)?(.+)`, ([words = ''], reader) => sighted(words, reader)),
);

/** Quoted or plain words are text on the page; "the Save button" is an element. */
function sighted(words: string, reader: Reader): Instruction | null {
  if (isLiteral(words.trim())) return seeing('wait', text(words, reader));
  const target = reader.phrase(words);
  if (target === null) return null;
  return seeing('wait', target.kind === null ? { text: target.text } : { target });
}

export const verifying = firstOf(
  form(`${THAT}${ADDRESS}(.+)`, ([words], reader) => seeing('verify', url(words, reader))),
  form(`${THAT}${SHOWS}(.+)`, ([words], reader) => seeing('verify', text(words, reader))),
  form(`${THAT}(?:the\\s+)?(?:text\\s+)?(${LITERAL})\\s+${APPEARS}`, ([words], reader) =>
    seeing('verify', text(words, reader)),
  ),
  form(`${THAT}(.+?)\\s+${VANISHES}`, ([words], reader) => seeing('verify', gone(words, reader))),
  form(`${THAT}(?:you\\s+see|there\\s+is)\\s+(?:the\\s+text\\s+)?(${LITERAL})`, ([words], reader) =>
    seeing('verify', text(words, reader)),
  ),
  form(`${THAT}(.+?)\\s+${APPEARS}`, ([words], reader) => {
    const target = reader.phrase(words);
    if (target === null) return null;
    return seeing('verify', target.kind === null ? { text: target.text } : { target });
  }),
  form(
    `${THAT}(.+?)\\s+(?:is|says|reads|equals|shows|contains)\\s+(${LITERAL}|[^"]+)`,
    ([words = '', expected], reader) => {
      const asked = question(words, every, reader);
      const text = reader.value(expected);
      return asked === null || text === null
        ? null
        : { kind: 'verify', sight: { question: asked.question, text } };
    },
  ),
);

export const scrolling = firstOf(
  form(
    `scroll\\s+(?:all\\s+the\\s+way\\s+)?(?:up|down)?\\s*(?:to\\s+)?(?:the\\s+)?(?:very\\s+)?(top|bottom|end)(?:\\s+of\\s+the\\s+page)?`,
    ([end = '']) => ({
      kind: 'scroll',
      to: end.toLowerCase() === 'top' ? 'top' : 'bottom',
    }),
  ),
  // "Scroll to the bottom of the text area": within it, not on the page.
  form(
    `scroll\\s+(?:all\\s+the\\s+way\\s+)?(?:up\\s+|down\\s+)?to\\s+the\\s+(?:very\\s+)?(?:(top|start|beginning)|bottom|end)\\s+of\\s+(?:the\\s+)?(text\\s?area|text\\s?box|(?:text\\s+)?field|.+\\s(?:text\\s?area|text\\s?box|field))`,
    ([first = '', words], reader) => {
      const target = reader.phrase(words);
      return target === null
        ? null
        : [
            { kind: 'click', target },
            { kind: 'press', key: first === '' ? 'Control+End' : 'Control+Home' },
          ];
    },
  ),
  form(`scroll\\s+(up|down)(?:\\s+(?:the|this)\\s+page)?(?:\\s+a\\s+(?:bit|little))?`, ([way = '']) => ({
    kind: 'scroll',
    to: way.toLowerCase() === 'up' ? 'up' : 'down',
  })),
  form(`scroll\\s+(?:up\\s+|down\\s+)?(?:to|until\\s+you\\s+see)\\s+(.+)`, ([words], reader) => {
    // "Photo of the month" is what a heading says.
    const title = /^(?:the\s+)?(\p{L}[\p{L}\d -]*\s(?:of|for|in|on)\s[\p{L}\d -]+)$/u.exec(words ?? '');
    const to = reader.phrase(words) ?? (title === null ? null : plain(title[1] ?? ''));
    return to === null ? null : { kind: 'scroll', to };
  }),
);

const PICTURE = `${oneOf(VERBS.screenshot)}\\s+(?:an?\\s+|the\\s+)?(full[\\s-]?page\\s+|whole[\\s-]?page\\s+)?(?:screen\\s?shot|picture|screen\\s?capture|snapshot)`;

/** "Take a screenshot of the second page": of the list that goes on there. */
const picturingPage = form(
  `${PICTURE}\\s+of\\s+(?:(the\\s+\\p{Ll}+\\s+page)|page\\s+(\\d{1,4}))`,
  ([full = '', which = '', number = ''], reader) => {
    const turned = paging(`go to ${number === '' ? which : `page ${number}`}`, reader);
    return turned?.[0]?.kind === 'paging' ? [...turned, { kind: 'screenshot', fullPage: full !== '' }] : null;
  },
);

/** "Take a screenshot of the parts page": that page is opened first. */
const picturingPlace = form(
  `${PICTURE}\\s+of\\s+(?:the\\s+|my\\s+)?(?!whole|full|entire|current)([\\p{L}][\\p{L} -]*?)(\\s+(?:page|screen|list|overview))?`,
  ([full = '', name = ''], reader) => {
    const target = reader.phrase(name);
    return target === null || target.text === '' || /^(?:page|screen|result|site)$/iu.test(name)
      ? null
      : [
          { kind: 'expand', target: { ...target, kind: 'tab' } },
          { kind: 'screenshot', fullPage: full !== '' },
        ];
  },
);

const picturingHere = form(
  `${PICTURE}(?:\\s+of\\s+(?:the\\s+|this\\s+)?(whole\\s+|full\\s+|entire\\s+)?(?:current\\s+)?(?:page|screen|result|site))?`,
  ([full, whole]) => ({ kind: 'screenshot', fullPage: `${full}${whole}` !== '' }),
);

export const picturing = firstOf(picturingHere, picturingPage, picturingPlace);
