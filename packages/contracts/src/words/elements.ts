/** Everyday names of ARIA roles. Other roles, such as `button`, are plain words already. */
const ROLE_WORDS: Readonly<Record<string, string>> = {
  alertdialog: 'dialog',
  columnheader: 'column heading',
  combobox: 'dropdown',
  generic: 'element',
  gridcell: 'cell',
  img: 'picture',
  listbox: 'list',
  listitem: 'list item',
  menubar: 'menu bar',
  menuitem: 'menu item',
  menuitemcheckbox: 'menu item',
  menuitemradio: 'menu item',
  progressbar: 'progress bar',
  radio: 'radio button',
  rowheader: 'row heading',
  scrollbar: 'scroll bar',
  searchbox: 'search field',
  spinbutton: 'number field',
  tablist: 'tab list',
  textbox: 'text field',
  toolbar: 'tool bar',
  treegrid: 'table',
  treeitem: 'tree item',
};

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Puts a name between quotation marks. */
export type Quote = (text: string) => string;

/** The default Quote: straight double quotation marks. Those within `text` are not escaped. */
export const straight: Quote = (text) => `"${text}"`;

/** An element for people, by its role and name: `number field "Quantity"`. */
export function elementWords(role: string, name = '', quote = straight): string {
  const kind = ROLE_WORDS[role] ?? role;
  return name === '' ? kind : `${kind} ${quote(name)}`;
}

/** Each kind of target with a single text, and the everyday name of its element. */
const FOUND_BY = {
  label: 'field',
  placeholder: 'field with the placeholder',
  text: 'text',
  testId: 'element with the test id',
  css: 'element',
  ref: 'element',
} as const;

function kindWords(target: Readonly<Record<string, unknown>>, quote: Quote): string {
  for (const [key, kind] of Object.entries(FOUND_BY)) {
    const value = target[key];
    if (typeof value === 'string') return `${kind} ${quote(value)}`;
  }
  const { role, name } = target;
  return elementWords(
    typeof role === 'string' ? role : 'element',
    typeof name === 'string' ? name : '',
    quote,
  );
}

function placeWords({ app, window, frame }: Readonly<Record<string, unknown>>, quote: Quote): string {
  if (typeof frame === 'string') return ` in the frame ${quote(frame)}`;
  if (typeof window === 'string') return ` of the window ${quote(window)}`;
  return typeof app === 'string' ? ` of ${app}` : '';
}

function ordinal(count: number): string {
  return `${count}${ENDINGS[ORDINALS.select(count)] ?? 'th'}`;
}

/** Describes a target of a page or a desktop for people: `the 2nd button "Delete" in the frame "list"`. */
export function targetWords(target: string | object, quote = straight): string {
  if (typeof target === 'string') return quote(target);
  const fields = target as Readonly<Record<string, unknown>>;
  const { nth } = fields;
  const which = typeof nth === 'number' ? `${ordinal(nth + 1)} ` : '';
  return `the ${which}${kindWords(fields, quote)}${placeWords(fields, quote)}`;
}
