import type { ElementKind, Superlative } from './clause.ts';
import { words } from '../words/vocabulary.ts';

/** Each word of each row, with the subject of the row. */
function byWord<Meaning>(rows: readonly (readonly [Meaning, string])[]): ReadonlyMap<string, Meaning> {
  return new Map(rows.flatMap(([meaning, table]) => words(table).map((word) => [word, meaning] as const)));
}

export const ORDINALS = byWord<number | 'last'>([
  [1, `first | top`],
  [2, `second`],
  [3, `third`],
  [4, `fourth`],
  [5, `fifth`],
  [6, `sixth`],
  [7, `seventh`],
  [8, `eighth`],
  [9, `ninth`],
  [10, `tenth`],
  ['last', `last | bottom`],
]);

/** Words that select one of several. "The best" is left to a person. */
export const SUPERLATIVES = byWord<Superlative>([
  [{ by: 'price', way: 'least' }, `cheapest | least expensive | lowest-priced | lowest priced`],
  [{ by: 'price', way: 'most' }, `most expensive | priciest | dearest | highest-priced | highest priced`],
  [{ by: 'amount', way: 'most' }, `largest | biggest | highest`],
  [{ by: 'amount', way: 'least' }, `smallest | lowest`],
  [{ by: 'date', way: 'most' }, `newest | latest | most recent`],
  [{ by: 'date', way: 'least' }, `oldest | earliest`],
  [{ by: 'age', way: 'least' }, `youngest`],
  [{ by: 'duration', way: 'least' }, `shortest | quickest | fastest`],
  [{ by: 'duration', way: 'most' }, `longest | slowest`],
  [{ by: 'weight', way: 'most' }, `heaviest`],
  [{ by: 'weight', way: 'least' }, `lightest`],
  [{ by: 'rating', way: 'most' }, `highest-rated | highest rated | best-rated | best rated | top-rated`],
  [{ by: 'rating', way: 'least' }, `lowest-rated | lowest rated | worst-rated`],
]);

/** What people call the entries of a list, whatever the page calls them. */
export const ENTRIES = /^(?:tasks?|to-?dos?|entries|entry|items?|rows?|lines?)$/iu;

/** Nouns for a kind of element. */
export const KINDS = byWord<ElementKind>([
  ['button', `button | icon`],
  ['link', `link | hyperlink`],
  ['control', `control`],
  [
    'field',
    `field | input field | text field | input | text input | textbox | text box | textarea | text area |
   input box | input textbox | input text box | box | bar`,
  ],
  [
    'dropdown',
    `dropdown | drop-down | drop down | dropdown menu | dropdown list | select | select box |
   combobox | combo box | selector`,
  ],
  ['checkbox', `checkbox | check box | tick box | tickbox | toggle | switch`],
  ['radio', `radio button | radio`],
  ['option', `option | choice`],
  ['tab', `tab`],
  ['menu', `menu`],
  ['menuitem', `menu item | menu entry`],
  ['image', `image | picture | photo`],
  ['heading', `heading | headline`],
  ['table', `table`],
  ['row', `row`],
  ['section', `section`],
  ['paragraph', `paragraph`],
  [
    'result',
    `result | search result | item | product | entry | card | article | story | stories | post | listing | one`,
  ],
]);

export const KEYS = byWord<string>([
  ['Enter', `enter | return`],
  ['Tab', `tab`],
  ['Escape', `escape | esc`],
  ['Space', `space | space bar | spacebar`],
  ['Backspace', `backspace`],
  ['Delete', `delete`],
  ['Home', `home`],
  ['End', `end`],
  ['PageDown', `page down | pagedown`],
  ['PageUp', `page up | pageup`],
  ['ArrowUp', `up | up arrow | arrow up`],
  ['ArrowDown', `down | down arrow | arrow down`],
  ['ArrowLeft', `left | left arrow | arrow left`],
  ['ArrowRight', `right | right arrow | arrow right`],
]);

export const MODIFIERS = byWord<string>([
  ['Control', `ctrl | control`],
  ['Meta', `cmd | command | meta`],
  ['Alt', `alt | option`],
  ['Shift', `shift`],
]);

/** One of several: "classes" are each a class. Short words are no plurals. */
export function singularOf(noun: string): string {
  return noun
    .replace(/(?<=categor|quantit|entr|deliver)ies$/u, 'y')
    .replace(/(?<=status|ss|sh|ch|x)es$|(?<=\p{L}[^s\P{L}])(?<!\b(?:statu|bonu|len|serie|new))s$/u, '');
}

/** "Class" is one of "classes"; a plural stays as it is. */
export function pluralOf(noun: string): string {
  if (singularOf(noun) !== noun && !noun.endsWith('ss')) return noun;
  return /(?:s|x|ch|sh)$/u.test(noun) ? `${noun}es` : `${noun.replace(/(?<=[^aeiou])y$/u, 'ie')}s`;
}

/** "Prices" is the label "price". */
export function singular(label: string): string {
  return singularOf(label.toLowerCase());
}

/** States that take several words, whose "of" and "in" begin no place; part of a pattern. */
export const STATES_OF_WORDS =
  '(?:(?:out\\s+of|in)\\s+stock|out\\s+for\\s+delivery|in\\s+(?:transit|progress|process)|on\\s+(?:order|hold|back\\s?order)|under\\s+review)';

/** Nouns of values, as opposed to things that are looked for. */
export const VALUE_NOUNS = words(
  'number | price | cost | status | date | name | address | e-mail | email | phone | total | amount | balance | code | limit | quantity | weight | size | colour | color | rating | time | id | reference | contact | supplier | owner | author | manager | carrier | version | city | stock',
);

/** Whether words name those whose site it is: what belongs to them stands on it without their name. */
export function isSiteItself(words: string): boolean {
  return /^(?:(?:the|your|this)\s+)?(?:shop|company|store|site|website|business|firm)$/iu.test(words.trim());
}
