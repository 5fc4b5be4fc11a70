import { z } from 'zod';
import { enumOf, JsonList, JsonObject, Name, Text } from './text.ts';

export const ParameterType = enumOf({
  string: 'A text.',
  number: 'A number.',
  integer: 'A whole number.',
  boolean: '`true` or `false`.',
  date: 'A date that exists, as `YYYY-MM-DD`.',
  url: 'An absolute http or https URL.',
  email: 'An e-mail address.',
  secret: 'A text that is stored encrypted and masked in all output; at most 4 KiB.',
  list: 'A list; `items` says of what.',
  object: 'An object; `properties` says of what.',
  file: 'An uploaded file, as `{ "fileId": "…" }`; fits the `files` of `browser.upload`.',
}).describe('Type of the values of a parameter.');
export type ParameterType = z.infer<typeof ParameterType>;

const parameterRules = {
  type: ParameterType.describe('Type of its values.'),
  required: z.boolean().meta({ default: false }).describe('Whether a Run must be given a value.').optional(),
  default: z
    .union([Text, z.number(), z.boolean(), JsonObject, JsonList])
    .describe('The value of a Run that was given none. Not for secrets and files. Default: no value.')
    .optional(),
  description: Text.describe('Describes the value for people. Default: no text.').optional(),
  enum: z
    .array(z.union([Text, z.number()]))
    .min(1)
    .max(100)
    .describe('The values that are allowed. Default: any.')
    .optional(),
  minLength: z.int().min(0).describe('Least length of a text, in characters. Default: 0.').optional(),
  maxLength: z
    .int()
    .min(0)
    .describe('Greatest length of a text, in characters. Default: no limit of its own.')
    .optional(),
  pattern: z
    .string()
    .max(1_000)
    .describe('Regular expression that a text must match. Default: any text.')
    .optional(),
  minimum: z.number().describe('Least number. Default: no limit.').optional(),
  maximum: z.number().describe('Greatest number. Default: no limit.').optional(),
  get items() {
    return NestedParameter.optional().describe('Of a `list`: the type of its items. Default: anything.');
  },
  get properties() {
    return z
      .record(Name, NestedParameter)
      .describe('Of an `object`: the type of each property, by name. Default: anything.')
      .optional();
  },
};

/** An item of a list, or a property of an object: a parameter without a name. */
export const NestedParameter = z.strictObject(parameterRules);
export type NestedParameter = z.infer<typeof NestedParameter>;

/** The Runbook language checks that the rules fit the type, and that `default` satisfies them. */
export const RunbookParameter = z.strictObject({
  name: Name.describe('Steps refer to `{{ inputs.name }}`.'),
  ...parameterRules,
});
export type RunbookParameter = z.infer<typeof RunbookParameter>;
