import { AsyncLocalStorage } from 'node:async_hooks';
import { trace } from '@opentelemetry/api';
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

/** As OpenTelemetry names them in logs that are not its own. */
const traceIds = (): { trace_id: string; span_id: string } | undefined => {
  const within = trace.getActiveSpan()?.spanContext();
  return within && { trace_id: within.traceId, span_id: within.spanId };
};

/** JSON logs on standard output, with the ids of request and trace in each line and secrets redacted. */
export const createLogger = (service: string, level: string): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...requests.getStore(), ...traceIds() }),
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
      censor: '[redacted]',
    },
  });
