export { Errand, Errand as default, type ClientOptions } from './client.ts';
export * from './errors.ts';
export { APIPromise } from './http/api-promise.ts';
export { Page, PagePromise } from './http/page.ts';
export type { Bytes, RequestOptions } from './http/transport.ts';
export type { Operations } from './openapi/operations.ts';
export type * from './openapi/schemas.ts';
export type { ListBlueprintRunsQuery, ListBlueprintsQuery } from './resources/blueprints.ts';
export type { StreamOptions } from './resources/event-stream.ts';
export type { ChangesOptions } from './resources/run-changes.ts';
export type { FileProperties, StoredFile } from './resources/files.ts';
export type {
  ApproveBody,
  CreateAndWaitOptions,
  ListArtifactsQuery,
  ListRunsQuery,
  RejectBody,
} from './resources/runs.ts';
export type { ListRevisionsQuery, ListRunbooksQuery } from './resources/runbooks.ts';
export type { WaitOptions } from './resources/wait.ts';
export { VERSION } from './version.ts';
