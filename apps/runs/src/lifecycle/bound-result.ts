import type { RunEvent, RunResult } from '@errand/contracts';

const RESULT_BYTES = 256 * 1024;
const NOTICE_BYTES = 400;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Keeps a result within 256 KiB of JSON: events are dropped oldest first, then outputs are cut, largest first,
 * and a `log` event in their place says so.
 */
export const boundResult = (result: RunResult, limit = RESULT_BYTES): RunResult => {
  if (bytesOf(result) <= limit) return result;
  const sizes = result.events.map((event) => bytesOf(event) + 1);
  let size = bytesOf({ ...result, events: [] }) + NOTICE_BYTES + sizes.reduce((sum, each) => sum + each, 0);
  let dropped = 0;
  while (size > limit && dropped < sizes.length) {
    size -= sizes[dropped] ?? 0;
    dropped += 1;
  }
  const outputs = { ...result.outputs };
  const cut: string[] = [];
  while (size > limit) {
    const [largest] = Object.keys(outputs)
      .filter((id) => !cut.includes(id))
      .sort((a, b) => bytesOf(outputs[b]) - bytesOf(outputs[a]));
    if (largest === undefined) break;
    size -= bytesOf(outputs[largest]) - bytesOf(null);
    outputs[largest] = null;
    cut.push(largest);
  }
  return { ...result, outputs, events: [...notice(result, dropped, cut), ...result.events.slice(dropped)] };
};

const notice = (result: RunResult, dropped: number, cut: string[]): RunEvent[] => {
  const last = result.events[Math.max(0, dropped - 1)];
  if (last === undefined) return [];
  const outputs = cut.length === 0 ? '' : ` and ${cut.length} outputs (${cut.slice(0, 5).join(', ')})`;
  return [
    {
      seq: last.seq,
      at: last.at,
      type: 'log',
      step_id: null,
      message: `The result was too large: ${dropped} earlier events${outputs} were left out.`,
      data: null,
    },
  ];
};
