/** In Playwright's words: the answer to a command names an object that went with its page or browser before it came. */
const LATE = /^Object with guid \S+ was not bound in the connection$/;

/**
 * Keeps the process alive when Playwright throws a late answer, as it does where nobody can catch it
 * (https://github.com/microsoft/playwright/issues/22210): the end of one page must not end the Runs of all others. The command is
 * never answered then; whoever waits for it meets `browser_crashed` or a time-out. Every other uncaught error ends the process
 * as ever. Answers how to undo it.
 */
export const surviveLateAnswers = (hear: (error: Error) => void): (() => void) => {
  const listener = (error: unknown) => {
    if (!(error instanceof Error && LATE.test(error.message))) throw error;
    hear(error);
  };
  process.on('uncaughtException', listener);
  return () => process.off('uncaughtException', listener);
};
