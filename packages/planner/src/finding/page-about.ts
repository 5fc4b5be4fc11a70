import { grade, GRADES, normalised } from '../words/match-name.ts';
import { says, saysItself, tellingWords } from '../words/senses.ts';
import { beforeLastNoun } from './item-names.ts';
import type { PageView } from '../page/page-view.ts';

/** Whether the page is about that: its main heading says so, or where it has none of the first level, the one that its content begins with. */
export function isPageAbout(view: PageView, text: string): boolean {
  if (text === '') return false;
  const headings = view.candidates.filter(({ role }) => role === 'heading');
  const first = headings.filter(({ level }) => level === 1);
  const begins = view.candidates.find(({ inContent }) => inContent);
  const highest = Math.min(...headings.filter(({ inContent }) => inContent).map(({ level }) => level || 2));
  const ofLevel = headings.filter(({ level, inContent }) => inContent && (level || 2) === highest);
  const opening = ofLevel.length === 1 && ofLevel[0] === begins ? ofLevel : [];
  const about = first.length > 0 ? first : opening;
  // "The yoga class" is what is headed just "Yoga".
  const own = beforeLastNoun(text);
  return (
    about.some(
      ({ name }) =>
        grade(text, name) >= GRADES.contains || (own !== '' && grade(own, name) >= GRADES.equalWords),
    ) ||
    isAddressed(view, text) ||
    isFollowed(view, text)
  );
}

/** "Ticket T-117" of "/tickets/T-117", or of the title "Ticket T-117 – Help desk". */
function isAddressed({ url, title }: PageView, text: string): boolean {
  const identifier = text.split(/\s+/u).find((word) => /\d/u.test(word) && /\p{L}|\d{3}/u.test(word));
  // The invoice of order 7 is another thing than the order.
  if (identifier === undefined || /\p{L}\s+of\s/u.test(text) || !URL.canParse(url)) return false;
  const { pathname, hash } = new URL(url);
  const route = /^#!?\//u.test(hash) ? hash : pathname;
  const last = route.split('/').findLast((part) => part !== '') ?? '';
  const [own = ''] = title.split(/\s[|–—·-]\s/u);
  return normalised(last) === normalised(identifier) || grade(text, own) >= GRADES.equalWords;
}

const LINKS: ReadonlySet<string> = new Set(['about', 'regarding', 'concerning', 'called', 'named', 'titled']);

/** "The message from the customs desk" whose link was followed: what stood on it says who, and the address what it is. */
function isFollowed({ about = '', url, title }: PageView, text: string): boolean {
  const words = tellingWords(text).filter((word) => !LINKS.has(word));
  const path = URL.parse(url)?.pathname.replaceAll('/', ' ') ?? '';
  return (
    words.some((word) => saysItself(about, word)) &&
    words.every((word) => says(`${about} ${title} ${path}`, word))
  );
}
