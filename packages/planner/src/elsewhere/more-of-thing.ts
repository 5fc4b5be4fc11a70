import type { Clause } from '../grammar/clause.ts';
import { wordsThatOpen } from '../finding/element-of-item.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { saysItself } from '../words/senses.ts';
import { isTopic, pageOf, soughtWords } from './links-to-follow.ts';

/** "View profile", "Details": shows more of the thing it stands on. */
const SHOWS =
  /^(?:view|show|see)\b(?!.*\b(?:all|cart|basket|checkout)\b)|^(?:open|read|more|details?|info(?:rmation)?|profile|expand)(?:\s+(?:more|details?|profile|it|message|info))?\s*[…›»→>]*$/iu;

/**
 * What shows more of the one thing of a list that an instruction speaks of, without leaving the page: a control that says
 * so, or the thing's own words where only they can be pressed.
 */
export function moreOfThing(view: PageView, clause: Clause, tried: ReadonlySet<string>): Candidate | null {
  if (!['read', 'form'].includes(clause.kind)) return null;
  const sought = soughtWords(clause);
  const scored = view.items.flatMap((thing, at) => {
    if (!thing.inContent) return [];
    const own = sought.filter((word) => saysItself(`${thing.title} ${thing.text}`, word));
    const telling = own.filter((word) => !view.items.every(({ text }) => saysItself(text, word)));
    const isNamed = telling.some((word) => !isTopic(word));
    return isNamed ? [{ at, count: telling.length }] : [];
  });
  const most = Math.max(0, ...scored.map(({ count }) => count));
  const best = scored.filter(({ count }) => count === most);
  const [one] = best;
  if (one === undefined || best.length > 1) return null;
  const inside = view.candidates.filter(
    ({ items, disabled, css, expanded, opensMenu, styled, pressed }) =>
      items[0] === one.at &&
      !disabled &&
      !tried.has(css) &&
      expanded === null &&
      !opensMenu &&
      styled === null &&
      pressed === null,
  );
  const stays = ({ role, href }: Candidate) =>
    ['button', 'generic'].includes(role) ||
    (role === 'link' && (href === '' || pageOf(href) === pageOf(view.url)));
  const showing = inside.filter(
    (candidate) => stays(candidate) && SHOWS.test(candidate.name || candidate.text),
  );
  if (showing.length === 1) return showing[0] ?? null;
  const words = showing.length === 0 ? wordsThatOpen(view, one.at) : null;
  return words !== null && !tried.has(words.css) ? words : null;
}
