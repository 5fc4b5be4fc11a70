import { z } from 'zod';
import { JsonObject } from '../public/text.ts';
import { Nothing, primitive } from './signature.ts';

const message = z.string().min(1).describe('The text that the person reads.');

const humanApprove = primitive({
  name: 'human.approve',
  summary: 'Wait until a person approves',
  details:
    'The Run is `waiting_for_approval` until someone decides; a rejection fails it with `approval_rejected`. The key that created the Run cannot approve it.',
  effect: 'write',
  input: z.strictObject({ message }),
  output: Nothing,
  examples: [{ message: 'Send the offer of {{ steps.total.output }}?' }],
});
const humanInput = primitive({
  name: 'human.input',
  summary: 'Wait until a person enters a value',
  effect: 'write',
  input: z.strictObject({
    message,
    schema: JsonObject.describe('JSON Schema of the value.'),
  }),
  output: z.unknown().describe('The value, which matches the schema.'),
  examples: [
    {
      message: 'Which delivery date?',
      schema: { type: 'string', format: 'date' },
    },
  ],
});

export const humanPrimitives = [humanApprove, humanInput] as const;
