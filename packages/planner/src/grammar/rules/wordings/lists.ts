import { COMMANDS, oneOf } from '../../../words/vocabulary.ts';
import { pluralOf } from '../../nouns.ts';
import type { Wording } from './wording.ts';

const BUTTON = '(?:it|that|this|(?:the\\s+)?(?:next\\s+)?(?:button|link))';
/** What tells that a list has no further page. */
const END = `(?:${[
  '(?:you\\s+(?:reach|are\\s+on|get\\s+to|come\\s+to)\\s+)?the\\s+(?:last\\s+page|(?:very\\s+)?end)',
  'there\\s+(?:is|are)\\s+no\\s+(?:more|next|further)(?:\\s+(?:pages?|results?|entries|rows|items|one))?',
  `${BUTTON}\\s+(?:is|becomes|gets|turns)\\s+(?:disabled|gr[ae]yed(?:\\s+out)?|gr[ae]y|gone|inactive|no\\s+longer\\s+(?:active|enabled|there|clickable))`,
  `${BUTTON}\\s+(?:disappears|goes\\s+away)`,
  "(?:you|i)\\s+(?:can['’]?t|cannot|can\\s+not)(?:\\s+(?:click|press|go))?(?:\\s+(?:it|on|further|any\\s?more|any\\s+further))*",
].join('|')})`;

/** Clauses about lists and their pages that other rules would read as something else. */
export const LISTS: readonly Wording[] = [
  // "Sort descending by amount"
  [
    /^sort(?:\s+(?:it|them|(?:the\s+)?\p{Ll}+))?\s+(?:in\s+)?(ascending|descending)(?:\s+order)?\s+by\s+(.+)$/iu,
    (_, order = '', by = '') => `sort by ${by} ${order}`,
  ],
  // "Click next until the last page", "page through until there are no more pages", "click Next until it is greyed out"
  [
    new RegExp(
      `^(?:keep\\s+(?:on\\s+)?)?(?:click|press|go|page|flip|turn)(?:ing)?\\s+(?:on\\s+)?(?:to\\s+)?(?:the\\s+)?(?:next(?:\\s+(?:page|button|link))?|through(?:\\s+(?:all\\s+)?(?:the\\s+)?pages)?)\\s+(?:until|till)\\s+${END}$`,
      'iu',
    ),
    () => 'go to the last page',
  ],
  // "Limit the list to open tickets"
  [
    /^(?:limit|restrict|narrow)\s+(?:down\s+)?(?:the\s+)?(?:list|table|results?|view|search)\s+(?:down\s+)?to\s+(.+)$/iu,
    (_, things = '') => `show only ${things}`,
  ],
  // "Delete every draft"
  [
    new RegExp(
      `^(${oneOf(COMMANDS)})\\s+(?:each|every)\\s+(?:single\\s+)?((?:\\p{Ll}+\\s)?)(\\p{Ll}+)$`,
      'u',
    ),
    (_, verb = '', kind = '', noun = '') => `${verb} all ${kind}${pluralOf(noun)}`,
  ],
  // "Load more until you see …"
  [
    /^(?:load|show)\s+more(?:\s+\p{Ll}+)?\s+until\s+(?:(?:you|I)\s+(?:see|find)\s+|(?:it|the\s+(?:page|list))\s+shows\s+)?(.+?)(?:\s+(?:is|are)\s+(?:shown|there|visible)|\s+appears?|\s+shows\s+up)?$/iu,
    (_, seen = '') => `go to the next page until you see ${seen}`,
  ],
  // "Show only the rooms with a garden view"
  [
    /^(show\s+(?:me\s+)?only|only\s+show)\s+(?:the\s+)?\p{Ll}+s\s+(?:with|that\s+have|which\s+have|having)\s+(?:an?\s+|the\s+)?(\p{Ll}[\p{Ll} -]*)$/u,
    (_, show = '', what = '') => `${show} ${what}`,
  ],
];
