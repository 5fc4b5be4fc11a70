/** In Playwright's words: the answer to a command names an object that went with its page or browser before it came. */
const LATE = /^Object with guid \S+ was not bound in the connection$/;
const IN_PLAYWRIGHT = /[\\/]node_modules[\\/]playwright-core[\\/]/;

export interface BrowserErrorListener {
  /** A command is never answered (https://github.com/microsoft/playwright/issues/22210); its caller times out. */
  onLateAnswer: (error: Error) => void;
  /** Playwright threw outside any caller's reach: its record of its browsers may be wrong. */
  onBroken: (error: Error) => void;
}

/**
 * Keeps the process alive when Playwright throws outside any caller's reach, so that one page cannot end all other Runs.
 * Every other uncaught error still ends the process. Returns a function that removes the handler.
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
