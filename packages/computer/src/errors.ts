/** Reasons why the computer could not do something; the codes are those of the public contract. */
export type ComputerErrorCode =
  | 'element_not_found'
  | 'element_ambiguous'
  | 'action_failed'
  | 'site_not_allowed';

/** Nothing was done, unless `mayHaveActed`. The message can be shown to people. */
export class ComputerError extends Error {
  override name = 'ComputerError';
  readonly code: ComputerErrorCode;
  readonly mayHaveActed: boolean;

  constructor(
    code: ComputerErrorCode,
    message: string,
    { mayHaveActed = false, ...options }: ErrorOptions & { mayHaveActed?: boolean } = {},
  ) {
    super(message, options);
    this.code = code;
    this.mayHaveActed = mayHaveActed;
  }
}
