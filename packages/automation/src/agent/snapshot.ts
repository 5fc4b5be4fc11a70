import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { inTime } from '../browser/in-time.ts';
import type { Mask } from '../engine/mask.ts';

/** An element that the snapshot of a page gives a name of its own. */
export interface Named {
  ref: string;
  role: string;
  name: string;
}

/** A page as the model reads it. */
export interface Snapshot {
  url: string;
  title: string;
  lines: readonly string[];
  /** The same for the same state of a page. */
  fingerprint: string;
  find(ref: string): Named | undefined;
}

const NODE = /^\s*- (?:'|")?(?<role>[a-z]+)(?: "(?<name>(?:[^"\\]|\\.)*)")?.*?\[ref=(?<ref>[a-z0-9]+)\]/;
const LONGEST_LINE = 400;

const unquoted = (text: string): string => {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
};

/** References are numbered anew in each document; what is there is what counts. */
const fingerprintOf = (url: string, lines: readonly string[]): string =>
  createHash('sha256')
    .update(`${url}\n${lines.join('\n').replaceAll(/ \[ref=[a-z0-9]+\]/g, '')}`)
    .digest('base64');

/** Reads the accessibility tree of a page; the references in it hold until the next one is read. */
export const readSnapshot = async (
  page: Page,
  mask: Mask,
  wait: { timeout: number; signal: AbortSignal },
): Promise<Snapshot> => {
  const text = await page.ariaSnapshot({ mode: 'ai', ...wait });
  const title = await inTime(
    page.title().catch(() => ''),
    wait.timeout,
    '',
  );
  const raw = text.split('\n');
  const named = new Map<string, Named>();
  for (const line of raw) {
    const { role, name, ref } = NODE.exec(line)?.groups ?? {};
    if (ref !== undefined && role !== undefined)
      named.set(ref, { ref, role, name: name === undefined ? '' : unquoted(name) });
  }
  const lines = mask
    .text(text)
    .replaceAll(' [cursor=pointer]', '')
    .split('\n')
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line));
  const url = mask.text(page.url());
  return {
    url,
    title: mask.text(title),
    lines,
    fingerprint: fingerprintOf(url, lines),
    find: (ref) => named.get(ref),
  };
};
