import type { Phrase } from '../../clause.ts';
import { plain } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

const TAKES_AWAY = ['Remove', 'Delete', '×', 'x', 'Take off'];

/** The control in a thing that takes it away, or one that names both. */
function removerOf(within: Phrase, own: readonly string[], names: readonly string[]): Phrase {
  const [first = plain('Remove'), ...others] = [
    ...own.map((text): Phrase => {
      const named: Phrase = { ...plain(text), kind: 'control', within };
      // "Close" is what an icon of that shape is called too, and closes a ticket.
      return /^[×x]$/u.test(text) ? { ...named, exact: true } : named;
    }),
    ...names.map((text): Phrase => ({ ...plain(text), kind: 'control' })),
  ];
  return { ...first, apart: others };
}

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
    return {
      kind: 'click',
      target: removerOf(within, TAKES_AWAY, [`Remove ${within.text}`, `Delete ${within.text}`]),
    };
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
    return { kind: 'click', target: removerOf(within, [...TAKES_AWAY, 'Clear', 'Close'], names) };
  },
);

/** What is taken out of a list, or off it. */
export const removing = firstOf(removingFrom, removingFilter);
