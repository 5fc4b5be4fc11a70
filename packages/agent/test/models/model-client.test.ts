import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { jsonSchema, tool } from 'ai';
import { createModelClient, defaultModelSettings, type ModelSettings } from '../../src/models/index.ts';
import {
  modelProviders,
  startModelServer,
  type ModelProvider,
  type ModelServer,
  type Script,
} from '@errand/scripted-models';

const tools = {
  browser_click: tool({
    description: 'Click',
    inputSchema: jsonSchema({ type: 'object', properties: { target: { type: 'string' } } }),
  }),
};
const click = { name: 'browser_click', input: { target: 'e1' } };

describe.each(modelProviders)('a model of %s', (provider: ModelProvider) => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer(provider);
  });
  afterAll(async () => {
    await server?.close();
  });
  let before = 0;
  beforeEach(() => {
    before = server.asked.length;
  });

  const createClient = (settings: Partial<ModelSettings> = {}) =>
    createModelClient({
      ...defaultModelSettings,
      provider,
      model: 'scripted',
      apiKey: 'key-of-the-operator',
      baseUrl: server.url,
      vision: true,
      retries: 1,
      ...settings,
    });
  const ask = async (script: Script, model = createClient()) => {
    server.script = script;
    return model.generate({
      instructions: 'Be brief.',
      messages: [{ role: 'user', content: 'Click it.' }],
      tools,
      signal: new AbortController().signal,
    });
  };
  const count = () => server.asked.length - before;

  test('receives its key and tools, and its calls and usage are parsed', async () => {
    const model = createClient({ prices: { input: 3, output: 15, cached: 0.3 } });
    const turn = await ask(() => ({ text: 'I click.', calls: [click] }), model);
    expect(turn).toMatchObject({
      text: 'I click.',
      complete: true,
      calls: [{ name: 'browser_click', input: { target: 'e1' }, problem: null }],
    });
    expect(model.usage).toEqual({
      calls: 1,
      inputTokens: 100,
      outputTokens: 20,
      cachedTokens: 0,
      cost: 0.0006,
    });
    const [asked] = server.asked.slice(before);
    expect(JSON.stringify(asked?.headers)).toContain('key-of-the-operator');
    expect(asked?.text).toContain('browser_click');
    expect(asked?.text).toContain('Be brief.');
  });

  test('receives its earlier answers and the results of its tools', async () => {
    const model = createClient();
    const first = await ask(() => ({ calls: [click] }), model);
    server.script = () => ({ text: 'Done.' });
    const second = await model.generate({
      instructions: 'Be brief.',
      messages: [
        { role: 'user', content: 'Click it.' },
        ...first.messages,
        {
          role: 'tool',
          content: first.calls.map(({ id, name }) => ({
            type: 'tool-result',
            toolCallId: id,
            toolName: name,
            output: { type: 'text', value: 'clicked as asked' },
          })),
        },
      ],
      tools,
      signal: new AbortController().signal,
    });
    expect(second.text).toBe('Done.');
    expect(server.asked.at(-1)?.text).toContain('clicked as asked');
  });

  test('is retried after a rate limit and after a broken connection', async () => {
    let tries = 0;
    const limited = await ask(() => {
      tries += 1;
      return tries === 1 ? { status: 429, headers: { 'retry-after-ms': '10' } } : { text: 'Now.' };
    });
    expect(limited.text).toBe('Now.');
    tries = 0;
    const broken = await ask(() => {
      tries += 1;
      return tries === 1 ? { text: 'I am ab', calls: [click], breaksOff: true } : { text: 'Whole.' };
    });
    expect(broken.text).toBe('Whole.');
    expect(count()).toBe(4);
  });

  test.each([
    ['stays busy', { status: 429, headers: { 'retry-after-ms': '10' } }, /busy/, 2],
    ['refuses the key', { status: 401, body: '{"error":{"message":"bad key sk-123"}}' }, /credentials/, 1],
    ['does not exist', { status: 404 }, /does not exist/, 1],
    ['answers no JSON', { status: 400, body: '<html>' }, /did not accept/, 1],
    ['never finishes', { text: 'I am ab', breaksOff: true }, /incomplete/, 2],
    ['is stopped by its provider', { text: 'No.', refuses: true }, /refused to answer/, 1],
  ])('fails with agent_model_error when it %s', async (_what, reply, message, asked) => {
    await expect(ask(() => reply)).rejects.toMatchObject({
      code: 'agent_model_error',
      message: expect.stringMatching(message),
    });
    expect(count()).toBe(asked);
  });

  test('reports an incomplete answer when it is cut off at its maximum length', async () => {
    expect(await ask(() => ({ text: 'On and on', tooLong: true }))).toMatchObject({ complete: false });
  });

  test('reports a call of an unknown tool as a problem instead of throwing', async () => {
    const turn = await ask(() => ({ calls: [{ name: 'browser_explode', input: {} }] }));
    expect(turn.calls).toMatchObject([{ problem: 'There is no such tool.' }]);
  });

  test('fails with agent_gave_up when its token or cost budget is used up', async () => {
    const tokens = createClient({ tokensPerRun: 120 });
    await ask(() => ({ text: 'One.' }), tokens);
    await expect(ask(() => ({ text: 'Two.' }), tokens)).rejects.toMatchObject({ code: 'agent_gave_up' });
    const money = createClient({ costPerRun: 0.0005, prices: { input: 3, output: 15, cached: 3 } });
    await ask(() => ({ text: 'One.' }), money);
    await expect(ask(() => ({ text: 'Two.' }), money)).rejects.toMatchObject({
      code: 'agent_gave_up',
      message: expect.stringContaining('$0.0006'),
    });
    expect(count()).toBe(2);
  });

  test('is aborted when the Run is cancelled while it answers', async () => {
    const stop = new AbortController();
    server.script = () => {
      stop.abort(new Error('cancelled'));
      return { text: 'Too late.' };
    };
    await expect(
      createClient().generate({
        instructions: '',
        messages: [{ role: 'user', content: 'Go.' }],
        tools,
        signal: stop.signal,
      }),
    ).rejects.toThrow('cancelled');
  });

  // Google's arguments are JSON on the wire already.
  if (provider !== 'google')
    test('reports a call with invalid JSON as a problem instead of throwing', async () => {
      const turn = await ask(() => ({ calls: [{ name: 'browser_click', input: '{"target": ' }] }));
      expect(turn.calls).toMatchObject([{ problem: 'The input is not JSON that this tool takes.' }]);
    });
});
