import type { APIPromise } from '../http/api-promise.ts';
import { operations } from '../openapi/operations.ts';
import type { UploadedFile } from '../openapi/schemas.ts';
import type { Bytes, RequestOptions, Transport } from '../http/transport.ts';

/** An uploaded file. A `file` input is `{ fileId: id }`. */
export type StoredFile = UploadedFile;

export interface FileProperties {
  filename: string;
  /** Media type. Default: the Blob's own, else `application/octet-stream`. */
  contentType?: string | undefined;
}

/** Files for inputs of Runs. */
export class Files {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Uploads a file of at most 64 MiB, which is kept for seven days. */
  create(
    content: Bytes,
    { filename, contentType }: FileProperties,
    options?: RequestOptions,
  ): APIPromise<StoredFile> {
    const own = content instanceof Blob && content.type !== '' ? content.type : 'application/octet-stream';
    return this.#transport.json(
      {
        ...operations.uploadFile,
        query: { filename },
        bytes: { content, contentType: contentType ?? own },
      },
      options,
    );
  }
}
