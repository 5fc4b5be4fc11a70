import { z } from 'zod';

const modifiers = {
  exact: z.boolean().optional(),
  nth: z.int().min(0).optional(),
  frame: z.string().min(1).optional(),
};
const name = z.string().min(1);

/**
 * Names one element. A string is a selector or an exact visible name (CONTRACT section 6, "Steps");
 * `frame` is a selector of the iframe or its name, `nth` counts from 0.
 */
export const Target = z.union([
  name,
  z.strictObject({ role: name, name: name.optional(), ...modifiers }),
  z.strictObject({ label: name, ...modifiers }),
  z.strictObject({ placeholder: name, ...modifiers }),
  z.strictObject({ text: name, ...modifiers }),
  z.strictObject({ testId: name, ...modifiers }),
  z.strictObject({ css: name, ...modifiers }),
  z.strictObject({ ref: name, ...modifiers }),
]);
export type Target = z.infer<typeof Target>;
