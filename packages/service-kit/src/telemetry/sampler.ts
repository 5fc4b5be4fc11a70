import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { ConfigError } from '../config.ts';

/** The sampler that OTEL_TRACES_SAMPLER and its argument name. Throws ConfigError. */
export const samplerOf = (name: string, ratio: number): Sampler => {
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[name.replace(/^parentbased_/, '')];
  if (root === undefined)
    throw new ConfigError(`Cannot start: OTEL_TRACES_SAMPLER: unknown sampler "${name}".`);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root: root() }) : root();
};
