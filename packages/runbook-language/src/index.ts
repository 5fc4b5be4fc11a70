export { checkBlueprint, type BlueprintCheck } from './blueprints/check.ts';
export { inputWithReference, taskOfBlueprint, type BlueprintTask } from './blueprints/task.ts';
export { parseCondition } from './conditions/parse.ts';
export { printCondition, type Condition } from './conditions/condition.ts';
export { ComparisonError, holdsForValue, isValueCondition, needsPage } from './conditions/values.ts';
export { resolveCondition } from './conditions/resolve.ts';
export { intersectScopes, isHostAllowed, isScopeItem, parseHostPattern, type HostPattern } from './hosts.ts';
export { checkInputs, type InputCheck } from './parameters/inputs.ts';
export { fileInputs } from './parameters/files.ts';
export { holdsSecret, secretInputs, withoutSecretInputs, withSecretInputs } from './parameters/secrets.ts';
export { compilePattern, PatternError, type Pattern, type PatternMatch } from './patterns/pattern.ts';
export { chainProblem, type KnownRunbook, type KnownRunbooks } from './runbooks/calls.ts';
export { checkRunbook, runbookIdsCalledBy, type RunbookCheck } from './runbooks/check.ts';
export { effectOfStep, nestedIn, runbookIdOf, runbookIdsIn, type Nested } from './runbooks/nested.ts';
export { findDesktopStep } from './runbooks/desktop.ts';
export {
  compileSchema,
  SchemaError,
  type CompiledSchema,
  type SchemaProblem,
} from './schemas/json-schema.ts';
export { isObject } from './schemas/rules.ts';
export {
  parseTemplate,
  printTemplate,
  referencesIn,
  wholeReference,
  type Reference,
  type Template,
} from './templates/template.ts';
export { dateOf, monthOf, timeOf, Unreadable } from './values/written-dates.ts';
export { readShownNumber } from './values/numbers.ts';
export { joinSecretNames, SECRET_REFERENCE, secretNamesIn } from './templates/secrets.ts';
export { resolveTemplates, TemplateError, type TemplateScope } from './templates/resolve.ts';
export { WorkBudget } from './work-budget.ts';
