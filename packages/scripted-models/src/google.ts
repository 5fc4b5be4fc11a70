import { type Dialect, type Reply, usageOf } from './reply.ts';

function finishReason({ refuses, tooLong }: Reply): string {
  if (refuses === true) return 'SAFETY';
  return tooLong === true ? 'MAX_TOKENS' : 'STOP';
}

/** `streamGenerateContent`. Arguments are parsed JSON here, so malformed ones cannot be sent. */
export const google: Dialect = {
  matches: (path) => path.endsWith(':streamGenerateContent'),
  events: (reply) => {
    const { text, calls = [] } = reply;
    const { input, output } = usageOf(reply);
    const parts = [
      ...(text === undefined ? [] : [{ text }]),
      ...calls.map(({ name, input: args }) => ({ functionCall: { name, args } })),
    ];
    return [
      ...parts.map((part) => ({ data: { candidates: [{ content: { role: 'model', parts: [part] } }] } })),
      {
        data: {
          candidates: [{ content: { role: 'model', parts: [] }, finishReason: finishReason(reply) }],
          usageMetadata: {
            promptTokenCount: input,
            candidatesTokenCount: output,
            totalTokenCount: input + output,
          },
        },
      },
    ];
  },
};
