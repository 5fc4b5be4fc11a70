/** The code points of a text, each with its position in the original text. */
export interface TextStream {
  readonly codes: Int32Array;
  /** Offsets in the text, in UTF-16 units. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Builds a stream whose length is not known in advance. */
export class StreamBuilder {
  #codes: Int32Array;
  #from: Int32Array;
  #to: Int32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#codes = new Int32Array(capacity);
    this.#from = new Int32Array(capacity);
    this.#to = new Int32Array(capacity);
  }

  add(code: number, from: number, to: number): void {
    if (this.#length === this.#codes.length) this.#grow();
    this.#codes[this.#length] = code;
    this.#from[this.#length] = from;
    this.#to[this.#length] = to;
    this.#length += 1;
  }

  /** Extends the last character to `to` if it is this one. */
  extend(code: number, to: number): boolean {
    if (this.#length === 0 || this.#codes[this.#length - 1] !== code) return false;
    this.#to[this.#length - 1] = to;
    return true;
  }

  build(): TextStream {
    const [codes, from, to] = [this.#codes, this.#from, this.#to].map((array) =>
      array.subarray(0, this.#length),
    ) as [Int32Array, Int32Array, Int32Array];
    return { codes, from, to };
  }

  #grow(): void {
    const larger = (array: Int32Array): Int32Array => {
      const copy = new Int32Array(2 * array.length + 16);
      copy.set(array);
      return copy;
    };
    this.#codes = larger(this.#codes);
    this.#from = larger(this.#from);
    this.#to = larger(this.#to);
  }
}

/** A stream of all code points of `text`, unchanged. */
export function streamOf(text: string): TextStream {
  const stream = new StreamBuilder(text.length);
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const end = at + (code > 0xffff ? 2 : 1);
    stream.add(code, at, end);
    at = end;
  }
  return stream.build();
}
