import type { Effect } from '@errand/contracts';
import type { RunSession, TaskRun, Secrets } from '@errand/step-engine';
import type { ModelClient } from '../models/index.ts';

/** A task for the agent, and its limits. */
export interface AgentTask {
  /** The task in the person's words, with the names of secrets in place of their values. */
  text: string;
  secrets: Secrets;
  /** Host patterns; null: only the network guard's rules apply. */
  scope: readonly string[] | null;
  maxEffect: Effect;
  /** Actions that may be taken. */
  maxSteps: number;
  /** JSON Schema of the output that the agent must report. */
  outputSchema?: Record<string, unknown> | undefined;
}

/** The agent's dependencies for one task. */
export interface AgentContext {
  task: AgentTask;
  session: RunSession;
  model: ModelClient;
  /** Aborted when the work must end. */
  signal: AbortSignal;
  run: TaskRun;
}

/** The agent's report after it has finished its task. */
export interface AgentResult {
  summary: string;
  output: unknown;
}
