import { z } from 'zod';
import { NamedValues } from '../public/text.ts';
import { primitive } from './signature.ts';

const runbookRun = primitive({
  name: 'runbook.run',
  summary: 'Run another Runbook in the same browser',
  details:
    'Its steps are done in the same browser, scope and Run; their ids are `outer/inner`. The revision is pinned with the Run. Runbooks run each other at most 5 deep, and never in a circle.',
  // The highest effect within it, which its definition decides.
  effect: 'read',
  effectRule: 'The highest effect within it.',
  input: z.strictObject({
    runbookId: z.string().min(1).describe('Id of the Runbook.'),
    inputs: NamedValues.describe("Values for that Runbook's parameters, by name. Default: none.").optional(),
  }),
  output: z.record(z.string(), z.unknown()).describe('The output of each of its steps, by id.'),
  examples: [
    {
      runbookId: '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e',
      inputs: { product: '{{ inputs.product }}' },
    },
  ],
});

export const runbookPrimitives = [runbookRun] as const;
