/** In Playwright's words: the answer to a command names an object that went with its page or browser before it came. */
const LATE = /^Object with guid \S+ was not bound in the connection$/;
const IN_PLAYWRIGHT = /[\\/]node_modules[\\/]playwright-core[\\/]/;

export interface BrowserErrorListener {
  /** A command is never answered (https://github.com/microsoft/playwright/issues/22210); who waits for it meets a time-out. */
  onLateAnswer: (error: Error) => void;
  /** Playwright broke where nobody can catch it: what it knows of its browsers may be wrong. */
  onBroken: (error: Error) => void;
}

/**
 * Keeps the process alive when Playwright throws where nobody can catch it: what one page does must not end the Runs of all
 * others. Every other uncaught error ends the process as ever. Answers how to undo it.
 */
export function surviveBrowserErrors({ onLateAnswer, onBroken }: BrowserErrorListener): () => void {
  const listener = (error: unknown) => {
    if (!(error instanceof Error)) throw error;
    if (LATE.test(error.message)) onLateAnswer(error);
    else if (IN_PLAYWRIGHT.test(error.stack ?? '')) onBroken(error);
    else throw error;
  };
  process.on('uncaughtException', listener);
  return () => process.off('uncaughtException', listener);
}
