/** Starts PostgreSQL on the folder `argv[2]`, prints its address, and runs until it is killed. */
import { startPostgres } from '../src/index.ts';

const { adminUrl, pid } = await startPostgres({ dataDir: process.argv[2] ?? '' });
process.stdout.write(`${JSON.stringify({ adminUrl, pid })}\n`);
setInterval(() => {}, 60_000);
