import {
  type Attributes,
  type Context,
  type Meter,
  type Span,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  context,
  metrics,
  propagation,
  trace,
} from '@opentelemetry/api';
import { isSampled } from './head-sampling.ts';
import { SCOPE } from './scope.ts';

export type { Attributes, BatchObservableCallback, Span } from '@opentelemetry/api';

/** Whether this process sends telemetry. Decided before anything else is created, so callers may cache it. */
export function isTelemetryOn(): boolean {
  return propagation.fields().length > 0;
}

/** The process's tracer. Its spans record nothing while telemetry is off. */
export function tracer(): Tracer {
  return trace.getTracer(SCOPE);
}

/** The process's meter. Call it only after telemetry has started: the API does not upgrade earlier instruments. */
export function meter(): Meter {
  return metrics.getMeter(SCOPE);
}

/** Whether the current context, or `where`, belongs to a recorded trace. */
export function isRecorded(where = context.active()): boolean {
  return isSampled(trace.getSpanContext(where));
}

/** The current trace in W3C form, or null. */
export function currentTraceparent(): string | null {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier['traceparent'] ?? null;
}

/** The context of `traceparent`, or the current one when it is missing. */
export function contextOf(traceparent: string | null | undefined): Context {
  return typeof traceparent === 'string'
    ? propagation.extract(context.active(), { traceparent })
    : context.active();
}

function traceIdIn(where: Context): string | undefined {
  return trace.getSpanContext(where)?.traceId;
}

/** Runs `work` in the trace of `traceparent`; keeps the current span when it is already in that trace. */
export function continueTrace<Result>(traceparent: string | null | undefined, work: () => Result): Result {
  const kept = contextOf(traceparent);
  return traceIdIn(kept) === traceIdIn(context.active()) ? work() : context.with(kept, work);
}

/** Runs `work` untraced: for heartbeats and polling, which repeat for the whole Run. */
export function withoutTracing<Result>(work: () => Result): Result {
  const active = context.active();
  const within = trace.getSpanContext(active);
  if (within === undefined) return work();
  return context.with(trace.setSpanContext(active, { ...within, traceFlags: TraceFlags.NONE }), work);
}

/** Marks a span as failed with an error type, never with a message, which can quote a caller or a page. */
export function failSpan(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The name of an error, for `error.type`. `_OTHER` is OpenTelemetry's value for what has none. */
export function errorTypeOf(error: unknown): string {
  return error instanceof Error ? error.name : '_OTHER';
}

/** Runs `work` in a new span. Attributes may hold only ids and kinds. */
export function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, errorTypeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

export interface OpenSpan {
  /** Runs `work` inside the span. */
  within<Result>(work: () => Result): Result;
  /** Ends the span, as failed when `errorType` is passed. Later calls do nothing. */
  end(errorType?: string): void;
}

/** Opens a span that the caller ends. `startedAgoMs` moves its start into the past. */
export function openSpan(name: string, attributes: Attributes, startedAgoMs = 0): OpenSpan {
  const startTime = startedAgoMs > 0 ? Date.now() - startedAgoMs : undefined;
  const span = tracer().startSpan(name, { attributes, ...(startTime !== undefined && { startTime }) });
  const inside = trace.setSpan(context.active(), span);
  let ended = false;
  return {
    within: (work) => context.with(inside, work),
    end: (errorType) => {
      if (ended) return;
      ended = true;
      if (errorType !== undefined) failSpan(span, errorType);
      span.end();
    },
  };
}
