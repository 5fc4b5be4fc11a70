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
 * Escapes all characters of a script that are not ASCII; none may follow a backslash. A single one makes the browser store the
 * script in two bytes a character, and Playwright's own with it, which costs 9 ms a document.
 */
export function asAscii(source: string): string {
  return source.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
