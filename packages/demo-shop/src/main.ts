import { startShop } from './server.ts';

/** Runs the shop as a process on ERRAND_HOST and ERRAND_PORT, until SIGTERM. */
const { ERRAND_HOST: host = '127.0.0.1', ERRAND_PORT: port = '0' } = process.env;
const shop = await startShop({ host, port: Number(port) });
process.stdout.write(`The shop is open at ${shop.url}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void shop.close().then(() => process.exit(0)));
