import type { ElementKind } from '../grammar/clause.ts';

/** The intended use of the element; it decides which kinds are considered. */
export type Purpose =
  | 'click'
  | 'download'
  | 'choose'
  | 'fill'
  | 'select'
  | 'set'
  | 'check'
  | 'point'
  | 'read';

const BUTTONS = ['button'];
const LINKS = ['link'];
const FIELDS = ['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox'];
const LISTS = ['combobox', 'listbox'];
export const TICKS = ['checkbox', 'switch', 'menuitemcheckbox'];
const CLICKABLE = [...BUTTONS, ...LINKS, 'tab', 'menuitem', 'radio', 'option', 'treeitem', ...TICKS];

/** Roles in order of preference: a later group counts only when no earlier one has a match. */
export const BY_PURPOSE: Readonly<Record<Purpose, readonly (readonly string[])[]>> = {
  click: [CLICKABLE, ['generic'], [...FIELDS, ...LISTS, 'img', 'heading']],
  download: [[...BUTTONS, ...LINKS, 'menuitem'], ['generic']],
  choose: [['radio', 'option', 'tab', 'menuitem', ...TICKS], [...BUTTONS, ...LINKS], ['generic']],
  fill: [FIELDS],
  select: [LISTS],
  set: [[...FIELDS, ...LISTS]],
  check: [[...TICKS, 'radio', 'menuitemradio']],
  point: [CLICKABLE, [...FIELDS, ...LISTS, 'img', 'heading', 'table', 'region', 'generic']],
  read: [
    [
      'heading',
      'region',
      'article',
      'status',
      'alert',
      'dialog',
      'table',
      'list',
      'img',
      ...CLICKABLE,
      ...FIELDS,
    ],
  ],
};
const SECTIONS = [['region', 'article', 'group', 'form', 'navigation', 'status', 'alert', 'dialog']];
/** The same for the kind of element that was named. */
export const BY_KIND: Readonly<Record<Exclude<ElementKind, 'result'>, readonly (readonly string[])[]>> = {
  button: [BUTTONS, LINKS, ['generic']],
  link: [LINKS, BUTTONS, ['tab', 'menuitem'], ['generic']],
  control: [[...BUTTONS, ...LINKS], ['menuitem'], ['generic']],
  field: [FIELDS],
  dropdown: [LISTS],
  checkbox: [TICKS],
  radio: [['radio']],
  option: [['option', 'radio', 'menuitem', 'menuitemradio'], TICKS, BUTTONS],
  tab: [['tab'], [...BUTTONS, ...LINKS], ['generic']],
  menu: [[...BUTTONS, 'menuitem', 'combobox'], LINKS, ['generic']],
  menuitem: [['menuitem', 'option'], [...BUTTONS, ...LINKS], ['generic']],
  image: [['img']],
  heading: [['heading']],
  table: [['table']],
  row: [['row']],
  section: SECTIONS,
  paragraph: SECTIONS,
};
