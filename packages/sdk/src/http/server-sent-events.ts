/** One message of an event stream. */
export interface ServerSentEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/** The message of a block of lines; null for a comment. */
function messageOf(block: string): ServerSentEvent | null {
  let id: string | null = null;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? null : { id, event, data: data.join('\n') };
}

/** Splits received text into blocks that an empty line ends. CR LF and CR count as LF. */
class BlockReader {
  #text = '';

  push(text: string): string[] {
    this.#text += text;
    // A CR at the very end may be the first half of a CR LF.
    const held = this.#text.endsWith('\r') ? '\r' : '';
    const normal = this.#text.slice(0, this.#text.length - held.length).replaceAll(/\r\n?/g, '\n');
    const blocks = normal.split('\n\n');
    this.#text = (blocks.pop() ?? '') + held;
    return blocks;
  }
}

/**
 * The messages of an event stream, and null for each piece that held only comments. A last block that no empty line ends
 * was cut, and is left out. Throws when nothing at all arrives for `idleMs`.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const blocks = new BlockReader();
  try {
    for (;;) {
      const { done, value } = await withinIdleTime(reader.read(), idleMs);
      if (done) return;
      for (const block of blocks.push(decoder.decode(value, { stream: true }))) {
        const message = messageOf(block);
        if (message !== null) yield message;
      }
    }
  } finally {
    // A cut body rejects; the caller knows already.
    await reader.cancel().catch(() => undefined);
  }
}

/** The stream sent nothing, not even the comments that keep it open. */
export class IdleStreamError extends Error {}

async function withinIdleTime<Value>(pending: Promise<Value>, idleMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const idle = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new IdleStreamError(`Nothing arrived for ${idleMs} ms.`)), idleMs);
  });
  try {
    return await Promise.race([pending, idle]);
  } finally {
    clearTimeout(timer);
  }
}
