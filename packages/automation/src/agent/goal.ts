import type { Effect } from '@errand/contracts';
import type { Session, StepCall } from '../engine/session.ts';
import type { Mind } from '../models/index.ts';
import type { Secrets } from '../safety/named-secrets.ts';

/** What a person wants done, and how far the agent may go for it. */
export interface Goal {
  /** In the person's words, secrets by their names. */
  task: string;
  secrets: Secrets;
  /** Host patterns; null: the network's own rules only. */
  scope: readonly string[] | null;
  mostEffect: Effect;
  /** Actions that may be taken. */
  maxSteps: number;
  /** JSON Schema of what the agent has to report. */
  outputSchema?: Record<string, unknown> | undefined;
}

/** A goal in the hands of the agent. */
export interface Work {
  goal: Goal;
  session: Session;
  mind: Mind;
  /** Aborted when the work must end. */
  signal: AbortSignal;
  /** The step to which what happens now belongs. */
  readonly stepId: string;
  /** Performs an action: as a step of its own, or as a part of the agent's step. Throws `StepError`. */
  perform(call: Omit<StepCall, 'id'>): Promise<unknown>;
}

/** How the agent left its goal when it reached it. */
export interface Achieved {
  summary: string;
  output: unknown;
}
