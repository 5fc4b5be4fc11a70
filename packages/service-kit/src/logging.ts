import { AsyncLocalStorage } from 'node:async_hooks';
import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';
import { createLogDestination } from './log-destination.ts';

export type { Logger } from 'pino';

interface RequestScope {
  requestId: string;
}
const requests = new AsyncLocalStorage<RequestScope>();

/** Runs `work` so that every log line and internal call made in it carries `requestId`. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return requests.run({ requestId }, work);
}

/** The id of the enclosing `withRequestId`; undefined outside of requests. */
export function currentRequestId(): string | undefined {
  return requests.getStore()?.requestId;
}

/** Fields that hold credentials or caller input; redacted wherever they are logged. */
const SECRET_FIELDS = [
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  'set-cookie',
  'x-api-key',
  'password',
  'key',
  'secret',
  'secrets',
  'token',
  'internalToken',
  'executorToken',
  'lease',
  'x-errand-lease',
  'apiKey',
  'encryptionKey',
  'connectionString',
  'databaseUrl',
  'queueUrl',
  'inputs',
  'task',
];

/** Field names as OpenTelemetry specifies them for non-OTLP logs. */
function traceIds(): { trace_id: string; span_id: string } | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  return span && { trace_id: span.traceId, span_id: span.spanId };
}

const USER_INFO = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi;
function withoutUserInfo(text: unknown): string {
  return String(text).replace(USER_INFO, '$1[redacted]@');
}

/** Drivers attach sent data to their errors (ioredis the arguments, pg the row), so only known fields are logged. */
const redactedError = pino.stdSerializers.wrapErrorSerializer((error) => ({
  type: error['type'] as unknown,
  ...(error['code'] !== undefined && { code: error['code'] as unknown }),
  message: withoutUserInfo(error['message']),
  stack: withoutUserInfo(error['stack']),
}));

/** Formats the report of dropped lines as pino formats a warning. */
function describeDropped(service: string) {
  return (dropped: number) =>
    `${JSON.stringify({
      level: pino.levels.values['warn'],
      time: new Date().toISOString(),
      service,
      dropped,
      msg: 'log lines dropped',
    })}\n`;
}

const STANDARD_OUTPUT = 1;
let standardOutput: DestinationStream | undefined;

/**
 * JSON logs with request and trace ids on each line and secrets redacted. Writes to standard output unless a
 * destination is passed.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ ...requests.getStore(), ...traceIds() }),
      serializers: { err: redactedError },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
        censor: '[redacted]',
      },
    },
    destination ?? (standardOutput ??= createLogDestination(STANDARD_OUTPUT, describeDropped(service))),
  );
}
