import { type Dialect, inputText, usageOf } from './reply.ts';

interface Event {
  type: string;
  [property: string]: unknown;
}

/** A call of the provider's own tool for a computer: `actions`, and perhaps `pending_safety_checks`. */
function computerCall(input: unknown, name: string, output_index: number): Event[] {
  const item = { type: 'computer_call', id: `cu_${name}`, call_id: `call_${name}`, ...(input as object) };
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } },
    { type: 'response.output_item.done', output_index, item: { ...item, status: 'completed' } },
  ];
}

/** The Responses API, streamed. */
export const openai: Dialect = {
  matches: (path) => path.endsWith('/responses'),
  events: (reply, turn) => {
    const { text, calls = [], refuses, tooLong } = reply;
    const { input, output } = usageOf(reply);
    const head = { id: `resp_${turn}`, created_at: 1_700_000_000, model: 'scripted' };
    const spoken = text === undefined ? [] : [text];
    const cut = tooLong === true ? 'max_output_tokens' : null;
    const why = refuses === true ? 'content_filter' : cut;
    const all: Event[] = [
      { type: 'response.created', response: head },
      ...spoken.flatMap((delta, output_index) => {
        const item_id = `msg_${turn}`;
        return [
          { type: 'response.output_item.added', output_index, item: { type: 'message', id: item_id } },
          { type: 'response.output_text.delta', item_id, output_index, content_index: 0, delta },
          { type: 'response.output_item.done', output_index, item: { type: 'message', id: item_id } },
        ];
      }),
      ...calls.flatMap((call, index) => {
        const output_index = spoken.length + index;
        if (call.toolset !== undefined) return computerCall(call.input, `${turn}_${index}`, output_index);
        const item = {
          type: 'function_call',
          id: `fc_${turn}_${index}`,
          call_id: `call_${turn}_${index}`,
          name: call.name,
        };
        const given = inputText(call.input);
        return [
          { type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } },
          { type: 'response.function_call_arguments.delta', item_id: item.id, output_index, delta: given },
          {
            type: 'response.output_item.done',
            output_index,
            item: { ...item, arguments: given, status: 'completed' },
          },
        ];
      }),
      {
        type: why === null ? 'response.completed' : 'response.incomplete',
        response: {
          ...head,
          incomplete_details: why === null ? null : { reason: why },
          usage: { input_tokens: input, output_tokens: output },
        },
      },
    ];
    return all.map((data) => ({ event: data.type, data }));
  },
};
