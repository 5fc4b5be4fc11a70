/** The outcome of one tool call. */
export interface Outcome {
  /** For the model. */
  text: string;
  /** The call did nothing and found nothing. */
  isIdle: boolean;
  /** The remaining calls of the response are skipped. */
  stops: boolean;
  acted: boolean;
}

/** Decisions that the model made for an earlier page are not executed. */
export const TAKEN_OVER: Outcome = {
  text: 'Not done: a person used the browser meanwhile. Look at the page as it is now.',
  isIdle: false,
  stops: true,
  acted: true,
};

/** Nothing was done; `text` says why. */
export function idleOutcome(text: string): Outcome {
  return { text, isIdle: true, stops: true, acted: false };
}

/** The call only looked. */
export function foundOutcome(text: string): Outcome {
  return { text, isIdle: false, stops: false, acted: false };
}
