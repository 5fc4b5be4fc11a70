import { type Dialect, inputText, type Reply, usageOf } from './reply.ts';

function finishReason({ calls = [], refuses, tooLong }: Reply): string {
  if (refuses === true) return 'content_filter';
  if (tooLong === true) return 'length';
  return calls.length === 0 ? 'stop' : 'tool_calls';
}

/** Chat Completions, streamed, as spoken by Ollama, vLLM and gateways. */
export const chatCompletions: Dialect = {
  matches: (path) => path.endsWith('/chat/completions'),
  events: (reply, turn) => {
    const { text, calls = [] } = reply;
    const { input, output } = usageOf(reply);
    const head = {
      id: `chatcmpl-${turn}`,
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'scripted',
    };
    const chunk = (delta: unknown, finish_reason: string | null = null) => ({
      data: { ...head, choices: [{ index: 0, delta, finish_reason }] },
    });
    return [
      chunk({ role: 'assistant', content: text ?? '' }),
      ...calls.map((call, index) =>
        chunk({
          tool_calls: [
            {
              index,
              id: `call_${turn}_${index}`,
              type: 'function',
              function: { name: call.name, arguments: inputText(call.input) },
            },
          ],
        }),
      ),
      chunk({}, finishReason(reply)),
      {
        data: {
          ...head,
          choices: [],
          usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
        },
      },
      { data: '[DONE]' },
    ];
  },
};
