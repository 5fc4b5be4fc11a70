import type { PrimitiveName, PrimitiveSignature, SignatureOf } from '@errand/contracts/primitives';
import type { z } from 'zod';
import type { Call } from './call.ts';

/** Everything that a handler performs; the interpreter runs Runbooks. */
export type HandledName = Exclude<PrimitiveName, 'runbook.run'>;

/** Performs a primitive; its input was checked. Throws `StepError`. */
export type Handler<Name extends HandledName> = (
  call: Call,
  input: z.output<SignatureOf<Name>['input']>,
) => Promise<z.output<SignatureOf<Name>['output']>>;

export type Handlers<Surface extends string> = {
  [Name in Extract<HandledName, `${Surface}.${string}`>]: Handler<Name>;
};

/** A signature and what carries it out. */
export interface Primitive extends PrimitiveSignature {
  readonly handler: (call: Call, input: unknown) => Promise<unknown>;
}
