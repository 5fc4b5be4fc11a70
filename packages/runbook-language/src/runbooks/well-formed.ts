import {
  AgentStep,
  PrimitiveStep,
  RepeatWhile,
  type NestedParameter,
  type RunbookParameter,
} from '@errand/contracts';
import type { z } from 'zod';

/** The well-formed fields of a step that may have malformed ones. */
export type WellFormedStep = Partial<Omit<PrimitiveStep, 'kind'>> &
  Partial<Omit<AgentStep, 'kind'>> & { readonly kind: 'primitive' | 'agent' };
export type WellFormedParameter = Partial<RunbookParameter> & Pick<NestedParameter, 'type'>;

/** Returns the fields of an entry that fit their own schema. */
export function wellFormedPart<Shape extends z.core.$ZodShape>(
  entry: unknown,
  shape: Shape,
): Partial<z.output<z.ZodObject<Shape>>> {
  const fitting = Object.entries(shape).filter(
    ([name, schema]) =>
      typeof entry === 'object' &&
      entry !== null &&
      Object.hasOwn(entry, name) &&
      (schema as z.ZodType).safeParse(Reflect.get(entry, name)).success,
  );
  return Object.fromEntries(fitting.map(([name]) => [name, Reflect.get(entry as object, name)])) as Partial<
    z.output<z.ZodObject<Shape>>
  >;
}

/** A step without `kind` counts as a primitive step when it names a primitive. */
export function wellFormedStep(entry: unknown): WellFormedStep {
  const step = wellFormedFields(entry);
  if (step.repeatWhile !== undefined) return step;
  const { repeatWhile } = (entry ?? {}) as { repeatWhile?: unknown };
  const { condition } = wellFormedPart(repeatWhile, RepeatWhile.shape);
  return condition === undefined ? step : { ...step, repeatWhile: { condition } };
}

function wellFormedFields(entry: unknown): WellFormedStep {
  const { kind: _, ...agent } = wellFormedPart(entry, AgentStep.shape);
  const { kind, ...primitive } = wellFormedPart(entry, PrimitiveStep.shape);
  const isAgent = kind === undefined && primitive.primitive === undefined;
  return isAgent ? { ...agent, kind: 'agent' } : { ...primitive, kind: 'primitive' };
}

export function hasType(parameter: Partial<RunbookParameter>): parameter is WellFormedParameter {
  return parameter.type !== undefined;
}
