import type { PageFacts } from './page-facts.ts';

/* What an action did, in words by which a later action that does the same is known. */

const ASKS: ReadonlySet<string> = new Set([
  'browser.click',
  'browser.press',
  'browser.drag',
  'browser.download',
  'browser.evaluate',
]);
/** Keys that make a control act. */
const ACTIVATES = /(?:Enter|Space| )$/;

/** Whether a primitive, by name, asks the site for something, as opposed to putting a value into a control. */
export function isAsking(primitive: string): boolean {
  return ASKS.has(primitive);
}

/** The deed of raising or answering a question: both name the same action, so that an answer settles its question. */
export function deedOfQuestion(question: string): string {
  return `question ${question}`;
}

/** The deed of giving a field, by its key, a value. */
export function deedOfGiving(field: string): string {
  return `give ${field}`;
}

/** The deed of pressing a button of that name. */
export function deedOfPressing(name: string): string {
  return `press ${name}`;
}

/**
 * What an action does to its control: asking for something or giving a value. A key that only leads away from a field does
 * nothing to it.
 * @param key that was pressed, null when none was
 */
export function deedOfControl(
  primitive: string,
  { control }: PageFacts,
  key: string | null = null,
): string[] {
  if (control === null || (primitive === 'browser.press' && key !== null && !ACTIVATES.test(key))) return [];
  return [isAsking(primitive) ? `ask ${control.key}` : deedOfGiving(control.key)];
}
