import {
  AgentStep,
  PrimitiveStep,
  RepeatWhile,
  type NestedParameter,
  type RunbookParameter,
} from '@errand/contracts';
import type { z } from 'zod';

/** The well-formed fields of a step that may have malformed ones. */
export type SoundStep = Partial<Omit<PrimitiveStep, 'kind'>> &
  Partial<Omit<AgentStep, 'kind'>> & { readonly kind: 'primitive' | 'agent' };
export type SoundParameter = Partial<RunbookParameter> & Pick<NestedParameter, 'type'>;

/** Returns the fields of an entry that fit their own schema. */
export function soundPart<Shape extends z.core.$ZodShape>(
  entry: unknown,
  shape: Shape,
): Partial<z.output<z.ZodObject<Shape>>> {
  const sound = Object.entries(shape).filter(
    ([name, schema]) =>
      typeof entry === 'object' &&
      entry !== null &&
      Object.hasOwn(entry, name) &&
      (schema as z.ZodType).safeParse(Reflect.get(entry, name)).success,
  );
  return Object.fromEntries(sound.map(([name]) => [name, Reflect.get(entry as object, name)])) as Partial<
    z.output<z.ZodObject<Shape>>
  >;
}

/** A step without `kind` counts as a primitive step when it names a primitive. */
export function soundStep(entry: unknown): SoundStep {
  const step = soundFields(entry);
  if (step.repeatWhile !== undefined) return step;
  const { repeatWhile } = (entry ?? {}) as { repeatWhile?: unknown };
  const { condition } = soundPart(repeatWhile, RepeatWhile.shape);
  return condition === undefined ? step : { ...step, repeatWhile: { condition } };
}

function soundFields(entry: unknown): SoundStep {
  const { kind: _, ...agent } = soundPart(entry, AgentStep.shape);
  const { kind, ...primitive } = soundPart(entry, PrimitiveStep.shape);
  const isAgent = kind === undefined && primitive.primitive === undefined;
  return isAgent ? { ...agent, kind: 'agent' } : { ...primitive, kind: 'primitive' };
}

export function hasType(parameter: Partial<RunbookParameter>): parameter is SoundParameter {
  return parameter.type !== undefined;
}
