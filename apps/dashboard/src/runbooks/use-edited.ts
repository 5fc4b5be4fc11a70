import { useState } from 'react';

/**
 * What a person makes of something that is saved in versions. A version that somebody else saved replaces it, but not what a
 * person has changed: that stays based on the version that they read, so saving it over the other is refused.
 * @param saved the newest version that is known; null: there is none yet
 * @param definitionOf what is edited of it; of null: what a new one begins with
 */
export function useEdited<Saved extends { version: number }, Definition>(
  saved: Saved | null,
  definitionOf: (saved: Saved | null) => Definition,
) {
  const [base, setBase] = useState(saved);
  const [definition, edit] = useState(() => definitionOf(saved));
  const isChanged = JSON.stringify(definitionOf(base)) !== JSON.stringify(definition);
  const take = (next: Saved): void => {
    setBase(next);
    edit(definitionOf(next));
  };
  if (saved !== null && base !== null && saved !== base) {
    // The same version, which has been published since, for instance.
    if (saved.version === base.version) setBase(saved);
    else if (saved.version > base.version && !isChanged) take(saved);
  }
  return { base, definition, edit, isChanged, take };
}
