import { SpanKind, context, propagation, trace } from '@opentelemetry/api';
import { SpanKind as BullSpanKind, type Telemetry } from 'bullmq';
import { BullMQOTelSpan, BullMQOtel } from 'bullmq-otel';
import { contextOf, errorTypeOf, failSpan, isRecorded, isTelemetryOn, tracer } from './tracing.ts';

/** Says of an error what kind it is, and of a job's end nothing: messages and results can quote anything. */
class DiscreetSpan extends BullMQOTelSpan {
  override addEvent(): void {}
  override recordException(error: unknown): void {
    failSpan(this.span, errorTypeOf(error));
  }
}

/**
 * BullMQ's own telemetry of its workers: the processing of each job, in the trace that the job names. What BullMQ does
 * for itself, looking for work above all, is not recorded. Undefined when telemetry is off.
 */
export const workerTelemetry = (): Telemetry | undefined => {
  if (!isTelemetryOn()) return undefined;
  const { contextManager } = new BullMQOtel();
  const traces = tracer();
  return {
    contextManager,
    tracer: {
      startSpan: (name, options, parent) =>
        new DiscreetSpan(
          options?.kind === BullSpanKind.CONSUMER
            ? traces.startSpan(name, { kind: SpanKind.CONSUMER }, parent ?? context.active())
            : trace.wrapSpanContext(
                trace.getSpanContext(context.active()) ?? { traceId: '', spanId: '', traceFlags: 0 },
              ),
        ),
    },
  };
};

export interface SentJob {
  /** What BullMQ keeps with the job, for whoever processes it. */
  metadata: string;
  end(): void;
}

/**
 * A span for putting a job into a queue, in the trace of `traceparent`, else in the present one; none where that is not
 * recorded. Null when telemetry is off.
 */
export const observeSend = (queue: string): ((traceparent?: string | null) => SentJob | undefined) | null => {
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
};
