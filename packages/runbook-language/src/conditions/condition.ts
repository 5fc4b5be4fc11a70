/**
 * A completion condition that needs no model. The notation has no parentheses: `or` joins `and`s, `and` joins `not`s
 * and plain conditions, and `not` precedes a plain condition or another `not`.
 */
export type Condition =
  | { type: 'url_contains'; text: string }
  | { type: 'url_matches'; source: string; flags: string }
  | { type: 'text_visible'; text: string }
  | { type: 'text_hidden'; text: string }
  | { type: 'element_visible'; selector: string }
  | { type: 'output_contains'; text: string }
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
    case 'not':
      return `not ${printCondition(condition.condition)}`;
    case 'and':
      return condition.conditions.map(printCondition).join(' and ');
    default:
      return condition.conditions.map(printCondition).join(' or ');
  }
}
