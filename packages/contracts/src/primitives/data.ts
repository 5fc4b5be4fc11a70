import { z } from 'zod';
import { primitive } from './signature.ts';

const dataSet = primitive({
  name: 'data.set',
  summary: 'Set a value for later steps',
  effect: 'read',
  input: z.strictObject({ value: z.unknown() }).refine((input) => 'value' in input, 'needs a value'),
  output: z.unknown(),
});
const dataMatch = primitive({
  name: 'data.match',
  summary: 'Match a text against a regular expression',
  effect: 'read',
  input: z.strictObject({ value: z.string(), pattern: z.string().min(1).max(1_000) }),
  output: z.union([z.record(z.string(), z.string().nullable()), z.array(z.string().nullable())]),
});

export const dataPrimitives = [dataSet, dataMatch] as const;
