import { z } from 'zod';
import { Scope } from './scopes.ts';
import { Id } from './text.ts';

const who = {
  workspace: z.strictObject({ id: Id, name: z.string() }),
  scopes: z.array(Scope),
};

/** Who asks: an API key, or the member of a dashboard session; what they may do, and in which workspace. */
export const Me = z.union([
  z.strictObject({ ...who, key: z.strictObject({ id: Id, name: z.string(), prefix: z.string() }) }),
  z.strictObject({
    ...who,
    member: z.strictObject({ id: z.string(), name: z.string(), email: z.string(), role: z.string() }),
  }),
]);
export type Me = z.infer<typeof Me>;
