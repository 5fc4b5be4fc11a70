/** Starts PostgreSQL on the folder of the first argument, says where, and holds it until it is killed. */
import { startPostgres } from '../src/index.ts';

const { adminUrl, pid } = await startPostgres({ dataDir: process.argv[2] ?? '' });
process.stdout.write(`${JSON.stringify({ adminUrl, pid })}\n`);
setInterval(() => {}, 60_000);
