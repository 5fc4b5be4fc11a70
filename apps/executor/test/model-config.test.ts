import { ConfigError } from '@errand/service-kit';
import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../src/config.ts';

const rest = {
  ERRAND_PORT: '0',
  ERRAND_EXECUTOR_TOKEN: 'x'.repeat(32),
  ERRAND_QUEUE_URL: 'redis://localhost',
  ERRAND_RUNS_URL: 'http://localhost',
};
const WORKSPACE = '01a1fb76-06f6-7715-b001-b032b0f7d711';
const OTHER = '01a1fb76-06f6-7715-b001-b032b0f7d712';
function modelOf(env: Record<string, string>, workspace = WORKSPACE) {
  return readConfig({ ...rest, ...env }).modelOf(workspace);
}

describe('modelOf', () => {
  test('returns null when no model is configured', () => {
    expect(modelOf({})).toBeNull();
    expect(modelOf({ ERRAND_MODEL: '', ERRAND_MODEL_API_KEY: 'k' })).toBeNull();
  });

  test('reads provider, model name (which may contain colons) and limits', () => {
    expect(
      modelOf({
        ERRAND_MODEL: 'openai-compatible:qwen3:8b',
        ERRAND_MODEL_BASE_URL: 'http://localhost:11434/v1',
        ERRAND_MODEL_PRICES: '3/15/0.3',
        ERRAND_MODEL_COST_PER_RUN: '0.5',
      }),
    ).toMatchObject({
      provider: 'openai-compatible',
      model: 'qwen3:8b',
      baseUrl: 'http://localhost:11434/v1',
      vision: false,
      prices: { input: 3, output: 15, cached: 0.3 },
      costPerRun: 0.5,
      maxSteps: 50,
    });
    expect(modelOf({ ERRAND_MODEL: 'anthropic:m', ERRAND_MODEL_API_KEY: 'k' })).toMatchObject({
      vision: true,
    });
  });

  test('prefers the key of the workspace to that of the operator', () => {
    const own = {
      ERRAND_MODEL: 'openai:m',
      ERRAND_MODEL_WORKSPACE_KEYS: JSON.stringify({ [WORKSPACE]: 'its own' }),
    };
    expect(modelOf({ ...own, ERRAND_MODEL_API_KEY: 'ours' })?.apiKey).toBe('its own');
    expect(modelOf({ ...own, ERRAND_MODEL_API_KEY: 'ours' }, OTHER)?.apiKey).toBe('ours');
    expect(modelOf(own)?.apiKey).toBe('its own');
    expect(modelOf(own, OTHER)).toBeNull();
  });

  test.each([
    [{ ERRAND_MODEL: 'gpt' }, /provider:model/],
    [{ ERRAND_MODEL: 'cohere:m', ERRAND_MODEL_API_KEY: 'k' }, /provider:model/],
    [{ ERRAND_MODEL: 'openai:m' }, /ERRAND_MODEL_API_KEY/],
    [{ ERRAND_MODEL: 'openai-compatible:m' }, /ERRAND_MODEL_BASE_URL/],
    [{ ERRAND_MODEL_WORKSPACE_KEYS: 'canary' }, /ERRAND_MODEL_WORKSPACE_KEYS.*must be JSON/],
    [{ ERRAND_MODEL_WORKSPACE_KEYS: '{"shop":"canary"}' }, /ERRAND_MODEL_WORKSPACE_KEYS/],
    [
      { ERRAND_MODEL: 'openai:m', ERRAND_MODEL_API_KEY: 'k', ERRAND_MODEL_PRICES: 'cheap' },
      /ERRAND_MODEL_PRICES/,
    ],
    [
      { ERRAND_MODEL: 'openai:m', ERRAND_MODEL_API_KEY: 'k', ERRAND_MODEL_COST_PER_RUN: '1' },
      /requires ERRAND_MODEL_PRICES/,
    ],
  ])('throws a ConfigError without secrets for an invalid model: %j', (env, message) => {
    expect(() => modelOf(env)).toThrow(ConfigError);
    expect(() => modelOf(env)).toThrow(message);
    expect(() => modelOf(env)).not.toThrow(/canary/);
  });
});
