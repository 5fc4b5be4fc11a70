import { AsyncLocalStorage } from 'node:async_hooks';
import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

interface RequestScope {
  requestId: string;
}
const requests = new AsyncLocalStorage<RequestScope>();

/** Runs `work` so that every log line and internal call made in it carries `requestId`. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result =>
  requests.run({ requestId }, work);

export const currentRequestId = (): string | undefined => requests.getStore()?.requestId;

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'key',
  'secret',
  'token',
  'apiKey',
  'connectionString',
];

/** JSON logs on standard output, with the request's id in each line and secrets redacted. */
export const createLogger = (service: string, level: string): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...requests.getStore() }),
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
      censor: '[redacted]',
    },
  });
