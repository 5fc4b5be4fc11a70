import path from 'node:path';

/** The history of the runs database. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');
