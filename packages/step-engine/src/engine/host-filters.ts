/**
 * The filters between the engine and the host of a Run. Each call of the engine passes through them in this order:
 *
 *     insideStep    actions of an agent step become parts of that one step
 *     pausing       an agent step's timeout stands still while a person decides
 *     counting      a step that may be repeated learns whether it began something
 *     stepEndsOnly  a dry run reports only how each step ended
 *     numbering     events of an iteration say which one it is
 *     masking       secrets are masked, files are bounded
 *     (executor)    spans and durations of steps, `observeSteps`
 *
 * What reaches the executor holds no secret.
 */
import { type EmittedEvent, type Host, StepError } from '@errand/browser-runtime';
import { type Decision, iterationsOf } from '@errand/contracts';
import type { Mask } from './mask.ts';

type Filtered = 'emit' | 'declareIntent' | 'store' | 'requestDecision';

/** Passes a call on to `next`, or drops it. Calls without a filter pass unchanged. */
export type HostFilter = {
  readonly [Method in Filtered]?: (
    value: Parameters<Host[Method]>[0],
    next: Host[Method],
  ) => ReturnType<Host[Method]>;
};

/** A host whose calls pass through `filters` in order. */
export function filterHost(host: Host, ...filters: readonly HostFilter[]): Host {
  return filters.reduceRight(applyFilter, host);
}

function applyFilter(host: Host, filter: HostFilter): Host {
  const next: Pick<Host, Filtered> = {
    emit: (event) => host.emit(event),
    declareIntent: (intent) => host.declareIntent(intent),
    store: (file) => host.store(file),
    requestDecision: (request) => host.requestDecision(request),
  };
  const { emit, declareIntent, store, requestDecision } = filter;
  return {
    signal: host.signal,
    ...(host.gate && { gate: host.gate }),
    ...(host.askPerson && { askPerson: host.askPerson }),
    ...(host.logDefect && { logDefect: host.logDefect }),
    stored: (artifactId) => host.stored(artifactId),
    load: (file) => host.load(file),
    emit: emit ? (event) => emit(event, next.emit) : next.emit,
    declareIntent: declareIntent ? (intent) => declareIntent(intent, next.declareIntent) : next.declareIntent,
    store: store ? (file) => store(file, next.store) : next.store,
    requestDecision: requestDecision
      ? (request) => requestDecision(request, next.requestDecision)
      : next.requestDecision,
  };
}

/** The actions are parts of one step: their own step events are dropped, and their failures become logs. */
export const insideStep: HostFilter = {
  emit: (event, next) => {
    if (event.type === 'step.started' || event.type === 'step.completed') return;
    next(event.type === 'step.failed' ? { ...event, type: 'log' } : event);
  },
};

/** @param pauseFor returns the value to which its argument resolves */
export function pausing(pauseFor: (waiting: Promise<Decision>) => Promise<Decision>): HostFilter {
  return { requestDecision: (request, next) => pauseFor(next(request)) };
}

/** Counts what has begun and must not be repeated: effects, and questions to people. */
export function counting(host: Host): { host: Host; begun: () => number } {
  let begun = 0;
  const filter: HostFilter = {
    declareIntent: (intent, next) => {
      begun += 1;
      return next(intent);
    },
    requestDecision: (request, next) => {
      begun += 1;
      return next(request);
    },
  };
  return { host: filterHost(host, filter), begun: () => begun };
}

const OMITTED_IN_DRY_RUN: ReadonlySet<EmittedEvent['type']> = new Set([
  'step.started',
  'step.retried',
  'agent.thought',
  'agent.action',
]);

export const stepEndsOnly: HostFilter = {
  emit: (event, next) => {
    if (!OMITTED_IN_DRY_RUN.has(event.type)) next(event);
  },
};

export const numbering: HostFilter = {
  emit: (event, next) => {
    const each = event.stepId === null ? [] : iterationsOf(event.stepId);
    next(each.length === 0 ? event : { ...event, data: { ...event.data, each } });
  },
};

/** @param fileBytes a larger file is not stored; its step fails with `action_failed` */
export function masking(mask: Mask, fileBytes: number): HostFilter {
  return {
    emit: (event, next) => {
      const { message, data } = event;
      next({ ...event, message: mask.text(message), ...(data && { data: mask.value(data) }) });
    },
    declareIntent: (intent, next) => next({ ...intent, action: mask.text(intent.action) }),
    store: (file, next) => {
      if (file.bytes.length > fileBytes)
        throw new StepError(
          'action_failed',
          `The file is larger than ${fileBytes} bytes and cannot be kept.`,
        );
      return next({
        ...file,
        filename: mask.text(file.filename),
        contentType: mask.text(file.contentType),
      });
    },
    requestDecision: (request, next) =>
      next({
        ...request,
        message: mask.text(request.message),
        input: mask.value(request.input),
        origin: mask.value(request.origin),
        url: mask.value(request.url),
        ...(request.answerSchema && { answerSchema: mask.value(request.answerSchema) }),
      }),
  };
}
