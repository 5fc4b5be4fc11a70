import { MAX_UPLOAD_BYTES, UploadFileQuery, UploadedFile } from '../public/files.ts';
import { route } from './route.ts';

export const fileRoutes = {
  uploadFile: route({
    name: 'uploadFile',
    method: 'POST',
    path: '/v1/files',
    owner: 'runs',
    access: { scopes: ['runs:write'] },
    summary: 'Upload a file for inputs of type `file`; it is kept for seven days',
    tag: 'Files',
    query: UploadFileQuery,
    maxFileBytes: MAX_UPLOAD_BYTES,
    idempotent: 'file',
    answers: {
      201: { description: 'The file is stored', body: UploadedFile, headers: ['Idempotency-Replayed'] },
    },
  }),
} as const;
