export * from './problems.ts';
export * from './public/api-keys.ts';
export * from './public/run-events.ts';
export * from './public/runbooks.ts';
export * from './public/runs.ts';
export * from './public/scopes.ts';
export * from './public/text.ts';
export * from './routes/index.ts';
