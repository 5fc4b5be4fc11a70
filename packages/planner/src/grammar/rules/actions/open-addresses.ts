import { LITERAL } from '../../literals.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { firstOf, form, type Reader } from '../rule.ts';

export const SITE =
  '(?:(?:the\\s+)?(?:web\\s?site|web\\s?page|site|page|url|address|link)\\s+(?:at\\s+|of\\s+)?)?';
const DOMAIN = String.raw`(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?`;
const LOCAL = String.raw`(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\])(?::\d+)?(?:[/?#]\S*)?`;
export const ADDRESS = `(${LITERAL}|${LOCAL}|${DOMAIN}|about:blank|[a-z]+://\\S+)`;
const absolute = /^[a-z][a-z\d+.-]*:/iu;
const local = new RegExp(`^${LOCAL}$`, 'iu');
const domain = new RegExp(`^${DOMAIN}`, 'iu');

/** A spoken address as an absolute URL; null when it is not one. */
export function urlOf(spoken: string): string | null {
  const text = spoken.trim();
  if (local.test(text)) return `http://${text}`;
  if (/^[a-z][a-z\d+.-]*:\/\//iu.test(text) || text === 'about:blank') return text;
  if (absolute.test(text) && !domain.test(text)) return null;
  return domain.test(text) ? `https://${text}` : null;
}

function open(spoken: string, { masked }: Reader) {
  const url = urlOf(masked.meant(spoken));
  return url === null ? null : { kind: 'open' as const, url };
}

const THE_PAGE = '(?:\\s+(?:the|this|that)\\s+(?:page|site|tab|browser))?';

export const navigating = firstOf(
  form(`${oneOf(VERBS.open)}\\s+(?:to\\s+)?${SITE}${ADDRESS}`, ([url = ''], reader) => open(url, reader)),
  form(`(?:on|at|from|in)\\s+${SITE}${ADDRESS}`, ([url = ''], reader) => open(url, reader)),
  form(
    `(?:go|navigate|move|step)\\s+back(?:\\s+(?:one|a)\\s+page)?(?:\\s+to\\s+(?:the\\s+)?(?:previous|last)\\s+page)?`,
    () => ({
      kind: 'back',
    }),
  ),
  form(`return\\s+to\\s+(?:the\\s+)?(?:previous|last)\\s+page`, () => ({ kind: 'back' })),
  form(`(?:go|navigate|move|step)\\s+forward(?:\\s+(?:one|a)\\s+page)?`, () => ({ kind: 'forward' })),
  form(`(?:refresh|reload)${THE_PAGE}`, () => ({ kind: 'reload' })),
);

/** "Go to the Deals page", "open the cart": a place on the site is reached by its link. */
export const followingLinks = firstOf(
  // "Search for python and open it": the only thing that was found.
  form(`open\\s+(?:it|that|the\\s+result)`, (_groups, { before }) =>
    new RegExp(`^${oneOf(VERBS.search)}\\s`, 'iu').test(before)
      ? { kind: 'click', target: { text: '', kind: 'result', ordinal: null, within: null } }
      : null,
  ),
  // "View the first one".
  form(`view\\s+(the\\s+.+)`, ([words], reader) => {
    const target = reader.phrase(words);
    const isNumbered = target?.kind === 'result' && target.text === '' && target.ordinal !== null;
    return target !== null && isNumbered ? { kind: 'click', target } : null;
  }),
  form(`${oneOf(VERBS.open)}\\s+(.+?)(?:\\s+(?:page|section|screen))?`, ([words = ''], reader) => {
    const target = reader.phrase(words);
    if (target === null || /\b(?:[\w-]+\.)+[a-z]{2,}\b/iu.test(words)) return null;
    const kind = target.kind ?? (target.superlative === undefined ? 'link' : 'result');
    // "The older entries" may be the button "Older".
    const [, own] =
      /^(\p{Ll}+)\s(?:entries|items|ones|results|posts|messages|notices|things)$/u.exec(target.text) ?? [];
    const apart =
      own === undefined ? {} : { apart: [...(target.apart ?? []), { ...target, text: own, kind }] };
    return { kind: 'click', target: { ...target, kind, ...apart } };
  }),
);
