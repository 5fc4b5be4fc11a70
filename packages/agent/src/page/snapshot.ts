import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { withTimeout } from '@errand/wait-for';
import type { DesktopSight, Mask } from '@errand/step-engine';

/** An element with a reference in the snapshot. */
export interface NamedElement {
  ref: string;
  role: string;
  name: string;
}

/** The accessibility tree of a page, masked, as the model reads it. */
export interface Snapshot {
  url: string;
  title: string;
  lines: readonly string[];
  /** Equal for equal states of a page. */
  fingerprint: string;
  find(ref: string): NamedElement | undefined;
  /** Of the applications on a desktop, instead of a page. */
  desktop?: DesktopSight;
}

const NODE = /^\s*- (?:'|")?(?<role>[a-z]+)(?: "(?<name>(?:[^"\\]|\\.)*)")?.*?\[ref=(?<ref>[a-z0-9]+)\]/;
const MAX_LINE_LENGTH = 400;

function unquoted(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** Ignores references, because each document numbers them from the start. */
function fingerprintOf(url: string, lines: readonly string[]): string {
  return createHash('sha256')
    .update(`${url}\n${lines.join('\n').replaceAll(/ \[ref=[a-z0-9]+\]/g, '')}`)
    .digest('base64');
}

/** Reads the accessibility tree of a page. Its references are valid until the next snapshot. */
export async function readSnapshot(
  page: Page,
  mask: Mask,
  wait: { timeout: number; signal: AbortSignal },
): Promise<Snapshot> {
  const text = await page.ariaSnapshot({ mode: 'ai', ...wait });
  const title = await withTimeout(
    page.title().catch(() => ''),
    wait.timeout,
    '',
  );
  const raw = text.split('\n');
  const named = new Map<string, NamedElement>();
  for (const line of raw) {
    const { role, name, ref } = NODE.exec(line)?.groups ?? {};
    if (ref !== undefined && role !== undefined)
      named.set(ref, { ref, role, name: name === undefined ? '' : unquoted(name) });
  }
  const lines = mask
    .text(text)
    .replaceAll(' [cursor=pointer]', '')
    .split('\n')
    .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line));
  const url = mask.text(page.url());
  return {
    url,
    title: mask.text(title),
    lines,
    fingerprint: fingerprintOf(url, lines),
    find: (ref) => named.get(ref),
  };
}
