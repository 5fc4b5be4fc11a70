export { fromJSON } from './from-json.ts';
export type { PrimitiveInputs, PrimitiveOutputs } from './openapi/primitives.ts';
export * from './parameters.ts';
export type { Ref, Reference, Templated } from './reference.ts';
export { type Inputs, type Runbook, type RunbookJson, runbook } from './runbook.ts';
export {
  type AgentOptions,
  type Step,
  type StepOptions,
  agent,
  auth,
  browser,
  data,
  desktop,
  http,
  human,
  index,
  item,
  primitive,
} from './steps.ts';
