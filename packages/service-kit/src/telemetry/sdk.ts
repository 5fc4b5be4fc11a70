import { randomUUID } from 'node:crypto';
import {
  type TracerProvider as Tracers,
  ProxyTracerProvider,
  context,
  metrics,
  propagation,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import {
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_NAMESPACE,
} from '@opentelemetry/semantic-conventions';
import { settlesWithin } from '@errand/wait-for';
import { z } from 'zod';
import { parseEnv } from '../config.ts';
import { droppedLogLines } from '../log-destination.ts';
import type { Logger } from '../logging.ts';
import { headSamplerOf, setHeadSampler } from './head-sampling.ts';
import type { RunningTelemetry } from './start.ts';
import { SCOPE } from './scope.ts';

const Count = z.coerce.number().int().min(1);
const Exporter = z.enum(['otlp', 'none'], { error: 'must be "otlp" or "none"' }).default('otlp');

/** The variables that the exporters do not read themselves. */
export const Env = z.object({
  OTEL_TRACES_EXPORTER: Exporter.describe('`otlp`, or `none` to export no traces'),
  OTEL_METRICS_EXPORTER: Exporter.describe('`otlp`, or `none` to export no metrics'),
  OTEL_TRACES_SAMPLER: z
    .string()
    .default('parentbased_rate_limited')
    .describe('Also `always_on`, `always_off`, `traceidratio`, and each with `parentbased_` before it'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .optional()
    .describe(
      'Traces per second that a gateway starts for each request method (20 when unset); for `traceidratio` a share (1 when unset)',
    ),
  OTEL_BSP_SCHEDULE_DELAY: Count.default(5_000).describe('Milliseconds between two exports of spans'),
  OTEL_BSP_MAX_QUEUE_SIZE: Count.default(2_048).describe(
    'Spans kept for export. A full queue drops spans and delays nothing',
  ),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: Count.default(512).describe('Maximum of spans in one export'),
  OTEL_METRIC_EXPORT_INTERVAL: Count.default(60_000).describe('Milliseconds between two exports of metrics'),
});

/**
 * Silences the spans that libraries create through the API: better-auth creates one per statement, with error messages
 * that can contain secrets. Work inside such a span belongs to the span around it.
 */
function ownOnly(provider: Tracers): Tracers {
  const silent = new ProxyTracerProvider();
  return {
    getTracer: (name, ...rest) => (name === SCOPE ? provider : silent).getTracer(name, ...rest),
  };
}

const WHERE_TRACES_BEGIN = 'gateway';

/** An unavailable collector must not delay a shutdown. */
const FLUSH_MS = 3_000;

/** Registers tracing and metrics with the OpenTelemetry API, sent over OTLP as protobuf. Throws ConfigError. */
export function startSdk(
  service: string,
  env: Readonly<Record<string, string | undefined>>,
  log: Logger,
): RunningTelemetry {
  const given = parseEnv(Env, env);
  const beginsTraces = service === WHERE_TRACES_BEGIN;
  setHeadSampler(headSamplerOf(given.OTEL_TRACES_SAMPLER, given.OTEL_TRACES_SAMPLER_ARG, beginsTraces));
  setGlobalErrorHandler((error) =>
    log.warn({ reason: typeof error === 'string' ? error : error.message }, 'sending telemetry failed'),
  );
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        [ATTR_SERVICE_NAME]: `errand-${service}`,
        [ATTR_SERVICE_NAMESPACE]: 'errand',
        [ATTR_SERVICE_INSTANCE_ID]: randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));

  const tracerProvider = new TracerProvider({
    resource,
    // At the gateway, spans are only created in traces that the head sampler chose.
    sampler: beginsTraces ? new AlwaysOnSampler() : new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    spanLimits: { attributeValueLengthLimit: 256 },
    spanProcessors:
      given.OTEL_TRACES_EXPORTER === 'none'
        ? []
        : [
            new BatchSpanProcessor({
              exporter: new OTLPTraceExporter(),
              scheduledDelayMillis: given.OTEL_BSP_SCHEDULE_DELAY,
              maxQueueSize: given.OTEL_BSP_MAX_QUEUE_SIZE,
              maxExportBatchSize: Math.min(
                given.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
                given.OTEL_BSP_MAX_QUEUE_SIZE,
              ),
            }),
          ],
  });
  const meterProvider = new MeterProvider({
    resource,
    readers:
      given.OTEL_METRICS_EXPORTER === 'none'
        ? []
        : [
            new PeriodicExportingMetricReader({
              exporter: new OTLPMetricExporter(),
              exportIntervalMillis: given.OTEL_METRIC_EXPORT_INTERVAL,
              exportTimeoutMillis: Math.min(given.OTEL_METRIC_EXPORT_INTERVAL, 30_000),
            }),
          ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(ownOnly(tracerProvider));
  metrics.setGlobalMeterProvider(meterProvider);
  meterProvider
    .getMeter(SCOPE)
    .createObservableCounter('errand.log.dropped', {
      unit: '{line}',
      description: 'Log lines that could not be written',
    })
    .addCallback((result) => result.observe(droppedLogLines()));

  return {
    shutdown: async () => {
      const flushed = Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()]);
      await settlesWithin(FLUSH_MS, flushed);
    },
  };
}
