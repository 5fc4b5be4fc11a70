import path from 'node:path';

/** Folder of the migrations of the runs database. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');
