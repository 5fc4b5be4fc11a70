import { compilePattern } from '../patterns/pattern.ts';
import { asText } from '../templates/text.ts';
import { readShownNumber } from '../values/numbers.ts';
import { type Condition, NUMBER, type ValueCondition } from './condition.ts';

/** A value that is compared as a number is not one. `message` is display-safe. */
export class ComparisonError extends Error {
  override name = 'ComparisonError';
}

export function isValueCondition(condition: Condition): condition is ValueCondition {
  return condition.type.startsWith('value_');
}

/** False for a condition about values and outputs alone, which holds or not without a browser. */
export function needsPage(condition: Condition): boolean {
  if (condition.type === 'not') return needsPage(condition.condition);
  if (condition.type === 'and' || condition.type === 'or') return condition.conditions.some(needsPage);
  return !isValueCondition(condition) && condition.type !== 'output_contains';
}

/** Null: nothing to compare. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const text = asText(value).trim();
  if (text === '') return null;
  const number = typeof value === 'string' ? readShownNumber(text) : null;
  if (number === null) throw new ComparisonError('A value that is compared with a number is not a number.');
  return number;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return asText(value) === '';
}

/**
 * Judges a resolved comparison. An empty value is neither greater nor less than a number.
 * @throws {ComparisonError} for other text where a number is needed; PatternError when a text is too long for its pattern
 */
export function holdsForValue(condition: ValueCondition): boolean {
  const { value } = condition;
  switch (condition.type) {
    case 'value_equals':
      return asText(value) === condition.text;
    case 'value_contains':
      return asText(value).includes(condition.text);
    case 'value_matches':
      return compilePattern(condition.source, condition.flags).test(asText(value));
    case 'value_empty':
      return isEmpty(value);
    default: {
      const { than } = condition;
      const [left, right] = [numberOf(value), NUMBER.test(than) ? Number(than) : numberOf(than)];
      if (left === null || right === null) return false;
      return condition.type === 'value_greater' ? left > right : left < right;
    }
  }
}
