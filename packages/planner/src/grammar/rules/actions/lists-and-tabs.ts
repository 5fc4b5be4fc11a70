import type { Instruction } from '../../clause.ts';
import { filtering } from './filter-lists.ts';
import { ORDINALS } from '../../nouns.ts';
import { oneOf, words } from '../../../words/vocabulary.ts';
import { called, plain } from '../named-phrases.ts';
import { ordering } from './sort-lists.ts';
import { countOf } from '../../../words/counts.ts';
import { controlOfChosen, firstOf, form, type Rule } from '../rule.ts';
import { moving } from './move-things.ts';

const NEXT = words('next | following');
const PREVIOUS = words('previous | preceding');
const FIRST = words('first');
const LAST = words('last | final');
const GO =
  '(?:go|move|jump|skip|turn|navigate|browse|switch|advance|click|press|open|show|view|see)\\s+(?:on\\s+)?(?:to\\s+)?';
const PAGES = new Map([...ORDINALS].filter(([word]) => word !== 'top' && word !== 'bottom'));
const OF_LIST =
  '(?:\\s+(?:of|in)\\s+(?:(?:the|my|our)\\s+)?(?:results?|list|table|search\\s+results|\\p{L}+(?:\\s+(?:list|table|results))?))?';

function pageOf(said: string): Extract<Instruction, { kind: 'paging' }>['to'] {
  const word = said.toLowerCase();
  if (NEXT.includes(word)) return 'next';
  if (PREVIOUS.includes(word)) return 'previous';
  return FIRST.includes(word) ? 'first' : 'last';
}

/** "The last page" and "the next page" are pages of a list, never a way back. */
export const paging = firstOf(
  form(
    `(?:go|move|jump|return|turn)\\s+(?:back\\s+)?to\\s+(?:the\\s+)?(${oneOf([...PAGES.keys()])})\\s+page${OF_LIST}`,
    ([word = '']) => {
      const at = PAGES.get(word.toLowerCase());
      return at === undefined ? null : { kind: 'paging', to: at === 1 ? 'first' : at };
    },
  ),
  form(
    `(?:go|page|flip|look|browse|click|leaf)\\s+(?:on\\s+)?through\\s+(?:(?:all\\s+)?(?:the\\s+|my\\s+)?[\\p{L} ]+?\\s+)?(?:until|till)\\s+(?:you\\s+(?:see|find|reach|get\\s+to|come\\s+to)|there\\s+is|I\\s+(?:see|find))\\s+(.+)`,
    ([seen = ''], reader) => {
      const until = reader.value(seen.replace(/^(?:the|an?)\s+/iu, ''));
      return until === null ? null : { kind: 'paging', to: 'next', until };
    },
  ),
  form(
    `(?:keep\\s+(?:going|clicking)|${GO})\\s*(?:to\\s+)?(?:the\\s+)?(?:next(?:\\s+page)?)(?:\\s+page)?${OF_LIST}\\s+(?:until|till)\\s+(?:you\\s+(?:see|find|reach)\\s+|(?:the\\s+)?page\\s+(?:shows|says|contains)\\s+|there\\s+is\\s+)?(.+?)(?:\\s+(?:appears|is\\s+(?:shown|visible|there)|shows\\s+up))?`,
    ([seen], reader) => {
      // "Until bill B-26 appears": the page may say just its number.
      const until = reader.value(
        seen?.replace(/^(?:the|an?)\s+/iu, '').replace(/^\p{Ll}+\s+(?=#?[\p{Lu}\d-]*\d)/u, ''),
      );
      return until === null ? null : { kind: 'paging', to: 'next', until };
    },
  ),
  form(
    `${GO}(?:the\\s+)?(${oneOf([...NEXT, ...PREVIOUS, ...FIRST, ...LAST])})\\s+page${OF_LIST}`,
    ([to = '']) => ({
      kind: 'paging',
      to: pageOf(to),
    }),
  ),
  form(
    `${GO}(?:the\\s+)?(next|previous)\\s+page\\s+(twice|(?:two|three|four|five|\\d)\\s+times)`,
    ([to = '', times = '']) => {
      const [count = ''] = times.toLowerCase().split(/\s/u);
      const many = count === 'twice' ? 2 : countOf(count);
      return Array.from({ length: many }, () => ({ kind: 'paging' as const, to: pageOf(to) }));
    },
  ),
  form(
    `(?:(?:go|move|jump|skip|turn|navigate)\\s+(?:on\\s+)?to\\s+|(?:open|show|view|see)\\s+)(?:the\\s+)?page\\s+(?:number\\s+|no\\.?\\s*)?(\\d{1,4})${OF_LIST}`,
    ([page = '']) => ({
      kind: 'paging',
      to: Number(page),
    }),
  ),
  form(`(?:on|from)\\s+page\\s+(\\d{1,4})${OF_LIST}`, ([page = '']) => ({
    kind: 'paging',
    to: Number(page),
  })),
);

export const changingTabs = firstOf(
  form(
    `(?:switch|go|change|move)\\s+to\\s+(?:the\\s+)?(?:new|newly\\s+opened|other)\\s+(?:browser\\s+)?(?:tab|window)`,
    () => ({
      kind: 'tab',
      to: 'new',
    }),
  ),
  form(`(?:close)\\s+(?:the|this)\\s+(?:current\\s+|new\\s+|browser\\s+)?(?:tab|window)`, () => ({
    kind: 'tab',
    to: 'close',
  })),
  form(
    `(?:switch|go|return)\\s+(?:back\\s+)?to\\s+(?:the\\s+)?(?:first|original|old)\\s+(?:browser\\s+)?(?:tab|window)`,
    () => ({
      kind: 'tab',
      to: 1,
    }),
  ),
);

const disclosing: Rule = firstOf(
  ...(
    [
      ['expand|unfold|open\\s+up', 'expand'],
      ['collapse|fold', 'collapse'],
    ] as const
  ).map(([verbs, kind]) =>
    form(
      `(?:${verbs})\\s+(?:the\\s+)?(.+?)(?:\\s+(?:section|panel|accordion|row|details))?`,
      ([what], reader) => {
        const target = reader.phrase(what);
        return target === null ? null : { kind, target };
      },
    ),
  ),
);

const QUESTION =
  '(?:(?:the|this|that|any|in\\s+the|of\\s+the)\\s+)*(?:(?:confirmation|browser|alert|warning|confirm)\\s+)*(?:dialogu?e?|box|popup|pop-up|alert|prompt|warning|confirmation|question|message)';
const WHEN_ASKED =
  "(?:when|if|once)\\s+(?:(?:you\\s+are|you['’]re|it|the\\s+(?:page|site))\\s+)?(?:asked|asks|prompted)(?:\\s+(?:you|for\\s+confirmation|to\\s+confirm))?";
const NO =
  '(?:(?:click|press|choose|say|answer|select|tap)\\s+(?:on\\s+)?["“]?(?:no|cancel)["”]?|cancel|dismiss|decline)';
const YES = '(?:["“]?(?:ok|okay|yes)["”]?)';
/** Answers to a question that the page asks because of the previous instruction. */
const answering = firstOf(
  form(
    `(?:confirm|accept)(?:\\s+(?:it|this|that|(?:the\\s+)?(?:deletion|removal|cancellation|action|change)|${QUESTION}))?(?:\\s+(?:with|by\\s+(?:clicking|pressing))\\s+${YES})?`,
    () => ({
      kind: 'answer',
      action: 'accept',
    }),
  ),
  form(
    `(?:click|press|choose|say|answer|select|tap)\\s+(?:on\\s+)?${YES}(?:\\s+(?:(?:in|on|to|at)\\s+${QUESTION}|${WHEN_ASKED}))?`,
    () => ({ kind: 'answer', action: 'accept' }),
  ),
  form(
    `yes(?:,?\\s+(?:please|(?:I\\s+am|I['’]?m)\\s+sure|do\\s+it|really))*|(?:I\\s+am|I['’]?m)\\s+sure`,
    () => ({
      kind: 'answer',
      action: 'accept',
    }),
  ),
  form(`(?:confirming|accepting)(?:\\s+(?:it|this|that|${QUESTION}))?`, () => ({
    kind: 'answer',
    action: 'accept',
  })),
  form(`(?:dismiss|cancel|decline|reject|close)\\s+${QUESTION}|${NO}\\s+${WHEN_ASKED}`, () => ({
    kind: 'answer',
    action: 'dismiss',
  })),
);

/** "In the second row, …", "in the last card, …". */
const placing = form(
  `(?:in|from|on)\\s+(?:the\\s+)?((?:${oneOf([...ORDINALS.keys()])}|\\d{1,3}(?:st|nd|rd|th))\\s+(?:row|card|entry|line|item|result))`,
  ([what], reader) => {
    const target = reader.phrase(what);
    return target === null ? null : { kind: 'find', target, isPlace: true };
  },
);

/** "In the row of order 1042, …", "find the Blue Teapot and …": the thing that the following instructions refer to. */
const finding = firstOf(
  placing,
  // "For order 4711, …", "for Ann Ash, …"
  form(
    `for\\s+(the\\s+\\p{Ll}.*|\\p{Ll}+\\s+#?\\S*\\d\\S*|\\p{L}[\\p{L}'’-]+(?:\\s\\p{L}[\\p{L}'’-]+)?)`,
    ([what = ''], reader) => {
      const isNamed = /^(?:the\s|.*\d)|^\p{Lu}\S*(?:\s\p{Lu}\S*)?$/u.test(what);
      const target = isNamed ? reader.phrase(what) : null;
      return target === null ? null : { kind: 'find', target, isPlace: true };
    },
  ),
  form(
    `(?:in|from|on)\\s+(?:the\\s+)?(?:row|card|entry|line|tile|box)\\s+(?:of|for|with|named|called|that\\s+says)\\s+(.+)`,
    ([what], reader) => {
      const target = reader.phrase(what);
      return target === null ? null : { kind: 'find', target, isPlace: true };
    },
  ),
  form(
    `(?:find|locate|look\\s+at)\\s+(?:me\\s+)?(?:the\\s+)?(?:(?:row|card|entry|line)\\s+(?:of|for|with|named|called)\\s+)?(.+)`,
    ([what], reader) => {
      const target = reader.phrase(what);
      return target === null ? null : { kind: 'find', target };
    },
  ),
);

/** "Mark the first message as read": a button "Mark as read" of it. */
const marking = firstOf(
  form(
    `(?:mark|flag)(?:\\s+(?:them|these|those|all|everything))?(?:\\s+all)?\\s+as\\s+(.+)`,
    ([state], reader) => {
      const name = reader.hasChosen ? reader.value(state) : null;
      return name === null ? null : controlOfChosen('Mark', `as ${name}`);
    },
  ),
  // "Mark it as urgent": a box of what is being filled in, a control, or an option of a list.
  form(`(?:mark|flag)\\s+(?:it|this|that)\\s+as\\s+(?:an?\\s+)?(.+)`, ([state = ''], reader) => {
    const box = reader.topic === null ? reader.phrase(state) : null;
    const press = called([`Mark as ${state}`, `Mark ${state}`], 'control');
    return box === null || box.text === ''
      ? null
      : {
          kind: 'either',
          ways: [
            [{ kind: 'check', target: box }],
            [{ kind: 'click', target: press }],
            [{ kind: 'select', target: plain(''), value: state }],
          ],
        };
  }),
  form(`(?:mark|flag)\\s+(.+?)\\s+as\\s+(.+)`, ([what, state], reader) => {
    const within = reader.phrase(what);
    const name = reader.value(state);
    if (within === null || name === null) return null;
    return { kind: 'click', target: { text: `Mark as ${name}`, kind: 'control', ordinal: null, within } };
  }),
);

export const arranging = firstOf(ordering, filtering, moving, disclosing, marking);
export { answering, finding };
