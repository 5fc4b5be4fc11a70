export { browserLauncher, BrowserUnavailable, type BrowserOptions } from './browser/chromium.ts';
export { runsWithoutSandbox, SANDBOX_WARNING } from './browser/sandbox.ts';
export { surviveBrowserErrors } from './browser/uncaught.ts';
export { createBrowserPool, type BrowserPool, type SurfaceOptions } from './browser/pool.ts';
export type { DialogResponse, BrowserSession } from './browser/browser-session.ts';
export type { Agent } from './engine/agent-step.ts';
export { createMask, type Mask } from './engine/mask.ts';
export { executeRunbook, needsScope, type RunbookExecution } from './engine/runbook.ts';
export {
  createRunSession,
  defaultLimits,
  type Limits,
  type RunSession,
  type StepCall,
  type TraceMode,
} from './engine/run-session.ts';
export { performStep } from './engine/step.ts';
export * from './host.ts';
export { primitives } from './primitives/index.ts';
export type { Primitive } from './primitives/primitive.ts';
export { executeTask, type TaskExecution } from './planner/execute-task.ts';
export { type AgentTaskExecution, executeAgentTask } from './agent/loop/execute-agent-task.ts';
export { createStepAgent } from './agent/loop/step-agent.ts';
export * from './models/index.ts';
export { createConditionJudge } from './agent/judge-condition.ts';
export { createHealer } from './agent/healer.ts';
