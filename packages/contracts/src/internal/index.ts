export * from './principal.ts';
export * from './route.ts';
export * from './executor-routes.ts';
export * from './runs.ts';
export * from './runbooks.ts';
export * from './lease.ts';
export * from './run-transitions.ts';
export * from './deadlines.ts';
