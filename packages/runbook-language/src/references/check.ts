import { formatPath, type RunbookProblem } from '@errand/contracts';
import type { WellFormedStep } from '../runbooks/well-formed.ts';
import type { Filter } from '../templates/filters.ts';
import {
  hasUnclosedReference,
  parseTemplate,
  referencesIn,
  textsIn,
  wholeReference,
  type FoundReference,
  type Reference,
} from '../templates/template.ts';
import { type Followed, followShape, NUMBER, type Shape, TEXT, UNKNOWN } from './shape.ts';
import type { Suggestions } from './suggestions.ts';

/** The inputs and steps that a step may refer to. */
export interface Known {
  readonly inputs: ReadonlyMap<string, Shape>;
  /** Index and output of each step, by id. The shapes of later steps may be missing yet. */
  readonly steps: ReadonlyMap<string, { readonly at: number; shape: Shape }>;
  readonly suggestions: Suggestions;
}

/** Other things that a field of a step may refer to. */
export interface Locals {
  /** In a `forEach`. */
  readonly item?: Shape;
  /** In a loop. */
  readonly hasIndex?: boolean;
  /** The id of the step itself, where it may name its own last output. */
  readonly self?: string | undefined;
}

function didYouMean(name: string, known: ReadonlyMap<string, unknown>, suggestions: Suggestions): string {
  const near = suggestions.near(name, known);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

function afterFilter(shape: Shape, { name }: Filter): Shape {
  if (name === 'length' || name === 'number') return NUMBER;
  if (name === 'default') return shape.type === 'scalar' ? shape : UNKNOWN;
  return name === 'trim' && shape.type === 'scalar' && shape.isSecret ? shape : TEXT;
}

function lookUp(reference: Reference, at: number, known: Known, locals: Locals): Followed {
  switch (reference.type) {
    case 'input': {
      const shape = known.inputs.get(reference.name);
      if (shape === undefined)
        return {
          problem: `unknown input "${reference.name}"${didYouMean(reference.name, known.inputs, known.suggestions)}`,
        };
      return followShape(`inputs.${reference.name}`, shape, reference.path, known.suggestions);
    }
    case 'output': {
      const { stepId, path } = reference;
      const step = known.steps.get(stepId);
      if (step === undefined)
        return {
          problem: `unknown step "${stepId}"${didYouMean(stepId, known.steps, known.suggestions)}`,
        };
      if (step.at >= at && stepId !== locals.self)
        return {
          problem: `step "${stepId}" has no output yet: only earlier steps can be referred to`,
        };
      return followShape(
        `steps.${stepId}.output`,
        step.at < at ? step.shape : UNKNOWN,
        path,
        known.suggestions,
      );
    }
    case 'item':
      return locals.item === undefined
        ? { problem: '{{ item }} is known only in a step with forEach' }
        : followShape('item', locals.item, reference.path, known.suggestions);
    case 'index':
      return locals.hasIndex === true
        ? { shape: NUMBER }
        : { problem: '{{ index }} is known only in a step with forEach or repeatWhile' };
    default:
      return { shape: TEXT };
  }
}

/** The shape that a reference resolves to, or why it never can. */
export function follow(reference: Reference, at: number, known: Known, locals: Locals = {}): Followed {
  const followed = lookUp(reference, at, known, locals);
  return 'problem' in followed ? followed : { shape: reference.filters.reduce(afterFilter, followed.shape) };
}

/** The shape of a value with templates. */
export function shapeOfValue(value: unknown, at: number, known: Known, locals: Locals): Shape {
  if (typeof value !== 'string') return UNKNOWN;
  const whole = wholeReference(value);
  if (whole === null) return TEXT;
  const followed = follow(whole, at, known, locals);
  return 'problem' in followed ? UNKNOWN : followed.shape;
}

function complaint(part: FoundReference['part'], at: number, known: Known, locals: Locals): string | null {
  if (part.type === 'invalid') return known.suggestions.explain(part.text);
  const followed = follow(part, at, known, locals);
  return 'problem' in followed ? followed.problem : null;
}

/** The fields of a step that may hold references, with what they may name in addition to inputs and earlier steps. */
function templatedFields(step: WellFormedStep, loop: Locals): { value: unknown; locals: Locals }[] {
  const { instruction, completionCondition, when, forEach, repeatWhile } = step;
  const input = step.kind === 'primitive' ? step.input : undefined;
  return [
    { value: { input, instruction, completionCondition }, locals: loop },
    { value: { when }, locals: forEach === undefined ? {} : loop },
    { value: { forEach }, locals: {} },
    {
      value: { repeatWhile: { condition: repeatWhile?.condition } },
      locals: { ...loop, self: step.id },
    },
  ];
}

/** What `{{ item }}` and `{{ index }}` are in a step. */
export function loopLocals(step: WellFormedStep, at: number, known: Known): Locals {
  if (step.forEach === undefined) return step.repeatWhile === undefined ? {} : { hasIndex: true };
  const list = shapeOfValue(step.forEach, at, known, {});
  return { hasIndex: true, item: list.type === 'list' ? list.items : UNKNOWN };
}

/** Why a `forEach` is not one whole template, or null. Its resolved value is checked when the step is executed. */
function brokenForEach(text: string): string | null {
  if (wholeReference(text) !== null || referencesIn(text).some(({ part }) => part.type === 'invalid'))
    return null;
  return 'must be one whole template that gives a list, such as "{{ inputs.rows }}" or "{{ steps.read.output }}"';
}

/** Why a text cannot be the secret of a primitive that takes secret inputs only; null: it can. */
function brokenSecret(value: unknown, at: number, known: Known, locals: Locals): string | null {
  if (typeof value !== 'string') return null;
  const shape = shapeOfValue(value, at, known, locals);
  return shape.type === 'scalar' && shape.isSecret
    ? null
    : 'must be a secret input, such as "{{ inputs.key }}" of a parameter of type secret';
}

function checkUses(step: WellFormedStep, at: number, known: Known, locals: Locals): RunbookProblem[] {
  const problems: [string, string | null][] = [
    ['forEach', step.forEach === undefined ? null : brokenForEach(step.forEach)],
    [
      'input.secret',
      step.primitive === 'auth.totp' ? brokenSecret(step.input?.['secret'], at, known, locals) : null,
    ],
  ];
  return problems.flatMap(([path, message]) => (message === null ? [] : [{ path, message }]));
}

const UNCLOSED = 'begins a reference and does not close it: write it whole, such as {{ inputs.name }}';

/** Problems of references in the step at index `at` that can never be resolved. Paths are relative to the step. */
export function checkReferences(step: WellFormedStep, at: number, known: Known): RunbookProblem[] {
  const loop = loopLocals(step, at, known);
  const fields = templatedFields(step, loop);
  const found: RunbookProblem[] = [];
  const unclosed: RunbookProblem[] = [];
  for (const { value, locals } of fields)
    for (const text of textsIn(value)) {
      const template = parseTemplate(text.text);
      const messages = template.flatMap((part) =>
        part.type === 'text' ? [] : (complaint(part, at, known, locals) ?? []),
      );
      const isUnclosed = hasUnclosedReference(template);
      if (messages.length === 0 && !isUnclosed) continue;
      const path = formatPath(text.path);
      for (const message of messages) found.push({ path, message });
      if (isUnclosed) unclosed.push({ path, message: UNCLOSED });
    }
  return [...found, ...unclosed, ...checkUses(step, at, known, loop)];
}
