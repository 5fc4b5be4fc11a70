import { apiKeyRoutes } from './api-keys.ts';
import type { Route } from './route.ts';
import { runbookRoutes } from './runbooks.ts';
import { runRoutes } from './runs.ts';

export { apiKeyRoutes, runbookRoutes, runRoutes };
export type { Access, Answer, Owner, Route } from './route.ts';

/** The public surface, whole. A literal path stands before a parameter that would match it. */
export const publicRoutes: readonly Route[] = [
  ...Object.values(runRoutes),
  ...Object.values(runbookRoutes),
  ...Object.values(apiKeyRoutes),
];
