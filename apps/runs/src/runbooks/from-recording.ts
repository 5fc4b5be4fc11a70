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
    if (action.moment !== undefined) throw inexpressible(action, action.moment);
    if (action.output?.by === 'address') return [addressStep(action, ids)];
    if (action.primitive === 'data.set') throw inexpressible(action, whyKept(action));
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
function conditionOf({ expected, proof, output }: RecordedAction): Condition | null {
  // The condition holds of a value that is computed from the output.
  if (output?.by !== undefined) return null;
  if (expected !== undefined) return { type: 'output_contains', text: expected };
  return proof === undefined ? null : { type: 'url_contains', text: proof.url };
}

/** Why a Runbook cannot read a value that the Run only looked at, and what to ask for instead. */
function whyKept({ input: { value } }: RecordedAction): string {
  if (value === false || value === 0)
    return 'found nothing, and a Runbook that looks before the page has loaded would find the same; make it from a Run that finds something';
  const what = 'was read in a way that no step can repeat';
  return Array.isArray(value)
    ? `${what}; ask for "the list of …" or "the table" of that name`
    : `${what}; ask for the value by the label that stands before it`;
}

/** A script reads the address, because no other step returns it. */
function addressStep(action: RecordedAction, ids: Set<string>): PrimitiveStep {
  const id = outputId(action, ids);
  const { expected, message } = action;
  return {
    id,
    kind: 'primitive',
    primitive: 'browser.evaluate',
    input: { expression: 'location.href' },
    instruction: message,
    ...(expected !== undefined && {
      completionCondition: printCondition({ type: 'output_contains', text: expected }),
    }),
  };
}

/** The name of an output as the id of its step. */
function outputId(action: RecordedAction, ids: Set<string>): string {
  const name = action.output?.name ?? `${action.id}_value`;
  if (ids.has(name) || !StepId.safeParse(name).success)
    throw inexpressible(
      action,
      `gives the output "${name}", which cannot be the id of a step; ask for it under another name`,
    );
  ids.add(name);
  return name;
}

/**
 * The step, and those that make of what it reads the output that the Run had: under its name, and without the label where
 * the Run left it out.
 */
function withOutput(step: PrimitiveStep, action: RecordedAction, ids: Set<string>): PrimitiveStep[] {
  const { output, expected } = action;
  if (output === undefined) return [step];
  const id = outputId(action, ids);
  const { pattern, by } = output;
  if (pattern === undefined && by === undefined) return [{ ...step, id }];
  const read = `steps.${step.id}.output`;
  const matchId = `${step.id}_match`;
  const isEach = by === 'each';
  const match: PrimitiveStep = {
    id: matchId,
    kind: 'primitive',
    primitive: 'data.match',
    input: { value: isEach ? '{{ item }}' : `{{ ${read} }}`, pattern },
    ...(isEach && { forEach: `{{ ${read} }}` }),
  };
  const source = pattern === undefined ? read : `steps.${matchId}.output.value`;
  const value = {
    length: `{{ ${source} | length }}`,
    number: `{{ ${source} | number }}`,
    each: '{{ item.value }}',
    check: true,
    text: `{{ ${source} }}`,
  }[by === undefined || by === 'address' ? 'text' : by];
  const condition = by === undefined ? null : conditionOfMade(by, value, expected);
  const made: PrimitiveStep = {
    id,
    kind: 'primitive',
    primitive: 'data.set',
    input: { value },
    ...(isEach && { forEach: `{{ steps.${matchId}.output }}` }),
    ...(condition !== null && { completionCondition: printCondition(condition) }),
  };
  return pattern === undefined ? [step, made] : [step, match, made];
}

/** Checks that the value computed from a step's output is as the Run expected; a number has to be equal. */
function conditionOfMade(
  by: NonNullable<NonNullable<RecordedAction['output']>['by']>,
  value: unknown,
  expected: string | undefined,
): Condition | null {
  if (expected === undefined || by === 'check') return null;
  return by === 'length' || by === 'number'
    ? { type: 'value_equals', value, text: expected }
    : { type: 'output_contains', text: expected };
}

/** True when a value can be written into a step as it is: it has no template references and no masked secrets. */
function isLiteral(value: unknown): boolean {
  return referencesIn(value).length === 0 && !JSON.stringify(value).includes(SECRET_MASK);
}

function inexpressible({ id, message }: RecordedAction, why: string) {
  return conflict(`The Run cannot become a Runbook: step "${id}" (${message}) ${why}.`);
}
