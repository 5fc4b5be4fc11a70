import { type PrimitiveStep, type RunbookDefinition, conflict } from '@errand/contracts';
import { printCondition, referencesIn } from '@errand/runbook-language';
import { type RecordedAction, type RecordedEvent, recordedActions } from '../runs/recorded-actions.ts';
import {
  MASKED,
  parameterFor,
  secretParameters,
  typedIn,
  withoutSecretNames,
  withSecretInputs,
} from '../runs/recorded-parameters.ts';

/**
 * The steps and parameters that repeat the recorded actions of an ad-hoc Run. 409 when one of them cannot be expressed as
 * a primitive step.
 */
export function recordedDefinition(
  events: readonly RecordedEvent[],
): Pick<RunbookDefinition, 'steps' | 'parameters'> {
  const actions = recordedActions(events);
  const parameters = secretParameters(actions);
  const steps = actions.map((action): PrimitiveStep => {
    if (action.primitive === 'data.set')
      throw inexpressible(action, 'keeps a value read from the page, which may differ the next time');
    const { id, primitive, message, expected, risk } = action;
    const typed = typedIn(action);
    const instruction =
      typed === null ? message : message.replace(` with ${JSON.stringify(typed.value)}`, '');
    if (JSON.stringify(action.input).includes('{"ref":'))
      throw inexpressible(action, 'names an element by a reference that was valid on that page load only');
    const literal = typed === null ? action.input : { ...action.input, [typed.field]: '' };
    if (!isLiteral([withoutSecretNames(literal), expected]))
      throw inexpressible(action, 'contains a secret or "{{" where it cannot be replaced');
    const step: PrimitiveStep = {
      id,
      kind: 'primitive',
      primitive,
      input: withSecretInputs(literal),
      ...(risk !== undefined && { risk }),
      ...(isLiteral(instruction) && { instruction }),
      ...(expected !== undefined && {
        completionCondition: printCondition({ type: 'output_contains', text: expected }),
      }),
    };
    if (typed === null) return step;
    const parameter = parameterFor(action.input['target'], typed.value, parameters, instruction);
    parameters.push(parameter);
    return { ...step, input: { ...step.input, [typed.field]: `{{ inputs.${parameter.name} }}` } };
  });
  return { steps, parameters };
}

/** True when a value can be written into a step as it is: it has no template references and no masked secrets. */
function isLiteral(value: unknown): boolean {
  return referencesIn(value).length === 0 && !JSON.stringify(value).includes(MASKED);
}

function inexpressible({ id, message }: RecordedAction, why: string) {
  return conflict(`The Run cannot become a Runbook: step "${id}" (${message}) ${why}.`);
}
