import type { Writable } from 'node:stream';

/** The command's access to its process. */
export interface System {
  env: Readonly<Record<string, string | undefined>>;
  homeDirectory: string;
  /** The file that Node was started with. */
  program: string;
  stdout: Writable;
  stderr: Writable;
  /** Aborted when the person interrupts. */
  signal: AbortSignal;
}
