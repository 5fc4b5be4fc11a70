import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { ConfigError } from '../config.ts';

/**
 * Takes so many traces a second of each span name, and up to a second's worth at once: all of them where little is asked
 * for, and a bounded number where much is. Names count for themselves so that polling does not crowd out what is rare.
 */
const rateLimited = (aSecond: number): Sampler => {
  const most = Math.max(1, aSecond);
  const names = new Map<string, { left: number; at: number }>();
  return {
    shouldSample: (_context, _traceId, name) => {
      const now = performance.now();
      const before = names.get(name) ?? { left: most, at: now };
      const left = Math.min(most, before.left + ((now - before.at) / 1_000) * aSecond);
      const isTaken = left >= 1;
      names.set(name, { left: isTaken ? left - 1 : left, at: now });
      return { decision: isTaken ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
    },
    toString: () => `RateLimited{${aSecond}}`,
  };
};

const PARENT_BASED = 'parentbased_';
const DEFAULT_PER_SECOND = 20;

const ratioOf = (argument: number): number => {
  if (argument > 1)
    throw new ConfigError('Cannot start: OTEL_TRACES_SAMPLER_ARG: a ratio must be between 0 and 1.');
  return argument;
};

/**
 * The sampler that OTEL_TRACES_SAMPLER and its argument name. A parent-based one follows the caller, and where there is
 * none decides only `beginsTraces`: the others would record pieces of what was left out. Throws ConfigError.
 */
export const samplerOf = (name: string, argument: number | undefined, beginsTraces: boolean): Sampler => {
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratioOf(argument ?? 1)),
    rate_limited: () => rateLimited(argument ?? DEFAULT_PER_SECOND),
  };
  const root = roots[name.replace(PARENT_BASED, '')]?.();
  if (root === undefined)
    throw new ConfigError(`Cannot start: OTEL_TRACES_SAMPLER: unknown sampler "${name}".`);
  if (!name.startsWith(PARENT_BASED)) return root;
  return new ParentBasedSampler({ root: beginsTraces ? root : new AlwaysOffSampler() });
};
