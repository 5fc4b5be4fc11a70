export { describeUsage, type Usage } from './meter.ts';
export { createMind, type Mind, type ToolCall, type Turn } from './mind.ts';
export {
  defaultModelSettings,
  type ModelSettings,
  parseModelName,
  parsePrices,
  type Prices,
  type Provider,
  PROVIDERS,
} from './settings.ts';
