import type { z } from 'zod';
import { enumOf } from './text.ts';

/** The rights of an API key. `runs:local` is in no default set. */
export const Scope = enumOf({
  'runs:read': 'Read Runs, their events and files.',
  'runs:write': 'Create, repeat and cancel Runs; upload files.',
  'runs:local': 'Create Runs on the paired desktop application of its owner.',
  'runs:approve': 'Approve or reject steps.',
  'runbooks:read': 'Read Runbooks and revisions.',
  'runbooks:write': 'Create, change, publish and delete Runbooks.',
  'blueprints:read': 'Read Blueprints.',
  'blueprints:write': 'Create, change and delete Blueprints.',
}).describe('A right of an API key.');
export type Scope = z.infer<typeof Scope>;
