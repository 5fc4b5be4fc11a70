import { anthropic } from '@ai-sdk/anthropic';
import { openai } from '@ai-sdk/openai';
import type { Tool } from 'ai';
import type { ModelSettings } from './settings.ts';

/** The tool by which models that were trained for it use a computer: by points of its picture, and by keys. */
export const COMPUTER = 'computer';

/** Models whose provider has such a tool in the form that is known here. */
const TRAINED = {
  anthropic: /^claude-(?:opus-(?:4-8|[5-9])|(?:sonnet|fable)-[5-9])/,
  openai: /^gpt-(?:5\.[4-9]|[6-9])(?!.*-(?:nano|chat))/,
} as const;
/** Of Anthropic's, what the engine does not do, or does by itself. */
const NOT_OFFERED = [
  'cursor_position',
  'hold_key',
  'left_click_drag',
  'left_mouse_down',
  'left_mouse_up',
  'mouse_move',
  'zoom',
] as const;

/** Null: the model has none, or is shown no pictures. */
export function computerToolOf({ provider, model, vision }: ModelSettings): Tool | null {
  if ((provider !== 'anthropic' && provider !== 'openai') || !vision || !TRAINED[provider].test(model))
    return null;
  if (provider === 'openai') return openai.tools.computer();
  const configs = Object.fromEntries(NOT_OFFERED.map((member) => [member, { enabled: false }]));
  return anthropic.tools.computerToolset_20260801({ configs });
}
