import type { RunEvent, RunResult } from '@errand/contracts';

const RESULT_BYTES = 256 * 1024;
/** Output names in the notice; an agent's can have any length. */
const MAX_NAMED = 5;
const MAX_NAME_LENGTH = 64;
/** As JSON, a character takes up to six bytes. */
const NOTICE_BYTES = 250 + MAX_NAMED * (MAX_NAME_LENGTH * 6 + 2);
/** Bytes of the JSON of an empty event. */
const EVENT_BYTES = 90;

/** Upper bounds of the newest events that can fit into a result: their number, and their bytes as stored with white space. */
export const NEWEST_EVENTS_LIMIT = { events: Math.ceil(RESULT_BYTES / EVENT_BYTES), bytes: 2 * RESULT_BYTES };

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/**
 * Keeps a result within 256 KiB of JSON: drops the oldest events, then the largest outputs, and adds a `log` event that
 * counts them. `unread` is the number of events before those of the result; they count as dropped.
 */
export function truncateResult(result: RunResult, unread: number): RunResult {
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
}

function notice(last: RunEvent | undefined, dropped: number, cut: string[]): RunEvent[] {
  if (last === undefined) return [];
  const names = cut.slice(0, MAX_NAMED).map((name) => name.slice(0, MAX_NAME_LENGTH));
  const outputs = cut.length === 0 ? '' : ` and ${cut.length} outputs (${names.join(', ')})`;
  return [
    {
      // Events are numbered from 1 without gaps, so this is the `seq` of the last one left out.
      seq: dropped,
      at: last.at,
      type: 'log',
      step_id: null,
      message: `The result was too large: ${dropped} earlier events${outputs} were left out.`,
      data: null,
    },
  ];
}
