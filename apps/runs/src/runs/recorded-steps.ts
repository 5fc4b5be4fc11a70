import {
  type PrimitiveStep,
  Risk,
  type RunEvent,
  type RunbookDefinition,
  type RunbookParameter,
  conflict,
} from '@errand/contracts';
import { Target } from '@errand/contracts/primitives';
import { printCondition, referencesIn } from '@errand/runbook-language';
import { z } from 'zod';

type RecordedEvent = Pick<RunEvent, 'type' | 'step_id' | 'message' | 'data'>;

const Action = z.object({
  primitive: z.string(),
  input: z.record(z.string(), z.unknown()),
  risk: Risk.optional(),
});
const Conclusion = z.object({ expected: z.string() });

interface RecordedAction extends z.infer<typeof Action> {
  id: string;
  /** The action in words. */
  message: string;
  /** Text that its output had to contain. */
  expected?: string;
}

/** The input with the typed text, by primitive. */
const TYPED: Readonly<Record<string, string>> = { 'browser.fill': 'value', 'browser.type': 'text' };
/** Stands for a secret. */
const MASKED = '[secret]';

/**
 * The steps and parameters that repeat the recorded actions of an ad-hoc Run. 409 when one of them cannot be expressed as
 * a primitive step.
 */
export const recordedDefinition = (
  events: readonly RecordedEvent[],
): Pick<RunbookDefinition, 'steps' | 'parameters'> => {
  const parameters: RunbookParameter[] = [];
  const steps = recordedActions(events).map((action): PrimitiveStep => {
    if (action.primitive === 'data.set')
      throw inexpressible(action, 'keeps a value read from the page, which may differ the next time');
    const { id, primitive, message, expected, risk } = action;
    const typed = typedIn(action);
    const instruction =
      typed === null ? message : message.replace(` with ${JSON.stringify(typed.value)}`, '');
    if (JSON.stringify(action.input).includes('{"ref":'))
      throw inexpressible(action, 'names an element by a reference that was valid on that page load only');
    const literal = typed === null ? action.input : { ...action.input, [typed.field]: '' };
    if (!isLiteral([literal, expected]))
      throw inexpressible(action, 'contains a secret or "{{" where it cannot be replaced');
    const step: PrimitiveStep = {
      id,
      kind: 'primitive',
      primitive,
      input: literal,
      ...(risk !== undefined && { risk }),
      ...(isLiteral(instruction) && { instruction }),
      ...(expected !== undefined && {
        completionCondition: printCondition({ type: 'output_contains', text: expected }),
      }),
    };
    if (typed === null) return step;
    const parameter = parameterFor(action.input['target'], typed.value, parameters, instruction);
    parameters.push(parameter);
    return { ...step, input: { ...literal, [typed.field]: `{{ inputs.${parameter.name} }}` } };
  });
  return { steps, parameters };
};

/** The last action of each step that was begun more than once, without the steps that failed and were skipped. */
const recordedActions = (events: readonly RecordedEvent[]): RecordedAction[] => {
  const actions = new Map<string, RecordedAction>();
  for (const { type, step_id: id, message, data } of events) {
    if (id === null) continue;
    if (type === 'step.failed') actions.delete(id);
    if (type === 'agent.action') actions.set(id, { id, message, ...Action.parse(data) });
    const action = actions.get(id);
    const conclusion = type === 'agent.thought' ? Conclusion.safeParse(data) : null;
    if (action !== undefined && conclusion?.success === true) action.expected = conclusion.data.expected;
  }
  return [...actions.values()];
};

/** The typed text. Null for other primitives, and for clearing a field. */
const typedIn = ({ primitive, input }: RecordedAction): { field: string; value: string } | null => {
  const field = TYPED[primitive];
  const value = field === undefined ? undefined : input[field];
  return field === undefined || typeof value !== 'string' || value === '' ? null : { field, value };
};

/** True when a value can be written into a step as it is: it has no template references and no masked secrets. */
const isLiteral = (value: unknown): boolean =>
  referencesIn(value).length === 0 && !JSON.stringify(value).includes(MASKED);

const inexpressible = ({ id, message }: RecordedAction, why: string) =>
  conflict(`The Run cannot become a Runbook: step "${id}" (${message}) ${why}.`);

/** The typed text becomes the default; a password becomes a secret parameter without one. */
const parameterFor = (
  target: unknown,
  value: string,
  others: readonly RunbookParameter[],
  description: string,
): RunbookParameter => {
  if (value === MASKED)
    return { name: unused('password', others), type: 'secret', required: true, description };
  if (value.includes(MASKED))
    throw conflict(`The Run cannot become a Runbook: a secret is part of what was typed (${description}).`);
  return { name: unused(nameFrom(target), others), type: 'string', default: value, description };
};

/** A parameter name from a field's name: "Full name" becomes `full_name`. */
const nameFrom = (target: unknown): string => {
  const { data: by } = Target.safeParse(target);
  const name = (typeof by === 'object' ? fieldName(by) : '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+/g, '')
    .slice(0, 40)
    .replaceAll(/_+$/g, '');
  return name || 'value';
};

const fieldName = (by: Exclude<Target, string>): string => {
  if ('label' in by) return by.label;
  if ('role' in by) return by.name ?? '';
  if ('placeholder' in by) return by.placeholder;
  return 'testId' in by ? by.testId : '';
};

const unused = (name: string, others: readonly RunbookParameter[]): string => {
  let free = name;
  for (let next = 2; others.some((other) => other.name === free); next += 1) free = `${name}_${next}`;
  return free;
};
