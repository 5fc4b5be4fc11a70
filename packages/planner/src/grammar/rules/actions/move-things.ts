import { COUNT, countOf } from '../../../words/counts.ts';
import type { Instruction, Phrase } from '../../clause.ts';
import { called } from '../named-phrases.ts';
import { ORDINALS } from '../../nouns.ts';
import { freeActsIn } from './free-acts.ts';
import { each, firstOf, form, type Reader, type Rule } from '../rule.ts';

/** "Type the text below": no label, and the page may show it as a picture. */
const POINTS_ASIDE = /^(?:the\s+)?(?:text|words?|letters?|characters?)\s+(?:below|above|shown|displayed)$/iu;

function phrases(one: string | undefined, other: string | undefined, reader: Reader) {
  const [first, second] = [reader.phrase(one), reader.phrase(other)];
  return first === null || second === null ? null : ([first, second] as const);
}

/** "Move the appointment to next Tuesday" drags nothing. */
const A_TIME =
  /^(?:\d|(?:next|this|coming)\s|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|today\b|tomorrow\b|(?:a|one|two|\p{L}+)\s+(?:hours?|days?|weeks?)\s+(?:later|earlier)\b)/iu;

/** "Move the post to the trash": what a list has for each of its things. */
const AWAY: Readonly<Record<string, readonly string[]>> = {
  trash: ['Move to trash', 'Trash', 'Delete'],
  bin: ['Move to bin', 'Bin', 'Delete'],
  'recycle bin': ['Move to recycle bin', 'Delete'],
  spam: ['Move to spam', 'Mark as spam', 'Report spam', 'Spam'],
  junk: ['Move to junk', 'Mark as junk', 'Junk'],
  archive: ['Move to archive', 'Archive'],
};

/** "Use the billing address as the delivery address": a box or choice that says so, else what the one holds goes into the other. */
const usingAs = form(
  `use\\s+(?:the|my)\\s+(\\p{Ll}+(?:\\s\\p{Ll}+){0,2})\\s+(?:as|for)\\s+(?:the|my)\\s+(\\p{Ll}+(?:\\s\\p{Ll}+){0,2})(?:\\s+too|\\s+as\\s+well)?`,
  ([what = '', where = ''], reader) => {
    const found = phrases(what, where, reader);
    if (found === null) return null;
    const box = called([`Use ${what} as ${where}`, `Use ${what} for ${where}`, `Same as ${what}`]);
    return {
      kind: 'either',
      ways: [
        [{ kind: 'check', target: box }],
        [{ kind: 'select', target: found[1], value: what }],
        [{ kind: 'copy', from: found[0], target: found[1] }],
      ],
    };
  },
);

const movingOne = firstOf(
  usingAs,
  // "Move Static to the top of the list"
  form(
    `(?:drag|move|put|bring|push)\\s+(?:the\\s+)?(?!.*\\b(?:slider|mouse|pointer|cursor)\\b)(.+?)\\s+(?:all\\s+the\\s+way\\s+)?(?:up\\s+|down\\s+)?(?:to|at|in)\\s+the\\s+(?:very\\s+)?(?:(top|start|beginning|front|first\\s+(?:place|position))|bottom|end|last\\s+(?:place|position))(?:\\s+of\\s+(?:the|its|my|our|this)\\s+\\p{L}+)?`,
    ([what, first = ''], reader) => {
      const thing = reader.phrase(what);
      return thing === null ? null : { kind: 'rank', thing, to: first === '' ? 'bottom' : 'top' };
    },
  ),
  // "Move Static to the third position"
  form(
    `(?:drag|move|put)\\s+(?:the\\s+)?(.+?)\\s+(?:up\\s+|down\\s+)?(?:to|in|into)\\s+(?:the\\s+)?(?:(${[...ORDINALS.keys()].join('|')}|\\d{1,2}(?=st|nd|rd|th))(?:st|nd|rd|th)?\\s+(?:position|place|spot)|(?:position|place|spot)\\s+(?:number\\s+|#)?(\\d{1,2}))(?:\\s+(?:of|in)\\s+(?:the|this)\\s+list)?`,
    ([what, ordinal = '', number = ''], reader) => {
      const thing = reader.phrase(what);
      const place = ORDINALS.get(ordinal.toLowerCase()) ?? Number(ordinal || number);
      return thing === null || typeof place !== 'number' ? null : { kind: 'rank', thing, to: { place } };
    },
  ),
  // "Move Static up by two places"
  form(
    `(?:drag|move)\\s+(?:the\\s+)?(.+?)\\s+(up|down)\\s+(?:by\\s+)?(?:(a|${COUNT})\\s+)?(?:positions?|places?|spots?|steps?|rows?)`,
    ([what, way = '', count = ''], reader) => {
      const thing = reader.phrase(what);
      const places = /^a?$/iu.test(count) ? 1 : countOf(count);
      const down = way.toLowerCase() === 'down' ? places : -places;
      return thing === null ? null : { kind: 'rank', thing, to: { down } };
    },
  ),
  // "Move the plank to Monday": a column may be called so, or a day chosen.
  form(
    `(drag|move)\\s+(?:and\\s+drop\\s+)?(.+?)(?:\\s+from\\s+(?:the\\s+)?\\p{L}[\\p{L} ]*?)?\\s+(?:on\\s*to|into|to|over|in)\\s+(?:the\\s+)?((?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:\\s+(?:column|list|area))?`,
    ([verb = '', what = '', where = ''], reader) => {
      const found = phrases(what, where, reader);
      if (found === null) return null;
      const moved: Instruction = { kind: 'drag', from: found[0], destination: found[1] };
      const acts = /^drag$/iu.test(verb) ? [] : freeActsIn(`${verb} ${what} to ${where}`, reader);
      return acts.length === 0 ? moved : { kind: 'either', ways: [[{ kind: 'free', acts }], [moved]] };
    },
  ),
  form(
    `(?:drag|move)\\s+(?:and\\s+drop\\s+)?(.+?)(?:\\s+from\\s+(?:the\\s+)?\\p{L}[\\p{L} ]*?)?\\s+(?:on\\s*to|into|to|over|in)\\s+(?:the\\s+)?(.+?)(?:(?<!\\b(?:wish|waiting|watch|shopping|packing))\\s+(?:column|list|area|zone|box))?`,
    ([what, where = ''], reader) => {
      const found = phrases(what, where, reader);
      if (found === null || /slider\b|\bmouse\b|pointer\b/iu.test(what ?? '') || A_TIME.test(where))
        return null;
      const moved: Instruction = { kind: 'drag', from: found[0], destination: found[1] };
      const away = AWAY[where.toLowerCase()];
      if (away === undefined) return moved;
      const press = called(away, 'control');
      const placed = (phrase: Phrase): Phrase => ({ ...phrase, within: found[0] });
      const target = { ...placed(press), apart: (press.apart ?? []).map(placed) };
      return { kind: 'either', ways: [[{ kind: 'click', target }], [moved]] };
    },
  ),
  form(
    `(?:drag|move|put|place)\\s+(.+?)\\s+(above|below|before|after|under|beneath|behind|on\\s+top\\s+of|in\\s+front\\s+of)\\s+(?:the\\s+)?(.+)`,
    ([what, where = '', which], reader) => {
      const found = phrases(what, which, reader);
      const side = /^(?:above|before|on|in)/iu.test(where) ? 'before' : 'after';
      return found === null || /^\d/u.test(which ?? '')
        ? null
        : { kind: 'drag', from: found[0], destination: found[1], side };
    },
  ),
  ...[
    '(?:slide|drag|move)\\s+(?:the\\s+)?(.+?)(?:\\s+slider)?',
    '(?:set|put|change)\\s+(?:the\\s+)?(?!the\\s+slider)(.+?)\\s+slider',
  ].map((words) =>
    form(`${words}\\s+(?:to|at)\\s+(\\d+(?:[.,]\\d+)?)\\s*(?:%|percent)?`, ([what, value = ''], reader) => {
      const target = reader.phrase(what);
      return target === null ? null : { kind: 'set', target, value: value.replace(',', '.') };
    }),
  ),
  form(
    `copy\\s+(.+?\\s(?:in)?to\\s.+?)(?:,\\s*(?:and\\s+)?|\\s+and\\s+)(?:copy\\s+)?(.+?\\s(?:in)?to\\s.+)`,
    ([first = '', second = ''], reader) =>
      each([first, second], (part) => {
        const [, from, to] =
          /^(.+?)\s+(?:in)?to\s+(?:the\s+)?(.+?)(?:\s+(?:field|box|input))?$/iu.exec(part) ?? [];
        const found = phrases(from, to, reader);
        return found === null || found.some(({ parts }) => parts !== undefined)
          ? null
          : { kind: 'copy', from: found[0], target: found[1] };
      }),
  ),
  form(
    `copy\\s+(.+?)\\s+(?:in)?to\\s+(?:the\\s+)?(.+?)(?:(?<!text)\\s+(?:field|box|input))?`,
    ([from, to], reader) => {
      const found = phrases(from, to, reader);
      return found === null || /clipboard/iu.test(to ?? '') || POINTS_ASIDE.test(from ?? '')
        ? null
        : { kind: 'copy', from: found[0], target: found[1] };
    },
  ),
);

export const moving: Rule = firstOf(
  // "Move the tour to Sunday and the tasting to Friday"
  form(
    `(drag|move)\\s+(?:and\\s+drop\\s+)?(.+?\\s(?:in|on)?to\\s.+?)(?:,\\s*(?:and\\s+)?|\\s+and\\s+)(?:(?:drag|move)\\s+)?(.+?\\s(?:in|on)?to\\s.+)`,
    ([verb = '', first = '', second = ''], reader) => {
      const both = each([first, second], (part) => movingOne(`${verb} ${part}`, reader));
      return both?.flat() ?? null;
    },
  ),
  movingOne,
);
