import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { ModelSettings } from './settings.ts';

/** Sent when the settings hold no key; otherwise the SDK would read one from the environment, which is not ours. */
const NO_KEY = 'none';

/** Opens the model that the settings name, without a request to the provider. */
export function openModel({ provider, model, apiKey = NO_KEY, baseUrl }: ModelSettings): LanguageModel {
  const settings = { apiKey, ...(baseUrl !== undefined && { baseURL: baseUrl }) };
  switch (provider) {
    case 'anthropic':
      return createAnthropic(settings)(model);
    case 'openai':
      return createOpenAI(settings)(model);
    case 'google':
      return createGoogle(settings)(model);
    default:
      if (baseUrl === undefined) throw new Error('an openai-compatible model needs a base URL');
      return createOpenAICompatible({
        ...settings,
        baseURL: baseUrl,
        name: 'compatible',
        includeUsage: true,
      })(model);
  }
}
