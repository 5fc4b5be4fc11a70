import { accountRoutes } from './accounts.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { blueprintRoutes } from './blueprints.ts';
import { deviceRoutes } from './devices.ts';
import { fileRoutes } from './files.ts';
import { identityRoutes } from './identity.ts';
import type { Route } from './route.ts';
import { runbookRoutes } from './runbooks.ts';
import { runRoutes } from './runs.ts';

import { workspaceRoutes } from './workspaces.ts';
import { deviceGrantRoutes } from './device-grants.ts';

export { apiKeyRoutes, blueprintRoutes, deviceRoutes, fileRoutes, identityRoutes, runRoutes, runbookRoutes };
export { TAGS, grantClientOf, type Access, type Answer, type Owner, type Route } from './route.ts';

/** All public routes. A literal path comes before a parameter that would match it. */
export const publicRoutes: readonly Route[] = [
  ...Object.values(runRoutes),
  ...Object.values(runbookRoutes),
  ...Object.values(blueprintRoutes),
  ...Object.values(fileRoutes),
  ...Object.values(identityRoutes),
  ...Object.values(apiKeyRoutes),
  ...Object.values(deviceRoutes),
];

/** The routes of better-auth that the clients use: described here, served by it. */
export const signInRoutes: readonly Route[] = [
  ...Object.values(accountRoutes),
  ...Object.values(workspaceRoutes),
  ...Object.values(deviceGrantRoutes),
];
