import type { RunEvent } from '@errand/sdk';

/** Where an element lies on a picture, as parts of its width and height. */
export interface ElementBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type StepState = 'running' | 'completed' | 'failed' | 'skipped' | 'waiting';

/** A step of a Run, from its events; a loop or a nested Runbook contains the steps inside it. */
export interface TimelineStep {
  readonly key: string;
  readonly id: string;
  /** Describes the step. */
  what: string;
  state: StepState;
  primitive: string | null;
  startedAt: number;
  endedAt: number | null;
  effect: string | null;
  retries: number;
  warnings: string[];
  /** Its target no longer matched the page, and it was done with another. */
  isHealed: boolean;
  /** The person or key that approved it. */
  approvedBy: string | null;
  error: string | null;
  /** Where it acted, and on which picture that is seen; while it waits for a person, where it will act. */
  element: (ElementBox & { picture: 'own' | 'previous' }) | null;
  readonly events: RunEvent[];
  readonly children: TimelineStep[];
}

export interface Timeline {
  readonly steps: TimelineStep[];
  /** Every step by key, those inside others too. */
  readonly byKey: ReadonlyMap<string, TimelineStep>;
  /** Messages about the Run as a whole. */
  readonly notes: RunEvent[];
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

type Data = Readonly<Record<string, unknown>>;

function dataOf(event: RunEvent): Data {
  return event.data ?? {};
}
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function iterationOf(event: RunEvent): readonly number[] {
  const { each } = dataOf(event);
  return Array.isArray(each) ? each.filter((index): index is number => typeof index === 'number') : [];
}

/** Keys of the steps around this one, outermost first, and its own last: `rows`, `rows[3]`, `rows[3]/name`. */
export function pathOf(stepId: string, each: readonly number[]): string[] {
  const parts = stepId.split('/');
  const left = [...each];
  const path: string[] = [];
  let prefix = '';
  for (const part of parts) {
    const [, name = part, indices = ''] = /^([^[]*)((?:\[\d+\])*)$/.exec(part) ?? [];
    prefix += (prefix === '' ? '' : '/') + name;
    path.push(prefix);
    if (indices !== '') {
      prefix += indices;
      path.push(prefix);
      left.splice(0, indices.split(']').length - 1);
    }
  }
  if (left.length > 0) path.push(`${prefix}[${left.join('][')}]`);
  return path;
}

function wordsOf(event: RunEvent, id: string): string {
  return event.message.trim() === '' ? id : event.message;
}

/** The instructions of the planner that are not proven to be done, first the one in hand. */
function instructionsAfter(event: RunEvent, instructions: readonly string[]): readonly string[] {
  if (event.type !== 'agent.thought') return instructions;
  const { plan, evidence } = dataOf(event);
  if (Array.isArray(plan)) return plan.filter((each) => typeof each === 'string');
  return evidence === undefined ? instructions : instructions.slice(1);
}

function asSentence(instruction: string): string {
  return instruction.charAt(0).toUpperCase() + instruction.slice(1);
}

/** Describes a step by its first event. A failure gives its message as the error. */
function firstWordsOf(event: RunEvent, id: string, instruction: string | undefined): string {
  if (event.type !== 'step.failed') return wordsOf(event, id);
  return instruction === undefined ? `Step ${id}` : asSentence(instruction);
}

function stepAt(
  timeline: { steps: TimelineStep[]; byKey: Map<string, TimelineStep> },
  event: RunEvent,
  id: string,
  instruction: string | undefined,
): TimelineStep {
  let siblings = timeline.steps;
  let found: TimelineStep | undefined;
  for (const key of pathOf(id, iterationOf(event))) {
    found = timeline.byKey.get(key);
    if (found === undefined) {
      found = {
        key,
        id,
        what: key === id ? firstWordsOf(event, id, instruction) : `Step ${key}`,
        state: 'running',
        primitive: null,
        startedAt: Date.parse(event.at),
        endedAt: null,
        effect: null,
        retries: 0,
        warnings: [],
        isHealed: false,
        approvedBy: null,
        error: null,
        element: null,
        events: [],
        children: [],
      };
      timeline.byKey.set(key, found);
      siblings.push(found);
    }
    siblings = found.children;
  }
  return found as TimelineStep;
}

/** Of events that tell where a step acts; null where the data is not of that form. */
function elementOf({ element }: Data): TimelineStep['element'] {
  const { x, y, width, height, picture } = (element ?? {}) as Record<string, unknown>;
  const isBox = [x, y, width, height].every((each) => typeof each === 'number');
  if (!isBox) return null;
  return { ...(element as ElementBox), picture: picture === 'own' ? 'own' : 'previous' };
}

function apply(step: TimelineStep, event: RunEvent): void {
  const data = dataOf(event);
  const at = Date.parse(event.at);
  step.events.push(event);
  step.element = elementOf(data) ?? step.element;
  step.primitive ??= textOf(data['primitive']) ?? (data['kind'] === 'agent' ? 'agent' : null);
  switch (event.type) {
    case 'step.started':
      step.what = wordsOf(event, step.key);
      step.state = 'running';
      step.endedAt = null;
      break;
    case 'step.completed':
      step.state = 'completed';
      step.endedAt = at;
      // An attempt that failed before, which was healed or repeated.
      step.error = null;
      step.effect = textOf(data['effect']) ?? step.effect;
      break;
    case 'step.failed':
      step.state = 'failed';
      step.endedAt = at;
      step.error = event.message;
      break;
    case 'step.skipped':
      step.state = 'skipped';
      step.endedAt = at;
      break;
    case 'step.retried':
      step.retries += 1;
      break;
    case 'step.warned':
      step.warnings.push(textOf(data['quote']) ?? event.message);
      break;
    case 'approval.requested':
      step.state = 'waiting';
      break;
    case 'approval.granted':
      step.state = 'running';
      step.approvedBy = textOf((data['by'] as Data | undefined)?.['name']) ?? 'somebody';
      break;
    case 'log':
      step.isHealed ||= data['healed'] !== undefined;
      break;
    default:
  }
}

/** The state of a loop or a nested Runbook without events of its own, from the steps inside it. */
function closeAround({ children }: TimelineStep): Pick<TimelineStep, 'state' | 'endedAt'> {
  const isDone = children.every(({ state }) => state === 'completed' || state === 'skipped');
  const ends = children.map(({ endedAt }) => endedAt ?? 0);
  return { state: isDone ? 'completed' : 'failed', endedAt: Math.max(...ends) };
}

/** The steps of a Run, in the order in which they began. */
export function timelineOf(events: readonly RunEvent[]): Timeline {
  const steps: TimelineStep[] = [];
  const byKey = new Map<string, TimelineStep>();
  const notes: RunEvent[] = [];
  let startedAt: number | null = null;
  let endedAt: number | null = null;
  let instructions: readonly string[] = [];
  for (const event of events) {
    instructions = instructionsAfter(event, instructions);
    if (event.type === 'run.started') startedAt ??= Date.parse(event.at);
    if (/^run\.(?:completed|failed|cancelled)$/.test(event.type)) endedAt = Date.parse(event.at);
    if (event.step_id === null) notes.push(event);
    else apply(stepAt({ steps, byKey }, event, event.step_id, instructions[0]), event);
  }
  if (endedAt !== null)
    // The steps inside a step follow it.
    for (const step of [...byKey.values()].reverse()) {
      if (step.events.length === 0 && step.children.length > 0) Object.assign(step, closeAround(step));
      step.endedAt ??= endedAt;
      if (step.state === 'running' || step.state === 'waiting') step.state = 'failed';
    }
  return { steps, byKey, notes, startedAt, endedAt };
}

/** Steps whose target no longer matched their page, and which were done with another. */
export function healedStepsOf(events: readonly RunEvent[]): string[] {
  const healed = events.filter((event) => event.type === 'log' && dataOf(event)['healed'] !== undefined);
  return [...new Set(healed.flatMap(({ step_id: id }) => id ?? []))];
}

/** Where the step acts for which a person was asked last; null when that is not known. */
export function askedElementOf(events: readonly RunEvent[]): ElementBox | null {
  const asked = events.findLast(({ type }) => type === 'approval.requested');
  return asked === undefined ? null : elementOf(dataOf(asked));
}

export interface Asker {
  type: string;
  id: string;
}

/** The person or key that started the Run, from the last approval request, or null. */
export function askerOf(events: readonly RunEvent[]): Asker | null {
  const asked = events.findLast(({ type }) => type === 'approval.requested');
  const by = asked === undefined ? undefined : dataOf(asked)['asked_by'];
  if (typeof by !== 'object' || by === null) return null;
  const { type, id } = by as Partial<Asker>;
  return type === undefined || id === undefined ? null : { type, id };
}

/** `200 done, 1 warned`, for the steps inside a step. */
export function sumOf(children: readonly TimelineStep[]): string {
  const count = (word: string, is: (step: TimelineStep) => boolean): string => {
    const number = children.filter(is).length;
    return number === 0 ? '' : `${number} ${word}`;
  };
  const parts = [
    count('done', ({ state }) => state === 'completed'),
    count('failed', ({ state }) => state === 'failed'),
    count('skipped', ({ state }) => state === 'skipped'),
    count('warned', ({ warnings }) => warnings.length > 0),
  ];
  return parts.filter(Boolean).join(', ');
}
