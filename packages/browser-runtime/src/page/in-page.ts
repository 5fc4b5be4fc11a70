/**
 * A function that Playwright takes to the page as the text that is given here, which may hold what a closure would. Its type
 * fits every use, so the caller's return type states what the text answers.
 */
export function inPage(text: string): (...given: unknown[]) => never {
  const work = (): never => {
    throw new Error('This function runs in a page only.');
  };
  return Object.assign(work, { toString: () => text });
}
