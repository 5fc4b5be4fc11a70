/** A task on a page of a portal, with what must have come of it. */
export interface Sentence {
  page: string;
  task: string;
  /** What the site was told, in this order and nothing more. */
  done?: readonly string[];
  answer?: unknown;
  /** Several answers. */
  answers?: readonly unknown[];
}

export const nothing: readonly string[] = [];

export function on(
  page: string,
  ...sentences: [task: string, done: string | readonly string[], answer?: unknown][]
) {
  return sentences.map(([task, done, answer]): Sentence => ({
    page,
    task,
    done: typeof done === 'string' ? [done] : done,
    ...(answer !== undefined && { answer }),
  }));
}
