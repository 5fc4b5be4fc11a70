/** A message that was not kept: its first and last characters, and how many bytes it had. */
export interface CutMessage {
  head: string;
  tail: string;
  bytes: number;
}

export interface MessageReaderOptions {
  /** Bytes that a message may have, judged by its first characters. */
  limitOf: (head: string) => number;
  onMessage: (text: string) => void;
  onCut: (message: CutMessage) => void;
}

/** No message is cut below this size, so its head is looked at only once it is larger. */
export const MIN_LIMIT = 16_384;
const END_CHARACTERS = 256;

/** Splits a stream at its NULs, as the browser ends its messages. It never holds more of one than its limit and a chunk. */
export class MessageReader {
  readonly #options: MessageReaderOptions;
  #parts: Buffer[] = [];
  #bytes = 0;
  #limit: number | null = null;
  #cut: { head: string; tail: Buffer } | null = null;

  constructor(options: MessageReaderOptions) {
    this.#options = options;
  }

  read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#take(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  #take(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#cut !== null) {
      this.#cut.tail = lastOf([this.#cut.tail, piece]);
      return;
    }
    this.#parts.push(piece);
    if (this.#bytes <= MIN_LIMIT || this.#bytes <= (this.#limit ??= this.#options.limitOf(this.#head())))
      return;
    this.#cut = { head: this.#head(), tail: lastOf(this.#parts) };
    this.#parts = [];
  }

  #head(): string {
    return Buffer.concat(this.#parts, Math.min(this.#bytes, END_CHARACTERS)).toString('latin1');
  }

  #finish(): void {
    const [parts, bytes, cut] = [this.#parts, this.#bytes, this.#cut];
    this.#parts = [];
    this.#bytes = 0;
    this.#limit = null;
    this.#cut = null;
    if (cut !== null) this.#options.onCut({ head: cut.head, tail: cut.tail.toString('latin1'), bytes });
    else if (parts.length === 1) this.#options.onMessage(String(parts[0]));
    else this.#options.onMessage(Buffer.concat(parts, bytes).toString());
  }
}

/** A copy, so that the pieces themselves can go. */
function lastOf(pieces: readonly Buffer[]): Buffer {
  const last: Buffer[] = [];
  let missing = END_CHARACTERS;
  for (let at = pieces.length - 1; at >= 0 && missing > 0; at -= 1) {
    const part = pieces[at]?.subarray(-missing);
    if (part === undefined) continue;
    last.unshift(part);
    missing -= part.length;
  }
  return Buffer.concat(last);
}
