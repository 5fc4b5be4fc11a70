import { decodeOnce } from './encodings.ts';
import { MultiSearch, type Found } from './multi-search.ts';
import { formsOf, MAX_LAYERS } from './secret-forms.ts';
import { streamOf, type TextStream } from './text-stream.ts';
import { base64, readable, ungrouped } from './text-views.ts';

/** A part of a text, in UTF-16 units. */
export interface Span {
  from: number;
  to: number;
}

/** Minimum length of a secret's beginning before an ellipsis that counts as the secret. */
const MIN_CUT = 4;
const ELLIPSIS = /…|\.\.\./g;
/** The text can be cut inside an encoded character, which has at most this many characters. */
const MAX_HALF_CHAR = 13;

/** Finds every form of a Run's secrets in time linear in the secrets and the text. */
export class SecretFinder {
  readonly #exact: MultiSearch;
  readonly #readable: MultiSearch;
  readonly #ungrouped: MultiSearch;
  readonly #base64: MultiSearch;
  #characters = 0;

  /** @param secrets well-formed, non-empty strings */
  constructor(secrets: readonly string[]) {
    const forms = formsOf(secrets);
    this.#exact = new MultiSearch(forms.exact);
    this.#readable = new MultiSearch(forms.readable);
    this.#ungrouped = new MultiSearch(forms.ungrouped);
    this.#base64 = new MultiSearch(forms.base64);
  }

  /** Characters read and transitions taken so far, including the preparation. */
  get steps(): number {
    const searches = [this.#exact, this.#readable, this.#ungrouped, this.#base64];
    return searches.reduce((sum, { steps }) => sum + steps, this.#characters);
  }

  /** The spans of a text that contain a secret, in order, without overlaps. */
  find(text: string): Span[] {
    let stream = streamOf(text);
    const spans = [spansOf(stream, this.#exact.find(stream.codes))];
    for (let layer = 0; layer <= MAX_LAYERS; layer += 1) {
      this.#characters += stream.codes.length;
      const view = readable(stream);
      const found = this.#readable.find(view.codes);
      spans.push(spansOf(view, found), cutSpans(text, view, found));
      const letters = ungrouped(view);
      spans.push(spansOf(letters, this.#ungrouped.find(letters.codes)));
      const encoded = base64(stream);
      spans.push(spansOf(encoded, this.#base64.find(encoded.codes)));
      const decoded = decodeOnce(stream);
      if (decoded === stream) break;
      stream = decoded;
    }
    return joined(spans.flat());
  }
}

function spansOf({ from, to }: TextStream, { ending }: Found): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < ending.length; at += 1) {
    const length = ending[at] ?? 0;
    if (length === 0) continue;
    const span = { from: from[at - length + 1] ?? 0, to: to[at] ?? 0 };
    // A span that begins inside another also ends inside it.
    while ((spans.at(-1)?.from ?? -1) >= span.from) spans.pop();
    spans.push(span);
  }
  return spans;
}

/** The beginnings of secrets at the places where a text was truncated. */
function cutSpans(text: string, { from, to }: TextStream, { begun }: Found): Span[] {
  const spans: Span[] = [];
  let at = -1;
  for (const { 0: ellipsis, index } of text.matchAll(ELLIPSIS)) {
    while (at + 1 < to.length && (to[at + 1] ?? 0) <= index) at += 1;
    for (let place = at; place >= 0 && (to[place] ?? 0) >= index - MAX_HALF_CHAR; place -= 1) {
      const length = begun[place] ?? 0;
      const rest = text.slice(to[place], index);
      if (length < MIN_CUT || !/^(?:[%&\\][\w%#;\\{]*)?$/.test(rest)) continue;
      spans.push({ from: from[place - length + 1] ?? 0, to: index + ellipsis.length });
    }
  }
  return spans;
}

function joined(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, to } of spans.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (last !== undefined && from < last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}
