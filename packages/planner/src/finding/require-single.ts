import { elementWords } from '@errand/contracts/words';
import { truncate, StepError } from '@errand/browser-runtime';
import type { Choice } from './choice.ts';
import type { Candidate } from '../page/page-view.ts';

const MAX_NAMED_CANDIDATES = 8;
export function nameCandidate({ role, name, placeholder }: Candidate): string {
  return elementWords(role, truncate(name || placeholder, 60));
}

function enumerate(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const more = distinct.length - MAX_NAMED_CANDIDATES;
  return `${distinct.slice(0, MAX_NAMED_CANDIDATES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `element_not_found`, listing what exists instead. */
export function notFound(description: string, names: readonly string[]): StepError {
  return new StepError(
    'element_not_found',
    names.length === 0
      ? `The page has no ${description}.`
      : `The page has no ${description}. It has: ${enumerate(names)}.`,
  );
}

/** `element_ambiguous`, naming what fits equally well. */
export function ambiguous(description: string, names: readonly string[]): StepError {
  return new StepError(
    'element_ambiguous',
    `${names.length} elements fit ${description} equally well: ${enumerate(names)}. Say which one, for example "the first …".`,
  );
}

/** The only entry of a choice; throws if there is none or more than one. */
export function requireSingle<Entry>(
  choice: Choice<Entry>,
  description: string,
  name: (entry: Entry) => string,
): Entry {
  if ('one' in choice) return choice.one;
  if ('equals' in choice) throw ambiguous(description, choice.equals.map(name));
  throw notFound(description, choice.none.map(name));
}
