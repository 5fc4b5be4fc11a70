import { asText, resolveText, type TemplateScope } from '../templates/resolve.ts';
import type { Condition } from './condition.ts';

/**
 * Resolves the templates of a parsed condition. Values are always text: they cannot change the condition's structure,
 * and match literally inside `/…/`.
 * @throws {TemplateError} as `resolveTemplates` does
 */
export function resolveCondition(condition: Condition, scope: TemplateScope): Condition {
  switch (condition.type) {
    case 'url_matches': {
      const literal = (value: unknown) => RegExp.escape(asText(value));
      return { ...condition, source: resolveText(condition.source, scope, literal) };
    }
    case 'element_visible':
      return { ...condition, selector: resolveText(condition.selector, scope) };
    case 'not':
      return { ...condition, condition: resolveCondition(condition.condition, scope) };
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map((part) => resolveCondition(part, scope)) };
    default:
      return { ...condition, text: resolveText(condition.text, scope) };
  }
}
