import type { RunEvent, RunResult } from '@errand/contracts';

const RESULT_BYTES = 256 * 1024;
const NOTICE_BYTES = 400;
/** Of the JSON of an event that says nothing. */
const EVENT_BYTES = 90;

/** More of the newest events than these, and more bytes of them as stored, with their white space, never fit into a result. */
export const NEWEST = { events: Math.ceil(RESULT_BYTES / EVENT_BYTES), bytes: 2 * RESULT_BYTES };

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Keeps a result within 256 KiB of JSON: events are dropped oldest first, then outputs are cut, largest first,
 * and a `log` event in their place says so. It counts the `unread` ones too, that came before those of the result.
 */
export const boundResult = (result: RunResult, unread: number): RunResult => {
  if (unread === 0 && bytesOf(result) <= RESULT_BYTES) return result;
  const sizes = result.events.map((event) => bytesOf(event) + 1);
  let size = bytesOf({ ...result, events: [] }) + NOTICE_BYTES + sizes.reduce((sum, each) => sum + each, 0);
  let dropped = 0;
  while (size > RESULT_BYTES && dropped < sizes.length) {
    size -= sizes[dropped] ?? 0;
    dropped += 1;
  }
  const outputs = { ...result.outputs };
  const cut: string[] = [];
  while (size > RESULT_BYTES) {
    const [largest] = Object.keys(outputs)
      .filter((id) => !cut.includes(id))
      .sort((a, b) => bytesOf(outputs[b]) - bytesOf(outputs[a]));
    if (largest === undefined) break;
    size -= bytesOf(outputs[largest]) - bytesOf(null);
    outputs[largest] = null;
    cut.push(largest);
  }
  const last = result.events[Math.max(0, dropped - 1)];
  const events = [...notice(last, unread + dropped, cut), ...result.events.slice(dropped)];
  return { ...result, outputs, events };
};

const notice = (last: RunEvent | undefined, dropped: number, cut: string[]): RunEvent[] => {
  if (last === undefined) return [];
  const outputs = cut.length === 0 ? '' : ` and ${cut.length} outputs (${cut.slice(0, 5).join(', ')})`;
  return [
    {
      // Events are numbered from 1 without gaps: this is the number of the last that was left out.
      seq: dropped,
      at: last.at,
      type: 'log',
      step_id: null,
      message: `The result was too large: ${dropped} earlier events${outputs} were left out.`,
      data: null,
    },
  ];
};
