import type { Instruction } from '../../clause.ts';
import { control } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

const NEEDED = ['necessary', 'essential', 'required', 'strictly necessary'];
/** What banners call the answer that keeps only what the site cannot do without. */
const ONLY_NEEDED = NEEDED.flatMap((kind) => [
  `Only ${kind}`,
  `${kind} only`,
  `Only ${kind} cookies`,
  `${kind} cookies only`,
  `Use ${kind} cookies only`,
  `Accept only ${kind}`,
  `Accept ${kind}`,
  `Accept ${kind} cookies`,
  `Allow ${kind} cookies only`,
]);

/** "Reject all" may be about other things on a page that speaks of no cookies. */
function onBanner(first: string, others: readonly string[]): Instruction[] {
  return [
    { kind: 'verify', sight: { text: 'cookie' } },
    { kind: 'click', target: control(first, null, others) },
  ];
}

/** "Accept all cookies": the banner's button, whatever of it the name says. */
const accepting = form(
  `(accept|allow|agree\\s+to)\\s+all\\s+(?:the\\s+|of\\s+the\\s+)?cookies`,
  ([verb = '']) => ({
    kind: 'click',
    target: control(`${verb} all cookies`, null, [`${verb} cookies`, `${verb} all`, verb]),
  }),
);

/** "Refuse the cookies". */
const refusing = form(
  `(reject|decline|refuse|deny)\\s+(?:all\\s+)?(?:of\\s+)?(?:the\\s+|your\\s+)?(?:optional\\s+|non-essential\\s+)?cookies`,
  ([said = '']) => {
    const verbs = [...new Set([said.toLowerCase(), 'reject', 'decline', 'refuse', 'deny'])];
    const [first = '', ...others] = verbs.flatMap((verb) => [
      `${verb} all cookies`,
      `${verb} cookies`,
      `${verb} all`,
      verb,
    ]);
    return onBanner(first, [...others, ...ONLY_NEEDED]);
  },
);

/** "Accept only the necessary cookies". */
const keepingToNeeded = form(
  `(?:accept|allow|use|keep|take)\\s+(?:only\\s+)?(?:the\\s+)?(?:strictly\\s+)?(${NEEDED.join('|')})\\s+cookies(?:\\s+only)?`,
  ([kind = '']) => {
    const own = ONLY_NEEDED.filter((name) => name.includes(kind.toLowerCase()));
    const [first = '', ...others] = [...own, ...ONLY_NEEDED];
    return onBanner(first, [...others, 'Reject all', 'Reject']);
  },
);

/** How somebody wants a banner about cookies to be answered. */
export const answeringCookies = firstOf(accepting, refusing, keepingToNeeded);
