/** The provider of a model. `openai-compatible` is any server of OpenAI's chat completions: Ollama, vLLM, a gateway. */
export const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Dollars per million tokens. */
export interface Prices {
  input: number;
  output: number;
  /** Of input that the provider had cached; defaults to `input`. */
  cached: number;
}

/** The agent's model, and its budget. */
export interface ModelSettings {
  provider: Provider;
  model: string;
  apiKey?: string | undefined;
  /** Required for `openai-compatible`; replaces the default of other providers. */
  baseUrl?: string | undefined;
  /** Whether the model is shown screenshots. */
  vision: boolean;
  /** Milliseconds for one answer of the model, without retries. */
  timeoutMs: number;
  /** Most tokens of one answer, reasoning included. */
  maxOutputTokens: number;
  /** How often a request is retried that was rate limited or whose answer broke off. */
  retries: number;
  /** Input and output tokens that one Run may use. */
  tokensPerRun: number;
  /** Dollars that one Run may use; needs `prices`. */
  costPerRun: number | null;
  prices: Prices | null;
  /** Actions that the agent may take in an ad-hoc Run. */
  maxSteps: number;
}

export const defaultModelSettings = {
  timeoutMs: 120_000,
  maxOutputTokens: 8_192,
  retries: 3,
  tokensPerRun: 1_000_000,
  costPerRun: null,
  prices: null,
  maxSteps: 50,
} as const satisfies Partial<ModelSettings>;

/** Parses `provider:model`; the model name may contain colons. Null when malformed. */
export function parseModelName(text: string): Pick<ModelSettings, 'provider' | 'model'> | null {
  const at = text.indexOf(':');
  const provider = PROVIDERS.find((name) => name === text.slice(0, at));
  const model = text.slice(at + 1).trim();
  return provider === undefined || model === '' ? null : { provider, model };
}

/** Parses `input/output` or `input/output/cached`, in dollars per million tokens. Null when malformed. */
export function parsePrices(text: string): Prices | null {
  const parts = text.split('/').map((part) => (/^\s*\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN));
  const [input, output, cached = input] = parts;
  if (parts.length < 2 || parts.length > 3 || parts.some(Number.isNaN)) return null;
  return input === undefined || output === undefined || cached === undefined
    ? null
    : { input, output, cached };
}
