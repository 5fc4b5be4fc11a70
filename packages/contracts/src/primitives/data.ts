import { z } from 'zod';
import { primitive } from './signature.ts';

const dataSet = primitive({
  name: 'data.set',
  summary: 'Set a value for later steps',
  effect: 'read',
  input: z
    .strictObject({ value: z.unknown().describe('Any JSON value; its strings may hold templates.') })
    .refine((input) => 'value' in input, 'needs a value'),
  output: z.unknown().describe('The value.'),
  examples: [{ value: { customer: '{{ inputs.customer }}', total: '{{ steps.total.output }}' } }],
});
const dataMatch = primitive({
  name: 'data.match',
  summary: 'Match a text against a regular expression',
  details:
    'Without a match the step fails with `assertion_failed`. Look-around and back-references are not supported.',
  effect: 'read',
  input: z.strictObject({
    value: z.string().describe('The text.'),
    pattern: z.string().min(1).max(1_000).describe('A regular expression, without slashes.'),
  }),
  output: z
    .union([z.record(z.string(), z.string().nullable()), z.array(z.string().nullable())])
    .describe(
      'The named groups as an object; without named groups the whole match and its groups as a list.',
    ),
  examples: [{ value: '{{ steps.total.output }}', pattern: '(?<amount>[0-9.]+) (?<currency>[A-Z]{3})' }],
});

export const dataPrimitives = [dataSet, dataMatch] as const;
