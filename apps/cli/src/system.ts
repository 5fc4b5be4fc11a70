import type { Readable } from 'node:stream';

/** A stream that text is written to. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The command line's access to its process. */
export interface System {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly homeDirectory: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Whether a person can answer questions. */
export function isInteractive({ stdin, stderr }: System): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}
