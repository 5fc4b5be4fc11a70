import type { Phrase } from '../../clause.ts';
import { plain } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

/** "Take Ida off the list", "remove Ida from the list": the control of that entry. */
const removingFrom = form(
  `(?:remove|delete|take|strike|drop|cross)\\s+(.+?)\\s+(?:from|off)\\s+(?:the|my|our|this)\\s+(?!.*(?:cart|basket|bag)$)(?:[\\p{L} -]+)`,
  ([what], reader) => {
    const within = reader.phrase(what);
    // "The message from the office" is no message of a list.
    const isFrom = /^(?:message|mail|e-?mail|note|letter|request|reply|comment|invitation)s?$/iu.test(
      within?.text ?? '',
    );
    if (within === null || within.text === '' || isFrom) return null;
    return { kind: 'click', target: removerOf(within, [`Remove ${within.text}`, `Delete ${within.text}`]) };
  },
);

/** "Remove the Acme filter": of those that the list is narrowed by. */
const removingFilter = form(
  `(?:remove|clear|delete|drop|take\\s+off)\\s+(?:the\\s+)?(?!all\\b|every\\b|any\\b)(.+?)\\s+(?:filter|tag|chip)`,
  ([what], reader) => {
    const within = reader.phrase(what);
    if (within === null || within.text === '') return null;
    const names = ['Remove', 'Clear'].flatMap((verb) => [
      `${verb} ${within.text} filter`,
      `${verb} filter ${within.text}`,
      `${verb} ${within.text}`,
    ]);
    return { kind: 'click', target: removerOf(within, names) };
  },
);

/** The control in a thing that takes it away, or one that names both. */
function removerOf(within: Phrase, names: readonly string[]): Phrase {
  const own = ['Remove', 'Delete', '×', 'x', 'Take off', 'Clear', 'Close'];
  const [first = plain('Remove'), ...others] = [
    ...own.map((text): Phrase => ({ ...plain(text), kind: 'control', within })),
    ...names.map((text): Phrase => ({ ...plain(text), kind: 'control' })),
  ];
  return { ...first, apart: others };
}

/** What is taken out of a list, or off it. */
export const removing = firstOf(removingFrom, removingFilter);
