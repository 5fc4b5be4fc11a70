import { randomBytes } from 'node:crypto';
import { lineDiff } from './line-diff.ts';
import type { Snapshot } from './snapshot.ts';

/** What the model is told of the page. A `isFullPage` one makes all earlier ones superfluous. */
export interface Observation {
  text: string;
  isFullPage: boolean;
}

/** UTF-16 units of a page that are shown at once; about a quarter as many tokens. */
const MAX_PAGE_LENGTH = 24_000;
const MAX_FOUND_LINES = 40;

/** Marks page text as data with a word that no page can know. */
export function createDelimiter(): (text: string) => string {
  const word = randomBytes(9).toString('hex');
  return (text) => `<page-data-${word}>\n${text}\n</page-data-${word}>`;
}

function linesThatFit(lines: readonly string[], from: number): { text: string; next: number } {
  let room = MAX_PAGE_LENGTH;
  let next = from;
  while (next < lines.length && room - (lines[next]?.length ?? 0) > 0) {
    room -= (lines[next]?.length ?? 0) + 1;
    next += 1;
  }
  return { text: lines.slice(from, next).join('\n'), next };
}

function truncationNotice(next: number, total: number): string {
  return next >= total
    ? ''
    : `\nLines ${next + 1} to ${total} are not shown: use page_find for what you look for, or page_read from ${next}.`;
}

/** Tells the model what a page shows, and afterwards only what changed of it. */
export interface SnapshotFormatter {
  format(snapshot: Snapshot): Observation;
  /** More of a long page, from a line on. */
  read(snapshot: Snapshot, from: number): string;
  /** Lines of the page that hold a text. */
  find(snapshot: Snapshot, text: string): string;
}

export function createSnapshotFormatter(fence: (text: string) => string): SnapshotFormatter {
  let shown: Snapshot | null = null;
  let said = 0;
  const head = ({ url, title }: Snapshot) => `Address: ${url}\nTitle: ${title}`;

  const isFullPage = (snapshot: Snapshot): Observation => {
    const { text, next } = linesThatFit(snapshot.lines, 0);
    said = text.length;
    return {
      isFullPage: true,
      text: `The page now:\n${fence(`${head(snapshot)}\n${text}`)}${truncationNotice(next, snapshot.lines.length)}`,
    };
  };

  const changes = (before: Snapshot, snapshot: Snapshot): Observation | null => {
    const { added, removed } = lineDiff(before.lines, snapshot.lines);
    const text = [...removed.map((line) => `gone: ${line}`), ...added.map((line) => `new: ${line}`)].join(
      '\n',
    );
    if (text.length > MAX_PAGE_LENGTH / 4) return null;
    said += text.length;
    // Once the changes are as long as a page, the page itself is shorter.
    if (said > MAX_PAGE_LENGTH * 1.5) return null;
    const body = text === '' ? 'Nothing changed on the page.' : `Changed on the page:\n${fence(text)}`;
    return { isFullPage: false, text: body };
  };

  return {
    format(snapshot) {
      const before = shown;
      shown = snapshot;
      const isSame = before !== null && before.url === snapshot.url && before.title === snapshot.title;
      return (isSame ? changes(before, snapshot) : null) ?? isFullPage(snapshot);
    },
    read(snapshot, from) {
      const start = Math.max(0, Math.min(from, snapshot.lines.length));
      const { text, next } = linesThatFit(snapshot.lines, start);
      return text === ''
        ? `The page has ${snapshot.lines.length} lines.`
        : `Lines ${start + 1} to ${next} of ${snapshot.lines.length}:\n${fence(text)}`;
    },
    find(snapshot, sought) {
      const wanted = sought.toLowerCase();
      const found = snapshot.lines.filter((line) => line.toLowerCase().includes(wanted));
      if (found.length === 0) return `Nothing on the page holds ${JSON.stringify(sought)}.`;
      const more = found.length > MAX_FOUND_LINES ? ` (the first ${MAX_FOUND_LINES})` : '';
      return `${found.length} lines${more}:\n${fence(found.slice(0, MAX_FOUND_LINES).join('\n'))}`;
    },
  };
}
