import { defaultModelSettings, type ModelSettings, parseModelName, parsePrices } from '@errand/agent';
import { ConfigError, Switch } from '@errand/service-kit';
import { z } from 'zod';

const Count = z.coerce.number().int().min(1);

const WorkspaceKeys = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z.record(z.uuid(), z.string().min(1), { error: 'must be an object that maps workspace ids to keys' }),
  );

/** The variables that select the agents' model and limit its cost. */
export const modelEnv = {
  ERRAND_MODEL: z
    .string()
    .optional()
    .describe(
      '`provider:model`, where the provider is `anthropic`, `openai`, `google` or `openai-compatible`. The agent uses it ([how](agent.md)), and free-text conditions are accepted and judged. Unset: no model',
    ),
  ERRAND_MODEL_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe("The provider's API key; not needed for `openai-compatible`"),
  ERRAND_MODEL_WORKSPACE_KEYS: WorkspaceKeys.default({}).describe(
    "JSON object of workspaces' own API keys for the provider, by workspace id",
  ),
  ERRAND_MODEL_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .optional()
    .describe("Another address that speaks the provider's protocol; required for `openai-compatible`"),
  ERRAND_MODEL_VISION: Switch.optional().describe(
    'Whether the model is sent screenshots. Unset: on, except for `openai-compatible`',
  ),
  ERRAND_MODEL_TIMEOUT_MS: Count.default(defaultModelSettings.timeoutMs).describe(
    'Milliseconds for one answer of the model, retries not counted',
  ),
  ERRAND_MODEL_RETRIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(defaultModelSettings.retries)
    .describe('Retries of one request to the model'),
  ERRAND_MODEL_TOKENS_PER_RUN: Count.default(defaultModelSettings.tokensPerRun).describe(
    'Tokens, in and out, that a Run may use',
  ),
  ERRAND_MODEL_MAX_OUTPUT_TOKENS: Count.default(defaultModelSettings.maxOutputTokens).describe(
    'Maximum of tokens in one answer',
  ),
  ERRAND_MODEL_COST_PER_RUN: z.coerce
    .number()
    .positive()
    .optional()
    .describe('Dollars that a Run may spend; needs `ERRAND_MODEL_PRICES`'),
  ERRAND_MODEL_PRICES: z
    .string()
    .optional()
    .describe(
      'Dollars for a million tokens, `input/output` or `input/output/cached`. With them costs are recorded',
    ),
  ERRAND_AGENT_MAX_STEPS: Count.max(1_000)
    .default(defaultModelSettings.maxSteps)
    .describe('Maximum of actions of an agent in an ad-hoc Run'),
};

type Values = z.output<z.ZodObject<typeof modelEnv>>;

/** The model settings of a workspace; null when it has no model. */
export type ModelOf = (workspaceId: string) => ModelSettings | null;

/** A workspace's own key overrides the operator's; with neither, the workspace has no model. Throws ConfigError. */
export function modelOf(values: Values): ModelOf {
  const settings = settingsOf(values);
  if (settings === null) return () => null;
  const own = new Map(Object.entries(values.ERRAND_MODEL_WORKSPACE_KEYS));
  return (workspaceId) => {
    const apiKey = own.get(workspaceId) ?? settings.apiKey;
    return apiKey === undefined && needsKey(settings) ? null : { ...settings, apiKey };
  };
}

function needsKey({ provider }: Pick<ModelSettings, 'provider'>): boolean {
  return provider !== 'openai-compatible';
}

function settingsOf(values: Values): ModelSettings | null {
  if (values.ERRAND_MODEL === undefined || values.ERRAND_MODEL === '') return null;
  const named = parseModelName(values.ERRAND_MODEL);
  if (named === null)
    throw new ConfigError(
      'ERRAND_MODEL must be provider:model, where provider is anthropic, openai, google or openai-compatible.',
    );
  if (named.provider === 'openai-compatible' && values.ERRAND_MODEL_BASE_URL === undefined)
    throw new ConfigError('ERRAND_MODEL_BASE_URL is required for an openai-compatible model.');
  const hasKey =
    values.ERRAND_MODEL_API_KEY !== undefined || Object.keys(values.ERRAND_MODEL_WORKSPACE_KEYS).length > 0;
  if (needsKey(named) && !hasKey)
    throw new ConfigError(
      `ERRAND_MODEL_API_KEY or ERRAND_MODEL_WORKSPACE_KEYS is required for ${named.provider} models.`,
    );
  const prices = values.ERRAND_MODEL_PRICES === undefined ? null : parsePrices(values.ERRAND_MODEL_PRICES);
  if (values.ERRAND_MODEL_PRICES !== undefined && prices === null)
    throw new ConfigError(
      'ERRAND_MODEL_PRICES must be dollars per million tokens: input/output or input/output/cached.',
    );
  if (values.ERRAND_MODEL_COST_PER_RUN !== undefined && prices === null)
    throw new ConfigError('ERRAND_MODEL_COST_PER_RUN requires ERRAND_MODEL_PRICES.');
  return {
    ...named,
    apiKey: values.ERRAND_MODEL_API_KEY,
    baseUrl: values.ERRAND_MODEL_BASE_URL,
    vision: values.ERRAND_MODEL_VISION ?? named.provider !== 'openai-compatible',
    timeoutMs: values.ERRAND_MODEL_TIMEOUT_MS,
    retries: values.ERRAND_MODEL_RETRIES,
    tokensPerRun: values.ERRAND_MODEL_TOKENS_PER_RUN,
    maxOutputTokens: values.ERRAND_MODEL_MAX_OUTPUT_TOKENS,
    costPerRun: values.ERRAND_MODEL_COST_PER_RUN ?? null,
    prices,
    maxSteps: values.ERRAND_AGENT_MAX_STEPS,
  };
}
