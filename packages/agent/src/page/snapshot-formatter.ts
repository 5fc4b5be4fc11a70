import { randomBytes } from 'node:crypto';
import { lineDiff } from './line-diff.ts';
import type { Snapshot } from './snapshot.ts';

/** The page as the model sees it. One with `isFullPage` supersedes all earlier ones. */
export interface Observation {
  text: string;
  isFullPage: boolean;
}

/** UTF-16 units of a page shown at once; about a quarter as many tokens. */
const MAX_PAGE_LENGTH = 24_000;
const MAX_FOUND_LINES = 40;

/** Marks page text as data with a random word that no page can guess. */
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

function thingOf({ desktop }: Snapshot): string {
  return desktop === undefined ? 'page' : 'desktop';
}

/** Formats a page or desktop for the model: in full at first, then only its changes. */
export interface SnapshotFormatter {
  format(snapshot: Snapshot): Observation;
  /** The lines of a long page from an index on, as many as fit. */
  read(snapshot: Snapshot, from: number): string;
  /** The lines of the page that contain a text, ignoring case. */
  find(snapshot: Snapshot, text: string): string;
}

/** @param delimitUntrusted marks what the page says as data that is no instruction */
export function createSnapshotFormatter(delimitUntrusted: (text: string) => string): SnapshotFormatter {
  let shown: Snapshot | null = null;
  let lengthSent = 0;
  const header = ({ url, title, desktop }: Snapshot) =>
    desktop === undefined ? `Address: ${url}\nTitle: ${title}\n` : '';

  const fullPage = (snapshot: Snapshot): Observation => {
    const { text, next } = linesThatFit(snapshot.lines, 0);
    lengthSent = text.length;
    return {
      isFullPage: true,
      text: `The ${thingOf(snapshot)} now:\n${delimitUntrusted(`${header(snapshot)}${text}`)}${truncationNotice(next, snapshot.lines.length)}`,
    };
  };

  const changes = (before: Snapshot, snapshot: Snapshot): Observation | null => {
    const { added, removed } = lineDiff(before.lines, snapshot.lines);
    const text = [...removed.map((line) => `gone: ${line}`), ...added.map((line) => `new: ${line}`)].join(
      '\n',
    );
    if (text.length > MAX_PAGE_LENGTH / 4) return null;
    lengthSent += text.length;
    // After many changes, the full page is shorter than another list of changes.
    if (lengthSent > MAX_PAGE_LENGTH * 1.5) return null;
    const body =
      text === ''
        ? `Nothing changed on the ${thingOf(snapshot)}.`
        : `Changed on the ${thingOf(snapshot)}:\n${delimitUntrusted(text)}`;
    return { isFullPage: false, text: body };
  };

  return {
    format(snapshot) {
      const before = shown;
      shown = snapshot;
      const isSame = before !== null && before.url === snapshot.url && before.title === snapshot.title;
      return (isSame ? changes(before, snapshot) : null) ?? fullPage(snapshot);
    },
    read(snapshot, from) {
      const start = Math.max(0, Math.min(from, snapshot.lines.length));
      const { text, next } = linesThatFit(snapshot.lines, start);
      return text === ''
        ? `The ${thingOf(snapshot)} has ${snapshot.lines.length} lines.`
        : `Lines ${start + 1} to ${next} of ${snapshot.lines.length}:\n${delimitUntrusted(text)}`;
    },
    find(snapshot, sought) {
      const wanted = sought.toLowerCase();
      const found = snapshot.lines.filter((line) => line.toLowerCase().includes(wanted));
      if (found.length === 0) return `Nothing on the ${thingOf(snapshot)} holds ${JSON.stringify(sought)}.`;
      const more = found.length > MAX_FOUND_LINES ? ` (the first ${MAX_FOUND_LINES})` : '';
      return `${found.length} lines${more}:\n${delimitUntrusted(found.slice(0, MAX_FOUND_LINES).join('\n'))}`;
    },
  };
}
