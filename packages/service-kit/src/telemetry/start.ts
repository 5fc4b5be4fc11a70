import type { Logger } from '../logging.ts';

export interface RunningTelemetry {
  /** Flushes pending telemetry, within a few seconds. */
  shutdown(): Promise<void>;
}

const ENDPOINTS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
];

/**
 * Starts sending traces and metrics as the standard OTEL_* variables configure. Without an endpoint the SDK is not even
 * loaded, and the OpenTelemetry API does nothing.
 */
export async function startTelemetry(
  service: string,
  env: Readonly<Record<string, string | undefined>>,
  log: Logger,
): Promise<RunningTelemetry> {
  const isOff = env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true';
  if (isOff || !ENDPOINTS.some((name) => env[name])) return { shutdown: () => Promise.resolve() };
  const { startSdk } = await import('./sdk.ts');
  return startSdk(service, env, log);
}
