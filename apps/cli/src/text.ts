import { stripVTControlCharacters } from 'node:util';
import { usageError } from './exit.ts';
import type { Output, System } from './system.ts';

type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';
const CODES: Readonly<Record<Colour, number>> = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2, bold: 1 };

export type Paint = (colour: Colour, text: string) => string;

/** Colours for one stream: only on a terminal, and never with NO_COLOR. */
export function paintFor({ env }: System, output: Output): Paint {
  const isPlain = !output.isTTY || Boolean(env['NO_COLOR']) || env['TERM'] === 'dumb';
  return (colour, text) => (isPlain ? text : `\u001b[${CODES[colour]}m${text}\u001b[0m`);
}

/** One line without control characters, because texts of pages are printed too. */
export function clean(text: string): string {
  return (
    stripVTControlCharacters(text)
      .replaceAll(/\s+/g, ' ')
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
  );
}

const STATUS_COLOURS: Readonly<Record<string, Colour>> = {
  completed: 'green',
  published: 'green',
  failed: 'red',
  cancelled: 'yellow',
  waiting_for_approval: 'yellow',
  running: 'cyan',
};

/** A status in its colour. */
export function statusText(paint: Paint, status: string): string {
  const colour = STATUS_COLOURS[status];
  return colour === undefined ? clean(status) : paint(colour, clean(status));
}

/** Lines of a table; the last column is cut to the terminal's width. */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  output: Output,
): string {
  const visible = (text: string): number => stripVTControlCharacters(text).length;
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => visible(row[column] ?? ''))),
  );
  const limit = output.isTTY ? (output.columns ?? 80) : Infinity;
  return [head, ...rows]
    .map((row) => {
      const cells = row.map((cell, column) => {
        if (column < row.length - 1) return cell + ' '.repeat((widths[column] ?? 0) - visible(cell));
        const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
        return limit === Infinity ? cell : cell.slice(0, Math.max(limit - before, 10));
      });
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

const UNITS: Readonly<Record<string, number>> = { '': 1_000, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `90`, `90s` and `5m` in milliseconds. */
export function parseDuration(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|)$/.exec(text) ?? [];
  if (digits === '') throw usageError(`"${text}" is no duration: write 90, 90s or 5m.`);
  return Number(digits) * (UNITS[unit] ?? 1_000);
}

/** `k=v` of a repeated option, into one object. */
export function collectPair(
  pair: string,
  previous: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const at = pair.indexOf('=');
  if (at < 1) throw usageError(`"${pair}" is not of the form name=value.`);
  return { ...previous, [pair.slice(0, at)]: pair.slice(at + 1) };
}

/** The values of a repeated option, in one list. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
