/** node healthcheck.js [path]: ends with 0 when the service in this container is ready. Docker calls it. */
import { request } from 'node:http';

const { ERRAND_PORT: port = '8080' } = process.env;
const [, , path = '/readyz'] = process.argv;
request({ host: '127.0.0.1', port, path, timeout: 4_000 })
  .on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
  .end();
