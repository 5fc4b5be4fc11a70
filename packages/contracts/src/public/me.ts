import { z } from 'zod';
import { Scope } from './scopes.ts';
import { Id } from './text.ts';

const common = {
  workspace: z
    .strictObject({ id: Id.describe('Id of the workspace.'), name: z.string().describe('Its name.') })
    .describe('The workspace that the caller acts in.'),
  scopes: z.array(Scope).describe('Rights of the caller.'),
};

/** The caller: an API key or the member of a dashboard session, with the workspace and scopes. */
export const Me = z.union([
  z
    .strictObject({
      ...common,
      key: z
        .strictObject({
          id: Id.describe('Id of the key.'),
          name: z.string().describe('Name of the key.'),
          prefix: z.string().describe('The public beginning of the key.'),
        })
        .describe('The API key.'),
    })
    .describe('An API key.'),
  z
    .strictObject({
      ...common,
      member: z
        .strictObject({
          id: z.string().describe('Id of the person.'),
          name: z.string().describe('Name of the person.'),
          email: z.string().describe('E-mail address of the person.'),
          role: z.string().describe('`owner`, `admin` or `member`.'),
        })
        .describe('The signed-in person.'),
    })
    .describe('A dashboard session.'),
]);
export type Me = z.infer<typeof Me>;
