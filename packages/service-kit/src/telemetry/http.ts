import type { IncomingMessage, ServerResponse } from 'node:http';
import { ROOT_CONTEXT, type Span, SpanKind, context, propagation, trace } from '@opentelemetry/api';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_SCHEME,
  METRIC_HTTP_SERVER_REQUEST_DURATION,
} from '@opentelemetry/semantic-conventions';
import type { Dispatcher } from 'undici';
import { BATCH_PATH } from '../http/batch-path.ts';
import { headSampler } from './head-sampling.ts';
import { errorTypeOf, failSpan, isRecorded, isTelemetryOn, meter, tracer } from './tracing.ts';

const ROUTE = Symbol('route');
type Routed = IncomingMessage & { [ROUTE]?: string };

/** Records which route of the contract answers a request, without the values of its parameters. */
export function nameRoute(request: IncomingMessage, route: string): void {
  (request as Routed)[ROUTE] = route;
}

/** Probes come every few seconds and carry no information; the requests of a batch are observed each. */
const UNOBSERVED: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', BATCH_PATH]);
const METHODS: ReadonlySet<string | undefined> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);
function methodOf(method: string | undefined): string {
  return METHODS.has(method) ? (method ?? '') : '_OTHER';
}

/** Seconds, as the semantic conventions recommend for HTTP. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

type Outcome = Record<string, string | number>;

function outcomeOf(method: string, request: Routed, response: ServerResponse): Outcome {
  const attributes: Outcome = {
    [ATTR_HTTP_REQUEST_METHOD]: method,
    [ATTR_URL_SCHEME]: 'http',
    [ATTR_HTTP_RESPONSE_STATUS_CODE]: response.statusCode,
  };
  if (request[ROUTE] !== undefined) attributes[ATTR_HTTP_ROUTE] = request[ROUTE];
  if (!response.writableFinished) attributes[ATTR_ERROR_TYPE] = 'aborted';
  else if (response.statusCode >= 500) attributes[ATTR_ERROR_TYPE] = String(response.statusCode);
  return attributes;
}

function endSpan(span: Span, outcome: Outcome, requestId: string): void {
  const {
    [ATTR_HTTP_REQUEST_METHOD]: method,
    [ATTR_HTTP_ROUTE]: route,
    [ATTR_ERROR_TYPE]: failure,
  } = outcome;
  span.setAttributes(outcome);
  span.setAttribute('errand.request.id', requestId);
  if (route !== undefined) span.updateName(`${String(method)} ${String(route)}`);
  if (failure !== undefined) failSpan(span, String(failure));
  span.end();
}

/** Runs `work` for one request in a span, with its duration recorded. */
export type ObserveRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  work: () => void,
) => void;

/**
 * Creates a span and a duration for each request; continues the caller's trace. Null when telemetry is off.
 * Path and query are not recorded, because they can contain secrets.
 */
export function observeRequests(): ObserveRequest | null {
  if (!isTelemetryOn()) return null;
  const traces = tracer();
  const isTaken = headSampler();
  const duration = meter().createHistogram(METRIC_HTTP_SERVER_REQUEST_DURATION, {
    unit: 's',
    description: 'Time from the first byte of a request to the last byte of its response',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  return (request, response, requestId, work) => {
    if (UNOBSERVED.has(request.url)) {
      work();
      return;
    }
    const method = methodOf(request.method);
    const caller = propagation.extract(ROOT_CONTEXT, request.headers);
    const startedAt = performance.now();
    const span = isTaken(method, trace.getSpanContext(caller))
      ? traces.startSpan(method, { kind: SpanKind.SERVER }, caller)
      : undefined;
    response.once('close', () => {
      const attributes = outcomeOf(method, request, response);
      duration.record((performance.now() - startedAt) / 1_000, attributes);
      if (span !== undefined) endSpan(span, attributes, requestId);
    });
    // An unrecorded request gets no context, so it causes no spans and stores no trace with a Run.
    if (span === undefined) work();
    else context.with(trace.setSpan(caller, span), work);
  };
}

/** The attributes of a call's span; the headers pass the trace on. */
interface ObservedCall {
  method: string;
  headers?: Dispatcher.RequestOptions['headers'];
}

/** Makes a call, within a span if the trace is recorded. */
export type ObserveCall = <Call extends ObservedCall, Answer extends { statusCode: number }>(
  call: Call,
  exchange: (traced: Call) => Promise<Answer>,
) => Promise<Answer>;

/** Creates a span for each call of `baseUrl` in a recorded trace, and passes the trace on. Null when telemetry is off. */
export function observeCalls(baseUrl: string): ObserveCall | null {
  if (!isTelemetryOn()) return null;
  const traces = tracer();
  const { hostname, port, protocol } = new URL(baseUrl);
  const server = {
    [ATTR_SERVER_ADDRESS]: hostname,
    [ATTR_SERVER_PORT]: Number(port || (protocol === 'https:' ? 443 : 80)),
  };
  return async (options, exchange) => {
    if (!isRecorded()) return exchange(options);
    const span = traces.startSpan(options.method, {
      kind: SpanKind.CLIENT,
      attributes: { ...server, [ATTR_HTTP_REQUEST_METHOD]: options.method },
    });
    const inside = trace.setSpan(context.active(), span);
    const headers = { ...(options.headers as Record<string, string>) };
    propagation.inject(inside, headers);
    try {
      const answer = await exchange({ ...options, headers });
      span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, answer.statusCode);
      if (answer.statusCode >= 500) failSpan(span, String(answer.statusCode));
      return answer;
    } catch (error) {
      failSpan(span, errorTypeOf(error));
      throw error;
    } finally {
      span.end();
    }
  };
}
