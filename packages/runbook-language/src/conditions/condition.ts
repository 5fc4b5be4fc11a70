import { asText } from '../templates/text.ts';

/** A comparison of a value. Until it is resolved, `value` and `than` are texts with templates. */
export type ValueCondition =
  | { type: 'value_equals'; value: unknown; text: string }
  | { type: 'value_contains'; value: unknown; text: string }
  | { type: 'value_matches'; value: unknown; source: string; flags: string }
  | { type: 'value_empty'; value: unknown }
  | { type: 'value_greater'; value: unknown; than: string }
  | { type: 'value_less'; value: unknown; than: string };

/** A condition about the page or the output of the step. */
export type PlainCondition =
  | { type: 'url_contains'; text: string }
  | { type: 'url_matches'; source: string; flags: string }
  | { type: 'text_visible'; text: string }
  | { type: 'text_hidden'; text: string }
  | { type: 'element_visible'; selector: string }
  | { type: 'output_contains'; text: string };

/** A condition that needs no model. `not` binds closest, then `and`, then `or`; parentheses group. */
export type Condition =
  | PlainCondition
  | ValueCondition
  | { type: 'not'; condition: Condition }
  | { type: 'and'; conditions: readonly Condition[] }
  | { type: 'or'; conditions: readonly Condition[] };

function endingBackslashes(text: string): string {
  let at = text.length;
  while (text[at - 1] === '\\') at -= 1;
  return text.slice(at);
}

/** Backslashes are literal, except right before a quotation mark. */
function quote(text: string): string {
  return `"${text
    .split('"')
    .map((part) => part + endingBackslashes(part))
    .join('\\"')}"`;
}

/** A part of a joined or negated condition, in parentheses if it joins others itself. */
function printPart(condition: Condition, loosest: 'not' | 'and'): string {
  const isLooser = condition.type === 'or' || (condition.type === 'and' && loosest === 'not');
  return isLooser ? `(${printCondition(condition)})` : printCondition(condition);
}

function printJoined(conditions: readonly Condition[], word: 'and' | 'or'): string {
  return conditions
    .map((part) => (part.type === word ? `(${printCondition(part)})` : printPart(part, 'and')))
    .join(` ${word} `);
}

/** Prints the condition in its notation, which `parseCondition` reads back. */
export function printCondition(condition: Condition): string {
  switch (condition.type) {
    case 'url_contains':
      return `url contains ${quote(condition.text)}`;
    case 'url_matches':
      return `url matches /${condition.source}/${condition.flags}`;
    case 'text_visible':
      return `text ${quote(condition.text)} is visible`;
    case 'text_hidden':
      return `text ${quote(condition.text)} is hidden`;
    case 'element_visible':
      return `element ${quote(condition.selector)} is visible`;
    case 'output_contains':
      return `output contains ${quote(condition.text)}`;
    case 'value_equals':
      return `value ${quote(asText(condition.value))} equals ${quote(condition.text)}`;
    case 'value_contains':
      return `value ${quote(asText(condition.value))} contains ${quote(condition.text)}`;
    case 'value_matches':
      return `value ${quote(asText(condition.value))} matches /${condition.source}/${condition.flags}`;
    case 'value_empty':
      return `value ${quote(asText(condition.value))} is empty`;
    case 'value_greater':
      return `value ${quote(asText(condition.value))} is greater than ${printNumber(condition.than)}`;
    case 'value_less':
      return `value ${quote(asText(condition.value))} is less than ${printNumber(condition.than)}`;
    case 'not':
      return `not ${printPart(condition.condition, 'not')}`;
    case 'and':
      return printJoined(condition.conditions, 'and');
    default:
      return printJoined(condition.conditions, 'or');
  }
}

/** A number literal of a condition. */
export const NUMBER = /^-?\d+(?:\.\d+)?$/;

function printNumber(than: string): string {
  return NUMBER.test(than) ? than : quote(than);
}
