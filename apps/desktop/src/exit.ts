/** Exit codes, as the command line's. */
export const EXIT = { done: 0, error: 1, usage: 2, forbidden: 4, interrupted: 130 } as const;

/** An error whose message is shown unchanged; the process ends with `code`. */
export class Failure extends Error {
  readonly code: number;

  constructor(message: string, code: number = EXIT.error) {
    super(message);
    this.name = 'Failure';
    this.code = code;
  }
}
