import type { IncomingMessage } from 'node:http';

const EVENT_STREAM = /^\s*text\/event-stream\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i;

/** Whether the caller asks for a live stream; `q=0` says that it does not. */
export function acceptsEventStream({ headers }: IncomingMessage): boolean {
  return headers.accept?.split(',').some((range) => EVENT_STREAM.test(range)) ?? false;
}
