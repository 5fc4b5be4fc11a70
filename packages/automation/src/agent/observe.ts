import { randomBytes } from 'node:crypto';
import { difference } from './difference.ts';
import type { Snapshot } from './snapshot.ts';

/** What the model is told of the page. A `whole` one makes all earlier ones superfluous. */
export interface Observation {
  text: string;
  whole: boolean;
}

/** UTF-16 units of a page that are shown at once; about a quarter as many tokens. */
const PAGE_ROOM = 24_000;
const MOST_FOUND = 40;

/** Marks page text as data with a word that no page can know. */
export const createFence = (): ((text: string) => string) => {
  const word = randomBytes(9).toString('hex');
  return (text) => `<page-data-${word}>\n${text}\n</page-data-${word}>`;
};

const fitting = (lines: readonly string[], from: number): { text: string; next: number } => {
  let room = PAGE_ROOM;
  let next = from;
  while (next < lines.length && room - (lines[next]?.length ?? 0) > 0) {
    room -= (lines[next]?.length ?? 0) + 1;
    next += 1;
  }
  return { text: lines.slice(from, next).join('\n'), next };
};

const rest = (next: number, total: number): string =>
  next >= total
    ? ''
    : `\nLines ${next + 1} to ${total} are not shown: use page_find for what you look for, or page_read from ${next}.`;

/** Tells the model what a page shows, and afterwards only what changed of it. */
export interface Observer {
  observe(snapshot: Snapshot): Observation;
  /** More of a long page, from a line on. */
  read(snapshot: Snapshot, from: number): string;
  /** Lines of the page that hold a text. */
  find(snapshot: Snapshot, text: string): string;
}

export const createObserver = (fence: (text: string) => string): Observer => {
  let shown: Snapshot | null = null;
  let said = 0;
  const head = ({ url, title }: Snapshot) => `Address: ${url}\nTitle: ${title}`;

  const whole = (snapshot: Snapshot): Observation => {
    const { text, next } = fitting(snapshot.lines, 0);
    said = text.length;
    return {
      whole: true,
      text: `The page now:\n${fence(`${head(snapshot)}\n${text}`)}${rest(next, snapshot.lines.length)}`,
    };
  };

  const changes = (before: Snapshot, snapshot: Snapshot): Observation | null => {
    const { added, removed } = difference(before.lines, snapshot.lines);
    const text = [...removed.map((line) => `gone: ${line}`), ...added.map((line) => `new: ${line}`)].join(
      '\n',
    );
    if (text.length > PAGE_ROOM / 4) return null;
    said += text.length;
    // Once the changes are as long as a page, the page itself is shorter.
    if (said > PAGE_ROOM * 1.5) return null;
    const body = text === '' ? 'Nothing changed on the page.' : `Changed on the page:\n${fence(text)}`;
    return { whole: false, text: body };
  };

  return {
    observe(snapshot) {
      const before = shown;
      shown = snapshot;
      const isSame = before !== null && before.url === snapshot.url && before.title === snapshot.title;
      return (isSame ? changes(before, snapshot) : null) ?? whole(snapshot);
    },
    read(snapshot, from) {
      const start = Math.max(0, Math.min(from, snapshot.lines.length));
      const { text, next } = fitting(snapshot.lines, start);
      return text === ''
        ? `The page has ${snapshot.lines.length} lines.`
        : `Lines ${start + 1} to ${next} of ${snapshot.lines.length}:\n${fence(text)}`;
    },
    find(snapshot, sought) {
      const wanted = sought.toLowerCase();
      const found = snapshot.lines.filter((line) => line.toLowerCase().includes(wanted));
      if (found.length === 0) return `Nothing on the page holds ${JSON.stringify(sought)}.`;
      const more = found.length > MOST_FOUND ? ` (the first ${MOST_FOUND})` : '';
      return `${found.length} lines${more}:\n${fence(found.slice(0, MOST_FOUND).join('\n'))}`;
    },
  };
};
