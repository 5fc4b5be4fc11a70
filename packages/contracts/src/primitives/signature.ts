import { z } from 'zod';
import type { Effect } from '../public/runbooks.ts';

export type Surface = 'browser' | 'http' | 'data' | 'human' | 'auth' | 'runbook' | 'desktop';

/**
 * The public part of a primitive: its name, input, output and minimum effect. `@errand/step-engine` binds a handler to each;
 * OpenAPI, the editors' schema and the guide show it.
 */
export interface PrimitiveSignature<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  /** `<surface>.<action>` */
  readonly name: string;
  readonly summary: string;
  /** Details beyond the summary, in a few sentences. */
  readonly details?: string;
  readonly input: Input;
  readonly output: Output;
  readonly effect: Effect;
  /** The effect of a call, if it depends on the input, and that rule in words. */
  readonly effectOf?: (input: z.infer<Input>) => Effect;
  readonly effectRule?: string;
  /** Inputs as people write them, templates included. */
  readonly examples: readonly [Readonly<Record<string, unknown>>, ...Readonly<Record<string, unknown>>[]];
}

/** Returns the signature unchanged; its type keeps the literal name and the schemas. */
export function primitive<const Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  signature: PrimitiveSignature<Input, Output> & { name: Name },
) {
  return signature;
}

/** The part of a primitive's name before the dot: `browser` for `browser.click`. `name` must have a dot. */
export function surfaceOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** Output of a primitive that returns nothing. */
export const Nothing = z.null().describe('Nothing.');
