export { COMPUTER } from './computer-tool.ts';
export { describeUsage, type Usage } from './usage-meter.ts';
export { createModelClient, type ModelClient, type ToolCall, type ModelResponse } from './model-client.ts';
export {
  defaultModelSettings,
  type ModelSettings,
  parseModelName,
  parsePrices,
  type Prices,
  type Provider,
  PROVIDERS,
} from './settings.ts';
