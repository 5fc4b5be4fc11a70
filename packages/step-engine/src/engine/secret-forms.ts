import { decodeOnce } from './encodings.ts';
import { streamOf } from './text-stream.ts';
import { readable, ungrouped } from './text-views.ts';

/** The encoded forms of shorter secrets would match half of every text. */
const MIN_ENCODED = 4;
/** Fewer letters and digits occur on pages by chance if separators are ignored. */
const MIN_UNGROUPED = 8;
/** Maximum number of encoding layers that are decoded. */
export const MAX_LAYERS = 4;

/** The patterns to search for in each view of a text, as code points. */
export interface SecretForms {
  /** In the unchanged text. */
  exact: Int32Array[];
  readable: Int32Array[];
  ungrouped: Int32Array[];
  base64: Int32Array[];
}

/** The bytes that encoders make of a text: `btoa`, unlike most others, takes one byte for each character. */
function bytesOf(text: string): Buffer[] {
  const latin1 = Buffer.from(text, 'latin1');
  const bytes = Buffer.from(text);
  return latin1.length < bytes.length && latin1.toString('latin1') === text ? [bytes, latin1] : [bytes];
}

/**
 * The part of the bytes' Base64 that does not depend on its neighbours, for each of the three alignments, and the same with
 * the ending that it has when nothing follows.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const first = Math.ceil((shift * 8) / 6);
    const core = encoded.slice(first, Math.floor(((shift + bytes.length) * 8) / 6));
    const whole = encoded.slice(first);
    return core.length < MIN_ENCODED ? [] : [core, whole.replaceAll('=', ''), whole];
  });
}

function codesOf(text: string): Int32Array {
  return streamOf(text).codes;
}

/** The forms in which pages repeat secrets. Very short and blank secrets are searched for only as they are. */
export function formsOf(secrets: readonly string[]): SecretForms {
  const forms: SecretForms = { exact: secrets.map(codesOf), readable: [], ungrouped: [], base64: [] };
  for (const secret of secrets) {
    if (secret.length < MIN_ENCODED || secret.trim() === '') continue;
    const trimmed = secret.trim();
    let stream = streamOf(trimmed.length < MIN_ENCODED ? secret : trimmed);
    // A secret that itself looks encoded is decoded together with the text around it.
    for (let layer = 0; layer <= MAX_LAYERS; layer += 1) {
      const view = readable(stream);
      if (view.codes.length >= MIN_ENCODED) forms.readable.push(view.codes);
      const { codes } = ungrouped(view);
      if (codes.length >= MIN_UNGROUPED) forms.ungrouped.push(codes);
      const decoded = decodeOnce(stream);
      if (decoded === stream) break;
      stream = decoded;
    }
    forms.ungrouped.push(...bytesOf(secret).map((bytes) => codesOf(bytes.toString('hex'))));
    forms.base64.push(
      ...[secret, encodeURIComponent(secret)].flatMap(bytesOf).flatMap(base64Forms).map(codesOf),
    );
  }
  return forms;
}
