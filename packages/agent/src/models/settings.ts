/** Who serves a model. `openai-compatible` is whatever speaks OpenAI's chat completions: Ollama, vLLM, a gateway. */
export const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Dollars for a million tokens. */
export interface Prices {
  input: number;
  output: number;
  /** Of input that the provider had cached; as `input` when it is not said. */
  cached: number;
}

/** Which model an agent thinks with, and what it may spend. */
export interface ModelSettings {
  provider: Provider;
  model: string;
  apiKey?: string | undefined;
  /** Needed for `openai-compatible`; elsewhere in place of the provider's own. */
  baseUrl?: string | undefined;
  /** Whether the model is shown pictures of the page. */
  vision: boolean;
  /** Milliseconds for one answer of the model, retries not counted. */
  timeoutMs: number;
  /** Tokens that one answer may have, thoughts included. */
  maxOutputTokens: number;
  /** How often an answer is asked for again that was refused for a while or broke off. */
  retries: number;
  /** Tokens, in and out, that one Run may use. */
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

/** `provider:model`; the model's own name may hold colons. Null when it is not of that form. */
export function parseModelName(text: string): Pick<ModelSettings, 'provider' | 'model'> | null {
  const at = text.indexOf(':');
  const provider = PROVIDERS.find((name) => name === text.slice(0, at));
  const model = text.slice(at + 1).trim();
  return provider === undefined || model === '' ? null : { provider, model };
}

/** `input/output` or `input/output/cached`, in dollars for a million tokens. Null when it is not of that form. */
export function parsePrices(text: string): Prices | null {
  const parts = text.split('/').map((part) => (/^\s*\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN));
  const [input, output, cached = input] = parts;
  if (parts.length < 2 || parts.length > 3 || parts.some(Number.isNaN)) return null;
  return input === undefined || output === undefined || cached === undefined
    ? null
    : { input, output, cached };
}
