const REFERENCE = /\{\{\s*secrets\.([^{}]*?)\s*\}\}/g;

/** Regular expression source for one `{{ secrets.name }}`. */
export const SECRET_REFERENCE = String.raw`\{\{\s*secrets\.[^{}]*?\s*\}\}`;

/** The names in `{{ secrets.name }}` references of a task, each once. */
export function secretNamesIn(task: string): string[] {
  return [...new Set(Array.from(task.matchAll(REFERENCE), ([, name = '']) => name))];
}

/** The task with each `{{ secrets.name }}` written as one word, for the planner's grammar. */
export function joinSecretNames(task: string): string {
  return task.replaceAll(REFERENCE, '{{secrets.$1}}');
}
