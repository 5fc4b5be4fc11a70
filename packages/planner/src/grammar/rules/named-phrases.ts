import type { Phrase } from '../clause.ts';

/** A phrase of just that name. */
export function plain(text: string): Phrase {
  return { text, kind: null, ordinal: null, within: null };
}

/** The first of the names that the page has. */
export function called(names: readonly string[], kind: Phrase['kind'] = null): Phrase {
  const [first = '', ...others] = names.map((text): Phrase => ({ ...plain(text), kind }));
  return typeof first === 'string' ? plain('') : { ...first, apart: others };
}

/** A button or link of that name, or of one of the others, within that thing. */
export function control(text: string, within: Phrase | null = null, also: readonly string[] = []): Phrase {
  const own: Phrase = { text, kind: 'control', ordinal: null, within };
  return also.length === 0 ? own : { ...own, apart: also.map((name) => ({ ...own, text: name })) };
}

/** "… named Gazpacho that takes 15 minutes": what is said of a thing is no part of its name. */
export const SAID_OF_IT =
  /\s(?:that|which|who)\s+(?:is|are|was|has|have|needs?|takes?|costs?|lasts?|runs?|starts?|ends?|contains?|includes?|serves?|holds?|weighs?|belongs?|goes|comes)\s/iu;
