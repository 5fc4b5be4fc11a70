const REFERENCE = /\{\{\s*secrets\.([^{}]*?)\s*\}\}/g;

/** Source of a regular expression for one `{{ secrets.name }}`. */
export const SECRET_REFERENCE = String.raw`\{\{\s*secrets\.[^{}]*?\s*\}\}`;

/** What a task names as `{{ secrets.name }}`, each name once. */
export function secretNamesIn(task: string): string[] {
  return [...new Set(Array.from(task.matchAll(REFERENCE), ([, name = '']) => name))];
}

/** The task with each `{{ secrets.name }}` written as one word, for readers of plain language. */
export function joinSecretNames(task: string): string {
  return task.replaceAll(REFERENCE, '{{secrets.$1}}');
}
