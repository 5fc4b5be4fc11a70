import { z } from 'zod';

/** What an API key may do. `runs:local` is in no default set. */
export const Scope = z.enum([
  'runs:read',
  'runs:write',
  'runs:local',
  'runs:approve',
  'runbooks:read',
  'runbooks:write',
  'blueprints:read',
  'blueprints:write',
]);
export type Scope = z.infer<typeof Scope>;
