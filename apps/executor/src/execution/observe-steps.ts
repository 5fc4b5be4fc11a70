import type { EmittedEvent } from '@errand/automation';
import { signatureOf } from '@errand/contracts/primitives';
import { type OpenSpan, openSpan } from '@errand/service-kit';
import type { ExecutorMetrics } from '../metrics.ts';
import type { ExecutorHost } from './host.ts';

interface OpenStep {
  span: OpenSpan;
  primitive: string;
  begunAt: number;
}

export interface ObservedHost extends ExecutorHost {
  /** Ends the spans of steps of which nothing more will be heard. */
  end(): void;
}

const ENDS: ReadonlySet<string> = new Set(['step.completed', 'step.failed']);

/** A known name only, so that there are never more of them. */
const primitiveOf = ({ data }: EmittedEvent): string => {
  const name = data?.['primitive'];
  if (typeof name === 'string' && signatureOf(name) !== undefined) return name;
  return data?.['kind'] === 'agent' ? 'agent' : '_OTHER';
};

/** A host by whose events each step becomes a span and a duration. What a step asks of the host belongs to its span. */
export const observeSteps = (host: ExecutorHost, metrics: ExecutorMetrics): ObservedHost => {
  const open = new Map<string, OpenStep>();

  /** A step of which only the end is told, as in a dry run, began as long ago as it says. */
  const begin = (stepId: string, event: EmittedEvent): OpenStep => {
    const primitive = primitiveOf(event);
    const agoMs = Number(event.data?.['duration_ms'] ?? 0);
    const attributes = { 'errand.step.id': stepId, 'errand.step.primitive': primitive };
    const step = {
      primitive,
      span: openSpan(`step ${primitive}`, attributes, agoMs),
      begunAt: performance.now() - agoMs,
    };
    open.set(stepId, step);
    return step;
  };

  const finish = (stepId: string, event: EmittedEvent) => {
    const step = open.get(stepId) ?? begin(stepId, event);
    open.delete(stepId);
    const code = event.data?.['error_code'];
    const failure = event.type === 'step.failed' ? (typeof code === 'string' ? code : '_OTHER') : null;
    step.span.end(failure ?? undefined);
    metrics.step(step.primitive, (performance.now() - step.begunAt) / 1_000, failure);
  };

  const within = <Result>(stepId: string | null, work: () => Result): Result => {
    const step = open.get(stepId ?? '');
    return step === undefined ? work() : step.span.within(work);
  };

  return {
    ...host,
    emit: (event) => {
      const { stepId, type } = event;
      if (stepId !== null && type === 'step.started') begin(stepId, event);
      if (stepId !== null && ENDS.has(type)) finish(stepId, event);
      host.emit(event);
    },
    intend: (intent) => within(intent.stepId, () => host.intend(intent)),
    decide: (request) => within(request.stepId, () => host.decide(request)),
    store: (file) => within(file.stepId, () => host.store(file)),
    end: () => {
      for (const { span } of open.values()) span.end('stopped');
      open.clear();
    },
  };
};
