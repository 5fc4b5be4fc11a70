import type { Effect } from '@errand/contracts';
import type { RunSession, StepCall } from '@errand/step-engine';
import type { ModelClient } from '../models/index.ts';
import type { Secrets } from '@errand/step-engine';

/** What a person wants done, and how far the agent may go for it. */
export interface AgentTask {
  /** In the person's words, secrets by their names. */
  text: string;
  secrets: Secrets;
  /** Host patterns; null: the network's own rules only. */
  scope: readonly string[] | null;
  maxEffect: Effect;
  /** Actions that may be taken. */
  maxSteps: number;
  /** JSON Schema of what the agent has to report. */
  outputSchema?: Record<string, unknown> | undefined;
}

/** A goal in the hands of the agent. */
export interface AgentContext {
  task: AgentTask;
  session: RunSession;
  model: ModelClient;
  /** Aborted when the work must end. */
  signal: AbortSignal;
  /** The step to which what happens now belongs. */
  readonly stepId: string;
  /** Performs an action: as a step of its own, or as a part of the agent's step. Throws `StepError`. */
  perform(call: Omit<StepCall, 'id'>): Promise<unknown>;
}

/** How the agent left its goal when it reached it. */
export interface AgentResult {
  summary: string;
  output: unknown;
}
