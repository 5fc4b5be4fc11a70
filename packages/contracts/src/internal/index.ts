export * from './principal.ts';
export * from './runs.ts';
export * from './runbooks.ts';
export * from './lease.ts';
export * from './run-transitions.ts';
