import { z } from 'zod';
import type { Effect } from '../public/runbooks.ts';

export type Surface = 'browser' | 'http' | 'data' | 'human' | 'auth' | 'runbook' | 'desktop';

/**
 * The public part of a primitive: its name, input, output and minimum effect. `@errand/step-engine` binds a handler to each.
 */
export interface PrimitiveSignature<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  /** `<surface>.<action>` */
  readonly name: string;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  readonly effect: Effect;
  /** The effect of a call, if it depends on the input. */
  readonly effectOf?: (input: z.infer<Input>) => Effect;
}

export function primitive<const Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  signature: PrimitiveSignature<Input, Output> & { name: Name },
) {
  return signature;
}

export function surfaceOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** Output of a primitive that returns nothing. */
export const Nothing = z.null();
