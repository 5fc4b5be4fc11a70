import { z } from 'zod';
import { Scope } from './scopes.ts';
import { Id } from './text.ts';

const common = {
  workspace: z.strictObject({ id: Id, name: z.string() }),
  scopes: z.array(Scope),
};

/** The caller: an API key or the member of a dashboard session, with the workspace and scopes. */
export const Me = z.union([
  z.strictObject({ ...common, key: z.strictObject({ id: Id, name: z.string(), prefix: z.string() }) }),
  z.strictObject({
    ...common,
    member: z.strictObject({ id: z.string(), name: z.string(), email: z.string(), role: z.string() }),
  }),
]);
export type Me = z.infer<typeof Me>;
