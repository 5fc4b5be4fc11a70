import type { Phrase } from '../../clause.ts';
import { SO_MANY_MOST } from '../compared.ts';
import { called, plain } from '../named-phrases.ts';
import { ORDINALS, singularOf, SUPERLATIVES } from '../../nouns.ts';
import { countOf } from '../../../words/counts.ts';
import { oneOf } from '../../../words/vocabulary.ts';
import { each, enumerated, firstOf, form, lastPlaceFirst, type Rule } from '../rule.ts';

/** "Tick all invoices": the box that ticks them all. */
const tickingAll = form(
  `(tick|select|check|mark|untick|unselect|deselect)\\s+(?:all|every)\\s+(?:of\\s+)?(?:the\\s+|my\\s+)?(?!check|tick|box|option|field|switch)([\\p{L}]+)(?:\\s+(?:of|in|on|from)\\s+(?:the|my|this|our)\\s+([\\p{L} ]+))?`,
  ([verb = '', noun = '', list = '']) => {
    const kind = /^(?:un|de)/iu.test(verb) ? 'uncheck' : 'check';
    const target = called([
      'Select all',
      `Select all ${noun}`,
      `All ${noun}`,
      'All',
      'Tick all',
      'Check all',
    ]);
    const each: Phrase = { ...plain(noun), kind: 'checkbox', every: true };
    // "All jobs of the checklist" are those of the list of that name.
    const ofList: Phrase = { ...each, text: list };
    return list === ''
      ? { kind: 'either', ways: [[{ kind, target }], [{ kind, target: each }]] }
      : { kind, target: ofList };
  },
);

/**
 * "Mark them all as read": one control does it for all, which "Mark as read" of a single row does not, nor a filter
 * "All read". Whom "them" alone means is not said here: it may be the ticked ones.
 */
const markingAll = form(
  `mark\\s+(?:them\\s+all|all\\s+of\\s+them|everything|all(?:\\s+(?:of\\s+)?(?:the\\s+|my\\s+)?\\p{L}+)?)\\s+as\\s+(\\p{Ll}+)`,
  ([state = '']) => ({
    kind: 'click',
    target: called([`Mark all as ${state}`, `Mark all ${state}`, `Mark everything as ${state}`]),
  }),
);

/** "See the details of the Ford Transit": the control of that thing that shows them. */
const detailing = form(
  `(?:see|show|view|open|look\\s+at|read)\\s+(?:me\\s+)?(?:the\\s+)?(?:full\\s+|more\\s+)?details\\s+(?:of|for|about|on)\\s+(.+)`,
  ([what], reader) => {
    const within = reader.phrase(what);
    if (within === null) return null;
    const names = [
      'Details',
      'View details',
      'Show details',
      'See details',
      'More',
      'More details',
      'View',
      'Open',
    ];
    const target = called(names, 'control');
    return {
      kind: 'either',
      ways: [
        [
          {
            kind: 'click',
            target: { ...target, within, apart: (target.apart ?? []).map((other) => ({ ...other, within })) },
          },
        ],
        [{ kind: 'click', target: within }],
      ],
    };
  },
);

/** "Find Zoe Young and open her profile": the control of hers, else the link of that name. Never a profile of its own. */
const openingTheirs = form(
  `(?:open|view|show|visit|click(?:\\s+on)?|go\\s+to|see)\\s+(?:his|her|their)\\s+((?:[\\p{Ll}]+\\s)?(?:profile|page|details|entry|record|card|account))`,
  ([what = ''], { topic }) =>
    topic === null || topic.text === ''
      ? null
      : {
          kind: 'either',
          ways: [
            [{ kind: 'click', target: { ...plain(what), kind: 'control', within: topic } }],
            [{ kind: 'click', target: topic }],
          ],
        },
);

/** "Select everyone in Hull": the boxes of all rows that say so. */
const tickingSome = form(
  `(?:select|tick|check|mark)\\s+(?:everyone|everybody|everything|all(?:\\s+of\\s+them)?|(?:all|every)\\s+(?:the\\s+)?\\p{Ll}+)\\s+(?:in|from|with|(?:that|who|which)\\s+(?:is|are)(?:\\s+(?:in|from))?)\\s+(\\p{Lu}[\\p{L} -]*)`,
  ([said = '']) => ({
    kind: 'check',
    target: {
      ...plain(''),
      kind: 'checkbox',
      every: true,
      within: { ...plain(said), kind: 'row', every: true },
    },
  }),
);

/** "Select all pending orders": one box for them, else those of all rows that say so. */
const tickingStated = form(
  `(?:select|tick|check|mark)\\s+(?:all|every)\\s+(?:of\\s+)?(?:the\\s+|my\\s+)?(?!check|tick|(?:the|our|my|these|those|other)\\s)(\\p{Ll}{3,})\\s+(?!(?:box|option|field|switch|size|colou?r)e?s?$)(\\p{Ll}{3,})`,
  ([state = '', noun = '']) => {
    const target = called([
      `Select all ${state} ${noun}`,
      `All ${state} ${noun}`,
      `Select all ${state}`,
      `All ${state}`,
    ]);
    const rows: Phrase = { ...plain(state), kind: 'row', every: true };
    return {
      kind: 'either',
      ways: [
        [{ kind: 'check', target }],
        [{ kind: 'check', target: { ...plain(''), kind: 'checkbox', every: true, within: rows } }],
      ],
    };
  },
);

/** "Untick everything": the box that ticks them all, or each. */
const tickingEverything = form(
  `(tick|select|check|mark|untick|uncheck|unselect|deselect)\\s+(?:everything|everyone|everybody|all|all\\s+of\\s+them|them\\s+all)`,
  ([verb = ''], { hasChosen }) => {
    const kind = /^(?:un|de)/iu.test(verb) ? 'uncheck' : 'check';
    const target = called(['Select all', 'All', 'Tick all', 'Check all', 'Everything']);
    return hasChosen
      ? null
      : {
          kind: 'either',
          ways: [[{ kind, target }], [{ kind, target: { ...plain(''), kind: 'checkbox', every: true } }]],
        };
  },
);

/** "Tick every box except Plums". */
const tickingAllBut = form(
  `(tick|select|check|mark|untick|uncheck|unselect|deselect|(?:turn|switch)\\s+(?:on|off))\\s+(?:everything|(?:all|every)(?:\\s+of)?(?:\\s+(?:the|them|my|our))?(?:\\s+(?:check\\s?|tick\\s?)?box(?:es)?|\\s+options?|\\s+(\\p{Ll}{3,}s))?)\\s+(?:except(?:\\s+for)?|but|apart\\s+from|other\\s+than)\\s+(.+)`,
  ([verb = '', noun = '', others = ''], reader) => {
    const [kind, other] = /^un|^de|off$/iu.test(verb)
      ? (['uncheck', 'check'] as const)
      : (['check', 'uncheck'] as const);
    const left = each(enumerated(others), (part) => reader.phrase(part));
    const all: Phrase = { ...plain(noun), kind: 'checkbox', every: true };
    return left === null || left.some(({ text, ordinal }) => text === '' || ordinal !== null)
      ? null
      : [
          { kind, target: all },
          ...left.map((target) => ({
            kind: other,
            target: { ...target, kind: 'checkbox' as const },
          })),
        ];
  },
);

/** "Select rows 2 and 4": the boxes of those rows. */
const tickingRows = form(
  `(?:select|tick|check|mark)\\s+(?:the\\s+)?(?:rows|lines|entries)\\s+(\\d{1,3}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)\\d{1,3})+)`,
  ([numbers = '']) =>
    (numbers.match(/\d+/gu) ?? []).map((number) => ({
      kind: 'check',
      target: {
        ...plain(''),
        kind: 'checkbox',
        within: { ...plain(''), kind: 'row', ordinal: Number(number) },
      },
    })),
);

/** All of several things, and all that is known of one. */
export const allOf = firstOf(
  openingTheirs,
  tickingRows,
  tickingEverything,
  tickingAllBut,
  tickingSome,
  tickingStated,
  tickingAll,
  markingAll,
  detailing,
);

const NTH = oneOf([...ORDINALS.keys(), ...SUPERLATIVES.keys()]);
const TWO = new RegExp(`\\b(?:the\\s+)?(${NTH})\\s+and\\s+(?:the\\s+)?(${NTH})\\s+(\\p{L}+)`, 'iu');

/** "The first and the third message" are one after the other. */
export function ofBoth(rules: Rule): Rule {
  return (clause, reader) => {
    const [whole, one = '', other = '', noun = ''] = TWO.exec(clause) ?? [];
    if (whole === undefined) return null;
    const own = singularOf(noun);
    const placeOf = (nth: string) => {
      const at = ORDINALS.get(nth.toLowerCase());
      return at === 'last' ? Infinity : (at ?? 0);
    };
    const nths = lastPlaceFirst(clause, [one, other], placeOf);
    const both = each(nths, (nth) => rules(clause.replace(whole, `the ${nth} ${own}`), reader));
    return both === null || both.flat().some(({ kind }) => kind === 'read') ? null : both.flat();
  };
}

const RANKED = new RegExp(`\\b(?:the\\s+)?${SO_MANY_MOST}\\s+(\\p{L}+)`, 'iu');
const RANKS = ['', 'second ', 'third ', 'fourth ', 'fifth '];

/** "Add the two cheapest parts to the basket": one after the other. */
export function ofRanked(rules: Rule): Rule {
  return (clause, reader) => {
    const [whole, count = '', most = '', way = '', many = '', noun = ''] = RANKED.exec(clause) ?? [];
    if (whole === undefined) return null;
    const ranks = lastPlaceFirst(clause, RANKS.slice(0, countOf(count || many)), (rank) =>
      RANKS.indexOf(rank),
    );
    const all = each(ranks, (rank) =>
      rules(clause.replace(whole, `the ${rank}${most || way} ${singularOf(noun)}`), reader),
    );
    return all === null || all.flat().some(({ kind }) => kind === 'read') ? null : all.flat();
  };
}
