import { z } from 'zod';
import { FileInput } from '../public/files.ts';

const fileName = {
  name: z.string().min(1).describe('File name that the site or application sees.'),
  mimeType: z
    .string()
    .meta({ default: 'application/octet-stream' })
    .describe('Media type that the site sees.')
    .optional(),
};
/** A file that a step is given: one that the Run or its caller has, or its content. */
export const File = z.union(
  [
    z
      .strictObject({ artifactId: z.string().describe('Id of an artifact of this Run.') })
      .describe('A file that an earlier step stored.'),
    FileInput.describe('An uploaded file, as an input of type `file` gives it.'),
    z
      .strictObject({ ...fileName, content: z.string().describe('The text of the file.') })
      .describe('A text file.'),
    z
      .strictObject({ ...fileName, base64: z.base64().describe('The bytes of the file as Base64.') })
      .describe('A binary file.'),
  ],
  {
    error:
      'must be { "artifactId" } of an earlier step, { "fileId" } as an input of type file gives it, or { "name", "content" }; a path is never taken',
  },
);
