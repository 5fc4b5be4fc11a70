const HEAD_END = Buffer.from('\r\n\r\n');
const TEXT = 1;

interface Frame {
  opcode: number;
  payload: Buffer;
  /** Bytes of the whole frame. */
  length: number;
}

/** The first frame of `bytes`; null: not all of it is there. Messages in several frames do not occur on our sockets. */
function readFrame(bytes: Buffer): Frame | null {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return null;
  let at = 2;
  let size = second & 0x7f;
  if (size === 126) {
    if (bytes.length < 4) return null;
    size = bytes.readUInt16BE(2);
    at = 4;
  } else if (size === 127) {
    if (bytes.length < 10) return null;
    size = Number(bytes.readBigUInt64BE(2));
    at = 10;
  }
  const isMasked = (second & 0x80) !== 0;
  const start = isMasked ? at + 4 : at;
  if (bytes.length < start + size) return null;
  const payload = Buffer.from(bytes.subarray(start, start + size));
  if (isMasked)
    for (let position = 0; position < size; position += 1)
      payload[position] = (payload[position] ?? 0) ^ (bytes[at + (position % 4)] ?? 0);
  return { opcode: first & 0x0f, payload, length: start + size };
}

/**
 * Reads one direction of a connection as its bytes pass. The function that it returns takes the next bytes and returns the
 * text messages that they complete; always none when the connection is not a WebSocket.
 */
export function createTextReader(): (bytes: Buffer) => string[] {
  let kept: Buffer = Buffer.alloc(0);
  let state: 'head' | 'frames' | 'other' = 'head';
  return (bytes) => {
    if (state === 'other') return [];
    kept = Buffer.concat([kept, bytes]);
    if (state === 'head') {
      const end = kept.indexOf(HEAD_END);
      if (end === -1) {
        if (!/^(GET |HTTP)/.test(kept.toString('latin1', 0, 4))) state = 'other';
        return [];
      }
      state = /\r\nupgrade: websocket/i.test(kept.toString('latin1', 0, end)) ? 'frames' : 'other';
      kept = kept.subarray(end + HEAD_END.length);
      if (state === 'other') return [];
    }
    const texts: string[] = [];
    for (let frame = readFrame(kept); frame !== null; frame = readFrame(kept)) {
      if (frame.opcode === TEXT) texts.push(frame.payload.toString('utf8'));
      kept = kept.subarray(frame.length);
    }
    return texts;
  };
}
