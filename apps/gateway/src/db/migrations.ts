import path from 'node:path';

/** Folder of the gateway's migrations. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');
