import { z } from 'zod';
import { PrimitiveStep } from '../public/runbooks.ts';
import { surfaceOf, type PrimitiveSignature } from './signature.ts';
import { primitiveSignatures } from './signatures.ts';

/** `{{ … }}` in place of a value. The Runbook language checks the text between the braces. */
export const Template = z
  .string()
  .regex(/\{\{[^]*\}\}/)
  .describe(
    'A text with `{{ inputs.name }}` or `{{ steps.id.output }}` in it. A text that is one whole reference keeps the type of the value.',
  )
  .meta({ examples: ['{{ inputs.quantity }}', '{{ steps.total.output }}'] });

export interface PrimitiveStepSchema {
  readonly signature: PrimitiveSignature;
  /** A `PrimitiveStep` of this one primitive. Templates in place of other types are not part of it. */
  readonly schema: z.ZodType;
}

/** A step of each primitive, for documents and generated clients. */
export const primitiveSteps: readonly PrimitiveStepSchema[] = primitiveSignatures.map((each) => {
  const signature = each as PrimitiveSignature;
  const { name, summary, details, input } = signature;
  const schema = PrimitiveStep.extend({
    surface: z
      .literal(surfaceOf(name))
      .describe('The part of `primitive` before the dot. Default: that part.')
      .optional(),
    primitive: z.literal(name).describe(`${summary}.`),
    input: input.describe(`Input of \`${name}\`.`),
  }).describe(details === undefined ? `${summary}.` : `${summary}. ${details}`);
  return { signature, schema };
});
