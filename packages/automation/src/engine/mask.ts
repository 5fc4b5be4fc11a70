import { replaceEncoded } from './encoded-words.ts';
import { formsOf, type SecretForms } from './secret-forms.ts';

/** Makes what a Run says fit to be reported: storable, and every form of its secrets replaced by `[secret]`. */
export interface Mask {
  text(text: string): string;
  /** A copy of a JSON value whose strings and keys are so. */
  value<Value>(value: Value): Value;
  /** True when texts that stand beside each other hold a form of a secret. */
  finds: (texts: readonly string[]) => boolean;
}

const PLACEHOLDER = '[secret]';

/** Databases hold neither NUL nor lone surrogates. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

const patternOf = (sources: readonly string[], flags: string): RegExp[] =>
  sources.length === 0 ? [] : [new RegExp(sources.join('|'), flags)];

const patternsOf = (forms: readonly SecretForms[]): RegExp[] => [
  ...patternOf(
    forms.flatMap(({ anyCase }) => anyCase),
    'gi',
  ),
  ...patternOf(
    forms.flatMap(({ exact }) => exact),
    'g',
  ),
];

/** Empty secrets hide nothing. */
export const createMask = (secrets: readonly string[]): Mask => {
  const hidden = new Set(secrets.map((secret) => secret.toWellFormed()).filter((secret) => secret !== ''));
  const longestFirst = [...hidden].sort((a, b) => b.length - a.length);
  const forms = longestFirst.map(formsOf);
  const patterns = patternsOf(forms);
  const decodedPatterns = patternsOf(forms.filter(({ perhapsEncoded }) => perhapsEncoded));
  const text = (raw: string): string => {
    const shown = patterns.reduce((rest, pattern) => rest.replaceAll(pattern, PLACEHOLDER), raw);
    return storable(replaceEncoded(shown, decodedPatterns, PLACEHOLDER));
  };

  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number' && hidden.has(String(value))) return PLACEHOLDER;
    if (Array.isArray(value)) return value.map(masked);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), masked(entry)]));
  };
  const holds = (raw: string): boolean => text(raw) !== storable(raw);
  return {
    text,
    value: <Value>(value: Value) => masked(value) as Value,
    finds: (texts) => hidden.size > 0 && ['', ' '].some((between) => holds(texts.join(between))),
  };
};
