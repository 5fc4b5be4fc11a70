import type { Instruction, Phrase } from '../../clause.ts';
import { called, plain } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

const ALL = '(?:all|every|each)(?:\\s+(?:single|one))?(?:\\s+of)?(?:\\s+(?:the|my|our|these))?';

/** "Set the quantity of all items to 2": the field of that name in every row. */
const settingEvery = form(
  `(?:set|change|put|update)\\s+(?:the\\s+)?(\\p{Ll}[\\p{Ll} ]*?)\\s+(?:of|for|in|on)\\s+${ALL}\\s+(items?|rows?|entr(?:y|ies)|lines?|products?|parts?|articles?|positions?)\\s+to\\s+(.+)`,
  ([field = '', , words = ''], reader) => {
    const value = reader.value(words);
    const rows: Phrase = { ...plain(''), kind: 'row', every: true };
    return value === null
      ? null
      : { kind: 'fill', target: { ...plain(field), kind: 'field', every: true, within: rows }, value };
  },
);

/** "Turn off all notifications": one box for them all, or each of them. */
function switchingEvery(words: string, kindOf: (way: string) => 'check' | 'uncheck') {
  return form(words, ([way = '', noun = '']) => {
    const kind = kindOf(way.toLowerCase());
    const one = called([`All ${noun}`, `Select all ${noun}`, `Select all`, 'All']);
    const each: Phrase = { ...plain(noun), kind: 'checkbox', every: true };
    return { kind: 'either', ways: [[{ kind, target: one }], [{ kind, target: each }]] };
  });
}

const NOUN = '(\\p{Ll}{3,}s)';
const switchingAll = firstOf(
  switchingEvery(`(?:turn|switch)\\s+(on|off)\\s+${ALL}\\s+${NOUN}`, (way) =>
    way === 'on' ? 'check' : 'uncheck',
  ),
  switchingEvery(`(enable|activate|disable|deactivate)\\s+${ALL}\\s+${NOUN}`, (way) =>
    /^(?:en|act)/u.test(way) ? 'check' : 'uncheck',
  ),
);

const SECTIONS = 'sections?|panels?|accordions?|answers?';

/** "Expand all sections": the control that does so, or each of them. */
const expandingAll = form(
  `(?:(expand|unfold|collapse|fold)\\s+${ALL}\\s+(?:${SECTIONS}|questions?|entr(?:y|ies)|items?|rows?|details?|groups?)|(open|show|close|hide)\\s+${ALL}\\s+(?:${SECTIONS}))`,
  ([own = '', other = '']): Instruction | null => {
    const kind = /^(?:collapse|fold|close|hide)$/iu.test(own || other) ? 'collapse' : 'expand';
    const names = kind === 'expand' ? ['Expand all', 'Open all', 'Show all'] : ['Collapse all', 'Close all'];
    return {
      kind: 'either',
      ways: [
        [{ kind: 'click', target: called(names, 'button') }],
        [{ kind, target: { ...plain(''), kind: 'section', every: true } }],
      ],
    };
  },
);

/** "Clear all filters": the control that does so. */
const clearingFilters = form(
  `(?:clear|remove|reset|delete|undo|take\\s+off)\\s+(?:all\\s+)?(?:of\\s+)?(?:the\\s+|my\\s+)?filters?(?:\\s+settings?)?`,
  () => {
    const names = ['Clear', 'Reset', 'Remove', 'Delete'].flatMap((verb) =>
      ['all filters', 'filters', 'filter', 'all'].map((what) => `${verb} ${what}`),
    );
    const exact = (text: string): Phrase => ({ ...plain(text), kind: 'control', exact: true });
    return {
      kind: 'click',
      target: { ...exact('Clear filters'), apart: [...names, 'Clear', 'Reset'].map(exact) },
    };
  },
);

/** "Download all invoices": one file of them all, or that of each. */
const downloadingAll = form(`download\\s+${ALL}\\s+${NOUN}`, ([noun = ''], reader) => {
  const of = reader.phrase(noun);
  return of === null || of.text === '' ? null : { kind: 'each', verb: 'Download', of, exactly: null };
});

/** What is done to everything of a kind. */
export const doingToAll = firstOf(settingEvery, switchingAll, expandingAll, clearingFilters, downloadingAll);
