export { createHealer } from './healer.ts';
export { createConditionJudge } from './judge-condition.ts';
export { executeAgentTask } from './loop/execute-agent-task.ts';
export { createStepAgent } from './loop/step-agent.ts';
export { createModelClient } from './models/model-client.ts';
export { type ModelSettings, defaultModelSettings, parseModelName, parsePrices } from './models/settings.ts';
