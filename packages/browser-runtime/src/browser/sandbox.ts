/** Whether a browser runs without its sandbox: as the operator set it, and by default only for root, whom Chromium refuses one. */
export function runsWithoutSandbox(noSandbox: boolean | undefined): boolean {
  return noSandbox ?? process.getuid?.() === 0;
}

/** For operators, at each start. */
export const SANDBOX_WARNING =
  'WITHOUT SANDBOX: Chromium runs without its sandbox, so a page that breaks into a renderer has the rights of this user. ' +
  'Start the executor as another user than root, and leave ERRAND_BROWSER_SANDBOX on.';
