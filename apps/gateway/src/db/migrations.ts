import path from 'node:path';

/** The history of the gateway's database. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');
