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

/** Whether this process sends telemetry. It is decided before anything is created, so it can be asked once and kept. */
export const isTelemetryOn = (): boolean => propagation.fields().length > 0;

export const tracer = (): Tracer => trace.getTracer(SCOPE);

/** Makes the process's instruments; to be asked for once the process has begun, because the API keeps no late ones. */
export const meter = (): Meter => metrics.getMeter(SCOPE);

/** Whether the present work, or what is done within `where`, belongs to a trace that is recorded. */
export const isRecorded = (where = context.active()): boolean => isSampled(trace.getSpanContext(where));

/** The trace that the present work belongs to, in W3C form; null when there is none, or telemetry is off. */
export const currentTraceparent = (): string | null => {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier['traceparent'] ?? null;
};

/** The context of `traceparent`, or the present one when there is none. */
export const contextOf = (traceparent: string | null | undefined): Context =>
  typeof traceparent === 'string' ? propagation.extract(context.active(), { traceparent }) : context.active();

const traceIdIn = (where: Context): string | undefined => trace.getSpanContext(where)?.traceId;

/** Does `work` in the trace of `traceparent`, as far down in it as the present work is. */
export const continueTrace = <Result>(traceparent: string | null | undefined, work: () => Result): Result => {
  const kept = contextOf(traceparent);
  return traceIdIn(kept) === traceIdIn(context.active()) ? work() : context.with(kept, work);
};

/** Does `work` so that neither it nor what it calls elsewhere is recorded: what is repeated as long as a Run lasts. */
export const unrecorded = <Result>(work: () => Result): Result => {
  const active = context.active();
  const within = trace.getSpanContext(active);
  if (within === undefined) return work();
  return context.with(trace.setSpanContext(active, { ...within, traceFlags: TraceFlags.NONE }), work);
};

/** Marks a span as failed by a kind of error, never by its message, which can quote what a caller or a page said. */
export const failSpan = (span: Span, errorType: string): void => {
  span.setAttribute('error.type', errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

export const errorTypeOf = (error: unknown): string => (error instanceof Error ? error.name : '_OTHER');

/** Does `work` in a span of its own. Attributes hold ids and kinds only. */
export const inSpan = <Result>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<Result>,
): Promise<Result> =>
  tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, errorTypeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });

export interface OpenSpan {
  /** Does `work` as a part of the span. */
  within<Result>(work: () => Result): Result;
  /** Ends it once; with an error type, as failed. */
  end(errorType?: string): void;
}

/** A span whose end is elsewhere than its beginning. `startedAgoMs`: it began earlier. */
export const openSpan = (name: string, attributes: Attributes, startedAgoMs = 0): OpenSpan => {
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
};
