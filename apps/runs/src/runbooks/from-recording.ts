import { type PrimitiveStep, type RunbookDefinition, SECRET_MASK, StepId, conflict } from '@errand/contracts';
import { type Condition, printCondition, referencesIn } from '@errand/runbook-language';
import { type RecordedAction, type RecordedEvent, recordedActions } from '../runs/recorded-actions.ts';
import {
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
  const ids = new Set(actions.map(({ id }) => id));
  const steps = actions.flatMap((action): PrimitiveStep[] => {
    if (action.primitive === 'data.set')
      throw inexpressible(action, 'keeps a value read from the page, which may differ the next time');
    const { id, primitive, message, risk } = action;
    const condition = conditionOf(action);
    const typed = typedIn(action);
    const instruction =
      typed === null ? message : message.replace(` with ${JSON.stringify(typed.value)}`, '');
    if (JSON.stringify(action.input).includes('{"ref":'))
      throw inexpressible(action, 'names an element by a reference that was valid on that page load only');
    const literal = typed === null ? action.input : { ...action.input, [typed.field]: '' };
    if (!isLiteral([withoutSecretNames(literal), condition]))
      throw inexpressible(action, 'contains a secret or "{{" where it cannot be replaced');
    const step: PrimitiveStep = {
      id,
      kind: 'primitive',
      primitive,
      input: withSecretInputs(literal),
      ...(risk !== undefined && { risk }),
      ...(isLiteral(instruction) && { instruction }),
      ...(condition !== null && { completionCondition: printCondition(condition) }),
    };
    if (typed === null) return withOutput(step, action, ids);
    const value = typed.value === SECRET_MASK ? typed.value : (action.typed ?? typed.value);
    const parameter = parameterFor(action.input['target'], value, parameters, instruction);
    parameters.push(parameter);
    return [{ ...step, input: { ...step.input, [typed.field]: `{{ inputs.${parameter.name} }}` } }];
  });
  return { steps, parameters };
}

/** What proved that the action was done, as a condition of its step. */
function conditionOf({ expected, proof }: RecordedAction): Condition | null {
  if (expected !== undefined) return { type: 'output_contains', text: expected };
  return proof === undefined ? null : { type: 'url_contains', text: proof.url };
}

/**
 * The step, and those that make of what it reads the output that the Run had: under its name, and without the label where
 * the Run left it out.
 */
function withOutput(step: PrimitiveStep, { output }: RecordedAction, ids: Set<string>): PrimitiveStep[] {
  if (output === undefined || ids.has(output.name) || !StepId.safeParse(output.name).success) return [step];
  ids.add(output.name);
  if (output.pattern === undefined) return [{ ...step, id: output.name }];
  const matchId = `${step.id}_match`;
  return [
    step,
    {
      id: matchId,
      kind: 'primitive',
      primitive: 'data.match',
      input: { value: `{{ steps.${step.id}.output }}`, pattern: output.pattern },
    },
    {
      id: output.name,
      kind: 'primitive',
      primitive: 'data.set',
      input: { value: `{{ steps.${matchId}.output.value }}` },
    },
  ];
}

/** True when a value can be written into a step as it is: it has no template references and no masked secrets. */
function isLiteral(value: unknown): boolean {
  return referencesIn(value).length === 0 && !JSON.stringify(value).includes(SECRET_MASK);
}

function inexpressible({ id, message }: RecordedAction, why: string) {
  return conflict(`The Run cannot become a Runbook: step "${id}" (${message}) ${why}.`);
}
