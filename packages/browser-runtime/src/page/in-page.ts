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

/**
 * The same JavaScript in ASCII, where no other character follows a backslash. One other character makes the browser hold the whole
 * of a script with two bytes for each of its characters, and Playwright's own with it, which takes 9 ms a document.
 */
export function asAscii(source: string): string {
  return source.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
