export type { Agent } from './engine/agent-step.ts';
export { attemptStep, stopReason } from './engine/attempt.ts';
export type { JudgeCondition } from './engine/completion.ts';
export { causeOfFailure, concludeTask } from './engine/conclude.ts';
export { type HostFilter, filterHost, insideStep } from './engine/host-filters.ts';
export type { Healer } from './engine/healing.ts';
export { openRefusal } from './engine/ledger.ts';
export { type Mask, createMask } from './engine/mask.ts';
export { completedRun, failedRun } from './engine/outcome.ts';
export {
  type DesktopAccess,
  type Limits,
  type RunSession,
  type StepCall,
  type TraceMode,
  createRunSession,
} from './engine/run-session.ts';
export { executeRunbook, needsScope } from './engine/runbook.ts';
export { performStep, reportFailure } from './engine/step.ts';
export { type TaskAction, type TaskRun, createTaskRun } from './engine/task-run.ts';
export { withTrace } from './engine/trace.ts';
export type { Call } from './primitives/call.ts';
export { loadDesktop } from './primitives/desktop/index.ts';
export type { DesktopSight } from './primitives/desktop/see.ts';
export { primitiveOf, primitives } from './primitives/index.ts';
export type { Primitive } from './primitives/primitive.ts';
export { classifyAction } from './safety/action-risk.ts';
export { type SeenElement, classifyDesktopAction } from './safety/desktop-risk.ts';
export { type RiskCategory, dangersNamed } from './safety/danger-words.ts';
export { isDisguised } from './safety/confusables.ts';
export { type Element, inspect, inspectFocus } from './safety/inspect.ts';
export { type Secrets, createSecrets, holdsSecretName } from './safety/named-secrets.ts';
export { durableLocator } from './targets/durable-locator.ts';
export { FIELD_ROLES } from './targets/field-roles.ts';
export { type TargetBy, isSelector, locate } from './targets/locator.ts';
export { isTextVisible } from './conditions/observe.ts';
