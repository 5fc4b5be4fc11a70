import { resolveString, resolveText, type TemplateScope } from '../templates/resolve.ts';
import { asText } from '../templates/text.ts';
import type { Condition } from './condition.ts';

function literal(value: unknown): string {
  return RegExp.escape(asText(value));
}

/**
 * Resolves the templates of a parsed condition. Values are always text or compared as they are: they cannot change the
 * condition's structure, and match literally inside `/…/`.
 * @throws {TemplateError} as `resolveTemplates` does
 */
export function resolveCondition(condition: Condition, scope: TemplateScope): Condition {
  const value = () => ('value' in condition ? resolveString(asText(condition.value), scope) : null);
  switch (condition.type) {
    case 'url_matches':
      return { ...condition, source: resolveText(condition.source, scope, literal) };
    case 'element_visible':
      return { ...condition, selector: resolveText(condition.selector, scope) };
    case 'value_matches':
      return { ...condition, value: value(), source: resolveText(condition.source, scope, literal) };
    case 'value_empty':
      return { ...condition, value: value() };
    case 'value_greater':
    case 'value_less':
      return { ...condition, value: value(), than: resolveText(condition.than, scope) };
    case 'value_equals':
    case 'value_contains':
      return { ...condition, value: value(), text: resolveText(condition.text, scope) };
    case 'not':
      return { ...condition, condition: resolveCondition(condition.condition, scope) };
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map((part) => resolveCondition(part, scope)) };
    default:
      return { ...condition, text: resolveText(condition.text, scope) };
  }
}
