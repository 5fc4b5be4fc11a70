import type { Mistake } from './overlays.ts';

/** Objects of the overlay that is scaled by a metric, which then has none, or sends it nowhere. */
export const invalidTelemetryCases: readonly Mistake[] = [
  [
    'a metric that no service sends',
    'ConfigMap/telemetry-settings',
    'data',
    {},
    /executor: errand_runs_due needs telemetry, which runs does not send/,
  ],
  [
    'one service without telemetry',
    'Deployment/runs',
    'spec.template.spec.containers.0.envFrom.1',
    {},
    /errand_runs_due needs telemetry, which runs does not send/,
  ],
  [
    'a collector in another namespace',
    'ConfigMap/telemetry-settings',
    'data.OTEL_EXPORTER_OTLP_ENDPOINT',
    'http://otel-collector.monitoring.svc:4318',
    /Deployment runs: no policy lets it out to its collector/,
  ],
  [
    'a collector on another port',
    'ConfigMap/telemetry-settings',
    'data.OTEL_EXPORTER_OTLP_ENDPOINT',
    'http://otel-collector.observability:4317',
    /Deployment executor: no policy lets it out to its collector/,
  ],
  [
    'a collector outside the cluster',
    'ConfigMap/telemetry-settings',
    'data.OTEL_EXPORTER_OTLP_ENDPOINT',
    'https://otlp.example.com',
    /Deployment gateway: no policy lets it out to its collector/,
  ],
  [
    'an invalid address',
    'ConfigMap/telemetry-settings',
    'data.OTEL_EXPORTER_OTLP_ENDPOINT',
    'otel-collector',
    /Deployment runbooks: no policy lets it out to its collector/,
  ],
  [
    'services that are kept from the collector',
    'NetworkPolicy/telemetry',
    'spec.podSelector',
    { matchLabels: { 'app.kubernetes.io/name': 'executor' } },
    /Deployment runs: no policy lets it out to its collector/,
  ],
];
