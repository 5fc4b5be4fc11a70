import { z } from 'zod';
import { NamedValues } from '../public/text.ts';
import { primitive } from './signature.ts';

const runbookRun = primitive({
  name: 'runbook.run',
  summary: 'Run another Runbook in the same browser',
  // The highest effect within it, which its definition decides.
  effect: 'read',
  input: z.strictObject({ runbookId: z.string().min(1), inputs: NamedValues.optional() }),
  output: z.record(z.string(), z.unknown()),
});

export const runbookPrimitives = [runbookRun] as const;
