import { type Dialect, inputText, type Reply, usageOf } from './reply.ts';

function stopReason({ calls = [], refuses, tooLong }: Reply): string {
  if (refuses === true) return 'refusal';
  if (tooLong === true) return 'max_tokens';
  return calls.length === 0 ? 'end_turn' : 'tool_use';
}

/** The Messages API, streamed. */
export const anthropic: Dialect = {
  matches: (path) => path.endsWith('/messages'),
  events: (reply, turn) => {
    const { text, calls = [] } = reply;
    const { input, output } = usageOf(reply);
    const blocks = [
      ...(text === undefined
        ? []
        : [{ start: { type: 'text', text: '' }, delta: { type: 'text_delta', text } }]),
      ...calls.map((call, index) => ({
        start: {
          type: 'tool_use',
          id: `toolu_${turn}_${index}`,
          name: call.name,
          input: {},
          ...(call.toolset !== undefined && { toolset_name: call.toolset }),
        },
        delta: { type: 'input_json_delta', partial_json: inputText(call.input) },
      })),
    ];
    const message = {
      id: `msg_${turn}`,
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [],
      stop_reason: null,
      usage: { input_tokens: input, output_tokens: 1 },
    };
    const all = [
      { type: 'message_start', message },
      ...blocks.flatMap(({ start, delta }, index) => [
        { type: 'content_block_start', index, content_block: start },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: stopReason(reply), stop_sequence: null },
        usage: { output_tokens: output },
      },
      { type: 'message_stop' },
    ];
    return all.map((data) => ({ event: data.type, data }));
  },
};
