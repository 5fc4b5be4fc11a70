/** Text with `code` between backticks and links `[text](slug)` to other pages of the guide. */
export type Prose = string;

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: Prose }
  | { readonly kind: 'list'; readonly items: readonly Prose[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | {
      readonly kind: 'picture';
      /** A JPEG file, relative to the folder of the guide's sources. */
      readonly file: string;
      readonly says: string;
    }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly Prose[])[];
    };

/** The folder of the guide's sources. */
export const GUIDE_FOLDER = import.meta.dirname;

/** A page of the guide. It is served at `/docs/guide/<slug>` and kept in `docs/guide/<slug>.md`. */
export interface GuidePage {
  /** Empty for the first page. */
  readonly slug: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** A heading, with no markup. */
export function heading(text: string): Block {
  return { kind: 'heading', text };
}

/** A paragraph. */
export function text(prose: Prose): Block {
  return { kind: 'text', text: prose };
}

/** A value as indented JSON. */
export function json(value: unknown): Block {
  return { kind: 'code', language: 'json', text: JSON.stringify(value, null, 2) };
}

/** A table. Each row has as many cells as `head`. */
export function table(head: readonly string[], rows: readonly (readonly Prose[])[]): Block {
  return { kind: 'table', head, rows };
}
