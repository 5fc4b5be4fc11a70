import { SpanKind, context, propagation, trace } from '@opentelemetry/api';
import { SpanKind as BullSpanKind, type Telemetry } from 'bullmq';
import { BullMQOTelSpan, BullMQOtel } from 'bullmq-otel';
import { contextOf, errorTypeOf, failSpan, isRecorded, isTelemetryOn, tracer } from './tracing.ts';

/** Records only the type of an error and no events: messages and results can contain secrets. */
class RedactingSpan extends BullMQOTelSpan {
  override addEvent(): void {}
  override recordException(error: unknown): void {
    failSpan(this.span, errorTypeOf(error));
  }
}

/**
 * BullMQ's telemetry for workers: one span per processed job, in the trace that the job names. BullMQ's internal work,
 * mostly polling, is not recorded. Undefined when telemetry is off.
 */
export function workerTelemetry(): Telemetry | undefined {
  if (!isTelemetryOn()) return undefined;
  const { contextManager } = new BullMQOtel();
  const traces = tracer();
  return {
    contextManager,
    tracer: {
      startSpan: (name, options, parent) =>
        new RedactingSpan(
          options?.kind === BullSpanKind.CONSUMER
            ? traces.startSpan(name, { kind: SpanKind.CONSUMER }, parent ?? context.active())
            : trace.wrapSpanContext(
                trace.getSpanContext(context.active()) ?? { traceId: '', spanId: '', traceFlags: 0 },
              ),
        ),
    },
  };
}

export interface SentJob {
  /** Trace metadata that BullMQ stores with the job for its consumer. */
  metadata: string;
  end(): void;
}

/**
 * Creates a span for adding a job, in the trace of `traceparent` or else the current one; none when that trace is not
 * recorded. Null when telemetry is off.
 */
export function observeSend(queue: string): ((traceparent?: string | null) => SentJob | undefined) | null {
  if (!isTelemetryOn()) return null;
  const traces = tracer();
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.operation.type': 'send',
    'messaging.destination.name': queue,
  };
  return (traceparent) => {
    const parent = contextOf(traceparent);
    if (!isRecorded(parent)) return undefined;
    const span = traces.startSpan(`send ${queue}`, { kind: SpanKind.PRODUCER, attributes }, parent);
    const carrier: Record<string, string> = {};
    propagation.inject(trace.setSpan(parent, span), carrier);
    return { metadata: JSON.stringify(carrier), end: () => span.end() };
  };
}
