import type { ControlFacts } from '../engine/observation/page-facts.ts';
import { StepError } from '@errand/browser-runtime';
import { dateOf, monthOf, timeOf, Unreadable } from '@errand/runbook-language';

/** Types of `<input>` whose values have a format of their own, and cannot be typed as any text. */
export const FORMATTED_TYPES: ReadonlySet<string> = new Set([
  'date',
  'time',
  'month',
  'week',
  'datetime-local',
  'range',
  'color',
]);

const COLORS: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  lime: '#00ff00',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  navy: '#000080',
  teal: '#008080',
  maroon: '#800000',
  olive: '#808000',
  cyan: '#00ffff',
  magenta: '#ff00ff',
};

function colorOf(text: string): string {
  const said = text.trim().toLowerCase();
  const named = Object.hasOwn(COLORS, said) ? COLORS[said] : undefined;
  if (named !== undefined) return named;
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/u.exec(said)?.[1];
  if (hex !== undefined) return `#${hex.length === 3 ? hex.replaceAll(/./gu, '$&$&') : hex}`;
  const parts = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/u.exec(said)?.slice(1).map(Number);
  if (parts?.every((part) => part <= 255))
    return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  throw new Unreadable('it is not a color that can be understood; write it as #rrggbb');
}

/** The sign that separates decimals in a language; null when the language is not known. */
function decimalSign(language: string): string | null {
  try {
    if (language === '') return null;
    return (
      new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? null
    );
  } catch {
    return null;
  }
}

/** "1,234" is read as the language of the page writes numbers; where that is not known, it is refused. */
function numberOf(text: string, language: string): string {
  const said = text.trim().replaceAll(/[\s\u00a0\u202f'’]/gu, '');
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu.test(said))
    return said.replace(/^\+/u, '').replace(/\.$/u, '');
  const grouped = /^[-+]?\d{1,3}(?:([.,])\d{3})+(?:([.,])\d+)?$/u.exec(said);
  const isComma = /^[-+]?\d+,\d+$/u.test(said);
  if (!grouped && !isComma) throw new Unreadable('it is not a number');
  const [, group, decimal] = grouped ?? [];
  const sign = decimalSign(language);
  const isDecimalComma =
    decimal === ',' || (decimal === undefined && (group === undefined || group !== ',') && isComma);
  const isClear = (decimal !== undefined && decimal !== group) || (said.match(/[.,]/gu) ?? []).length > 1;
  if (!isClear && grouped !== null && sign === null)
    throw new Unreadable('whether its comma separates thousands or decimals is not clear; write it without');
  const comma = isClear ? isDecimalComma : grouped === null || sign === ',';
  return (comma ? said.replaceAll('.', '').replace(',', '.') : said.replaceAll(',', '')).replace(/^\+/u, '');
}

function dateTimeOf(text: string, language: string): string {
  const parts =
    /^(.+?)(?:T|\s*,\s*|\s+(?:at|um|à|a las)\s+|\s+)(\d{1,2}(?:[:.h]\d{2}){0,2}(?:\.\d+)?\s*(?:[ap]\.?m\.?)?(?:\s*uhr)?)$/iu.exec(
      text.trim(),
    );
  if (parts?.[1] === undefined || parts[2] === undefined)
    throw new Unreadable('it is not a date with a time; write it as YYYY-MM-DDTHH:MM');
  return `${dateOf(parts[1], language)}T${timeOf(parts[2])}`;
}

function formattedValue(type: string, text: string, language: string): string {
  switch (type) {
    case 'date':
      return dateOf(text, language);
    case 'time':
      return timeOf(text);
    case 'month':
      return monthOf(text, language);
    case 'week':
      if (/^\d{4}-W\d{2}$/u.test(text.trim())) return text.trim();
      throw new Unreadable('it is not a week; write it as YYYY-Www');
    case 'datetime-local':
      return dateTimeOf(text, language);
    case 'number':
    case 'range':
      return numberOf(text, language);
    case 'color':
      return colorOf(text);
    default:
      return text;
  }
}

/**
 * What a control is given for a written value: ISO for dates and times, digits for numbers, the text itself for all others.
 * @throws {StepError} `action_failed` for what it cannot mean, before anything was done
 */
export function writtenFor(control: ControlFacts | null, text: string): string {
  if (control === null || control.tag !== 'input' || text.trim() === '') return text;
  try {
    return formattedValue(control.type, text, control.language);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new StepError(
      'action_failed',
      `"${control.says}" takes a ${control.type} value, and "${text}" cannot be used: ${error.message}.`,
      { cause: error, noEffect: true },
    );
  }
}
