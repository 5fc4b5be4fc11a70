import { type SpanContext, TraceFlags } from '@opentelemetry/api';
import { ConfigError } from '../config.ts';

/** Decides whether the trace of a request is recorded; `caller` is the span context that its client sent, if any. */
export type HeadSampler = (method: string, caller: SpanContext | undefined) => boolean;

type BeginTrace = (method: string) => boolean;

/**
 * A token bucket per method: `perSecond` traces a second, with a burst of one second's worth. Methods are counted
 * separately, so that polling does not crowd out rarer requests.
 */
function rateLimited(perSecond: number): BeginTrace {
  const burst = Math.max(1, perSecond);
  const methods = new Map<string, { left: number; at: number }>();
  return (method) => {
    const now = performance.now();
    const before = methods.get(method) ?? { left: burst, at: now };
    const left = Math.min(burst, before.left + ((now - before.at) / 1_000) * perSecond);
    const isTaken = left >= 1;
    methods.set(method, { left: isTaken ? left - 1 : left, at: now });
    return isTaken;
  };
}

function ratioOf(argument: number): number {
  if (argument > 1)
    throw new ConfigError('Cannot start: OTEL_TRACES_SAMPLER_ARG: a ratio must be between 0 and 1.');
  return argument;
}

const DEFAULT_PER_SECOND = 20;
const beginners: Readonly<Record<string, (argument: number | undefined) => BeginTrace>> = {
  always_on: () => () => true,
  always_off: () => () => false,
  traceidratio: (argument = 1) => {
    const ratio = ratioOf(argument);
    return () => Math.random() < ratio;
  },
  rate_limited: (argument = DEFAULT_PER_SECOND) => rateLimited(argument),
};

/** Whether a trace is recorded, according to its W3C flags. */
export function isSampled(span: SpanContext | undefined): boolean {
  return span !== undefined && (span.traceFlags & TraceFlags.SAMPLED) !== 0;
}

const PARENT_BASED = 'parentbased_';

/**
 * Creates the sampler that OTEL_TRACES_SAMPLER and its argument name. Traces begin at the gateway (`beginsTraces`), where
 * a `parentbased_` sampler follows the client's decision; the services behind it always follow. Throws ConfigError.
 */
export function headSamplerOf(
  name: string,
  argument: number | undefined,
  beginsTraces: boolean,
): HeadSampler {
  const begin = beginners[name.replace(PARENT_BASED, '')]?.(argument);
  if (begin === undefined)
    throw new ConfigError(`Cannot start: OTEL_TRACES_SAMPLER: unknown sampler "${name}".`);
  if (!beginsTraces) return (_method, caller) => isSampled(caller);
  if (!name.startsWith(PARENT_BASED)) return begin;
  return (method, caller) => (caller === undefined ? begin(method) : isSampled(caller));
}

let sampler: HeadSampler = () => false;
/** Set once, before the process serves requests. */
export function setHeadSampler(chosen: HeadSampler): void {
  sampler = chosen;
}

/** The sampler that was set; until then, one that takes no request. */
export function headSampler(): HeadSampler {
  return sampler;
}
