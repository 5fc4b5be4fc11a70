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
export const withRequestId = <Result>(requestId: string, work: () => Result): Result =>
  requests.run({ requestId }, work);

export const currentRequestId = (): string | undefined => requests.getStore()?.requestId;

/** What proves who somebody is, and what callers said, under whatever of these names it is logged. */
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

/** As OpenTelemetry names them in logs that are not its own. */
const traceIds = (): { trace_id: string; span_id: string } | undefined => {
  const within = trace.getActiveSpan()?.spanContext();
  return within && { trace_id: within.traceId, span_id: within.spanId };
};

const USER_INFO = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi;
const withoutUserInfo = (text: unknown): string => String(text).replace(USER_INFO, '$1[redacted]@');

/** Drivers hang onto their errors what they were about to send: ioredis each argument, pg the row. None of that is logged. */
const discreetError = pino.stdSerializers.wrapErrorSerializer((error) => ({
  type: error['type'] as unknown,
  ...(error['code'] !== undefined && { code: error['code'] as unknown }),
  message: withoutUserInfo(error['message']),
  stack: withoutUserInfo(error['stack']),
}));

/** As pino writes a warning. */
const describeDropped = (service: string) => (dropped: number) =>
  `${JSON.stringify({
    level: pino.levels.values['warn'],
    time: new Date().toISOString(),
    service,
    dropped,
    msg: 'log lines were dropped because they could not be written',
  })}\n`;

const STANDARD_OUTPUT = 1;
let standardOutput: DestinationStream | undefined;

/**
 * JSON logs, with the ids of request and trace in each line and secrets redacted; on standard output unless a
 * destination is given.
 */
export const createLogger = (service: string, level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ ...requests.getStore(), ...traceIds() }),
      serializers: { err: discreetError },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
        censor: '[redacted]',
      },
    },
    destination ?? (standardOutput ??= createLogDestination(STANDARD_OUTPUT, describeDropped(service))),
  );
