import type { EmittedEvent } from '@errand/browser-runtime';
import { signatureOf } from '@errand/contracts/primitives';
import { type OpenSpan, openSpan } from '@errand/service-kit';
import type { HostFilter } from '@errand/step-engine';
import type { ExecutorMetrics } from './metrics.ts';

interface OpenStep {
  span: OpenSpan;
  primitive: string;
  startedAt: number;
}

export interface StepObserver {
  filter: HostFilter;
  /** Ends the spans of steps that are still open. */
  end(): void;
}

const ENDS: ReadonlySet<string> = new Set(['step.completed', 'step.failed']);

/** Only known names, which bounds the cardinality of the metric. */
function primitiveOf({ data }: EmittedEvent): string {
  const name = data?.['primitive'];
  if (typeof name === 'string' && signatureOf(name) !== undefined) return name;
  return data?.['kind'] === 'agent' ? 'agent' : '_OTHER';
}

function errorCodeOf({ data }: EmittedEvent): string {
  const code = data?.['error_code'];
  return typeof code === 'string' ? code : '_OTHER';
}

/** Gives each step a span and a duration metric; its calls to the host belong to that span. */
export function observeSteps(metrics: ExecutorMetrics): StepObserver {
  const open = new Map<string, OpenStep>();

  /** A step that only reports its end, as in a dry run, started `duration_ms` ago. */
  const begin = (stepId: string, event: EmittedEvent): OpenStep => {
    const primitive = primitiveOf(event);
    const agoMs = Number(event.data?.['duration_ms'] ?? 0);
    const attributes = { 'errand.step.id': stepId, 'errand.step.primitive': primitive };
    const step = {
      primitive,
      span: openSpan(`step ${primitive}`, attributes, agoMs),
      startedAt: performance.now() - agoMs,
    };
    open.set(stepId, step);
    return step;
  };

  const finish = (stepId: string, event: EmittedEvent) => {
    const step = open.get(stepId) ?? begin(stepId, event);
    open.delete(stepId);
    const failure = event.type === 'step.failed' ? errorCodeOf(event) : null;
    step.span.end(failure ?? undefined);
    metrics.step(step.primitive, (performance.now() - step.startedAt) / 1_000, failure);
  };

  const within = <Result>(stepId: string | null, work: () => Result): Result => {
    const step = open.get(stepId ?? '');
    return step === undefined ? work() : step.span.within(work);
  };

  return {
    filter: {
      emit: (event, next) => {
        const { stepId, type } = event;
        if (stepId !== null && type === 'step.started') begin(stepId, event);
        if (stepId !== null && ENDS.has(type)) finish(stepId, event);
        next(event);
      },
      declareIntent: (intent, next) => within(intent.stepId, () => next(intent)),
      requestDecision: (request, next) => within(request.stepId, () => next(request)),
      store: (file, next) => within(file.stepId, () => next(file)),
    },
    end: () => {
      for (const { span } of open.values()) span.end('stopped');
      open.clear();
    },
  };
}
