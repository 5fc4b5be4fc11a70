import { type RunStatus, TERMINAL_STATUSES } from '../public/runs.ts';

/** A change of a Run's status. */
interface Transition {
  from: readonly RunStatus[];
  to: RunStatus;
  /** When it happens, for docs/architecture.md. */
  when: string;
}

/**
 * Every change of a Run's status that exists. The runs service's SQL names its sources from here, a trigger of its database
 * refuses every other change, and `npm run transitions` writes the table of docs/architecture.md.
 */
export const RUN_TRANSITIONS = {
  claim: { from: ['queued'], to: 'running', when: 'an executor claims the Run' },
  requestApproval: { from: ['running'], to: 'waiting_for_approval', when: 'a step needs a person' },
  approve: {
    from: ['waiting_for_approval'],
    to: 'running',
    when: 'it is approved; if it was suspended, once an executor claims it',
  },
  requeue: {
    from: ['running'],
    to: 'queued',
    when: 'its executor shut down or was lost, or its browser was lost, and it can resume',
  },
  pause: { from: ['running'], to: 'paused', when: 'a person pauses it, or its agent asks for one' },
  resume: { from: ['paused'], to: 'running', when: 'a person resumes it' },
  takeControl: { from: ['running', 'paused'], to: 'user_controlling', when: 'a person takes control' },
  releaseControl: { from: ['user_controlling'], to: 'running', when: 'control is released' },
  interrupt: {
    from: ['running', 'paused', 'user_controlling'],
    to: 'interrupted',
    when: 'the executor of a Blueprint Run was lost, or it shut down with a page that cannot be restored',
  },
  resumeInterrupted: {
    from: ['interrupted'],
    to: 'running',
    when: 'a person resumes it and it can resume; an executor then claims it',
  },
  complete: {
    from: ['running', 'paused', 'user_controlling'],
    to: 'completed',
    when: 'all its work is done; its last action may have ended after it was paused or taken over',
  },
  fail: {
    from: ['running', 'waiting_for_approval', 'paused', 'user_controlling', 'interrupted'],
    to: 'failed',
    when: 'a step failed, a time limit passed, the Run was not resumed in time, the approval was rejected or expired, its secret inputs cannot be opened, or it cannot resume',
  },
  failRestored: {
    from: ['queued', 'running', 'waiting_for_approval', 'paused', 'user_controlling', 'interrupted'],
    to: 'failed',
    when: 'it was open in a restored backup',
  },
  cancel: {
    from: ['queued', 'running', 'waiting_for_approval', 'paused', 'user_controlling', 'interrupted'],
    to: 'cancelled',
    when: 'a client cancels it',
  },
} as const satisfies Record<string, Transition>;

const transitions: readonly Transition[] = Object.values(RUN_TRANSITIONS);

/** The status of a Run that was just accepted. */
export const INITIAL_STATUS = 'queued' satisfies RunStatus;

/** Statuses in which an executor can hold a Run. */
export const HELD_STATUSES = [
  'running',
  'waiting_for_approval',
  'paused',
  'user_controlling',
] as const satisfies RunStatus[];

/** True when a Run in the status `from` can get the status `to`, which is another one. */
export function canBecome(from: RunStatus, to: RunStatus): boolean {
  return transitions.some((transition) => transition.to === to && transition.from.includes(from));
}

/** A list for SQL's `IN`, such as `('queued', 'running')`. */
export function sqlStatuses(statuses: readonly RunStatus[]): string {
  return `(${statuses.map((status) => `'${status}'`).join(', ')})`;
}

/** SQL conditions on the status of a Run. */
export const HAS_ENDED = `status IN ${sqlStatuses(TERMINAL_STATUSES)}`;
export const IS_OPEN = `status NOT IN ${sqlStatuses(TERMINAL_STATUSES)}`;
