/** Applications that the agent may use without approval. */
export interface TrustedApplications {
  /** @param names all by which a person may speak of it */
  has(names: readonly string[]): boolean;
  /** A person approved of an act in it. */
  add(names: readonly string[]): void;
}

function wordsOf(text: string): string {
  return ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
}

/**
 * @param task the person's text
 * @param scope items of the step, which the desktop enforces too
 */
export function createTrustedApplications(
  task: string,
  scope: readonly string[] | null,
): TrustedApplications {
  const named = wordsOf(task);
  const approved = new Set<string>();
  return {
    has: (names) =>
      scope !== null ||
      names.some((name) => wordsOf(name).trim() !== '' && named.includes(wordsOf(name))) ||
      names.some((name) => approved.has(name.toLowerCase())),
    add: (names) => {
      for (const name of names) approved.add(name.toLowerCase());
    },
  };
}
