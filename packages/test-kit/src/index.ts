export { type EffectsSite, startEffectsSite } from './effects-site.ts';
export { checkHistory, invariants } from './history/check.ts';
export type * from './history/history.ts';
export { installAudit, query, readRecords } from './history/read-database.ts';
export { type TestDatabase, createTestDatabase } from './integration/databases.ts';
export { type PostgresWithTools, startPostgresWithTools } from './integration/postgres-with-tools.ts';
export { type QueueBackend, type TestQueue, queueBackends } from './integration/queues.ts';
export { type RunningRedis, startRedis } from './integration/redis-server.ts';
export { ringBells } from './ring-bells.ts';
