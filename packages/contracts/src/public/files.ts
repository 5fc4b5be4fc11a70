import { z } from 'zod';
import { Id, Text, Timestamp } from './text.ts';

/** Size limit of an uploaded file in bytes. */
export const MAX_UPLOAD_BYTES = 64 * 1_048_576;
/** For how long an uploaded file is kept. */
export const UPLOAD_DAYS = 7;

const MAX_FILENAME_BYTES = 255;

function isFilename(text: string): boolean {
  return text !== '.' && text !== '..' && !/[/\\\p{Cc}]/u.test(text);
}

/** Name of a file, without a path. */
export const Filename = Text.refine((text) => text.trim() !== '', {
  error: 'must not be blank',
  abort: true,
})
  .refine(isFilename, 'must be a file name without a path or control characters')
  .refine(
    (text) => new TextEncoder().encode(text).length <= MAX_FILENAME_BYTES,
    `must be at most ${MAX_FILENAME_BYTES} bytes long as UTF-8`,
  )
  .meta({ minLength: 1, maxLength: MAX_FILENAME_BYTES });

/** Query of POST /v1/files. */
export const UploadFileQuery = z.object({
  filename: Filename.describe('The name of the file, which sites see.'),
});

/** An uploaded file. */
export const UploadedFile = z.strictObject({
  id: Id.describe('Id of the file. An input of type `file` is `{ "fileId": "<id>" }`.'),
  filename: z.string().describe('Its name.'),
  contentType: z.string().describe('Its media type.'),
  bytes: z.int().describe('Its size in bytes.'),
  expiresAt: Timestamp.describe('Until when new Runs can be given it. A Run that holds it keeps it.'),
});
export type UploadedFile = z.infer<typeof UploadedFile>;

/** The value of an input of type `file`. */
export const FileInput = z.strictObject({
  fileId: Id.describe('Id of a file of `POST /v1/files`.'),
});
export type FileInput = z.infer<typeof FileInput>;
