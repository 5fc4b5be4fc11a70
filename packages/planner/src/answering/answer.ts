import { normalised } from '../words/match-name.ts';
import { escapePattern } from '../locators/value-locator.ts';

/** The answer to a `read` clause. */
export interface Answer {
  /** Of the Run's outputs: `order_number`. */
  readonly key: string;
  /** Describes the value for the summary: "the order number". */
  readonly name: string;
  readonly value: unknown;
  /** Finds `value`, as the group of that name, in the text that was read; absent when that text is the value. */
  readonly pattern?: string;
  /**
   * How `value` follows from what the step gave, after `pattern`: the length of a list, its number, each entry by `pattern`,
   * true because the check held, the address of the page. Absent: it is that itself.
   */
  readonly by?: 'length' | 'number' | 'each' | 'check' | 'address';
  /** Why a Runbook cannot give it again. */
  readonly moment?: string;
}

export function answer(name: string, value: unknown): Answer {
  return {
    key:
      normalised(name)
        .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
        .replaceAll(/^_|_$/gu, '')
        .slice(0, 60) || 'answer',
    name,
    value,
  };
}

/** The words around a value in a text, as a pattern for the text of another page; null when it is not in it just once. */
export function sentencePattern(text: unknown, value: string): string | null {
  if (typeof text !== 'string') return null;
  const parts = text.replaceAll(/\s+/gu, ' ').trim().split(value);
  const [before, after] = parts.map((part) =>
    part
      .split(' ')
      .map(escapePattern)
      .join(String.raw`\s+`),
  );
  return parts.length === 2 ? String.raw`^\s*${before}(?<value>\S(?:[\s\S]*?\S)?)${after}\s*$` : null;
}

/** The label before a value as a pattern for the text of another page; null when the value is not at the end of the text. */
export function valuePattern(text: unknown, value: unknown): string | null {
  if (typeof text !== 'string' || typeof value !== 'string') return null;
  const shown = text.replaceAll(/\s+/gu, ' ').trim();
  if (!shown.endsWith(value)) return null;
  const label = shown
    .slice(0, -value.length)
    .trim()
    .split(' ')
    .map(escapePattern)
    .join(String.raw`\s+`);
  return String.raw`^\s*${label}\s*(?<value>\S(?:[\s\S]*\S)?)\s*$`;
}
