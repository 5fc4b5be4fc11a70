/** Roles of AT-SPI by their ARIA words; toolkits name the same role differently. */
const ARIA: Readonly<Record<string, string>> = {
  'push button': 'button',
  'toggle button': 'button',
  'check box': 'checkbox',
  'check menu item': 'menuitemcheckbox',
  'radio button': 'radio',
  'radio menu item': 'menuitemradio',
  'menu item': 'menuitem',
  'menu bar': 'menubar',
  'combo box': 'combobox',
  text: 'textbox',
  'text box': 'textbox',
  entry: 'textbox',
  'password text': 'textbox',
  'spin button': 'spinbutton',
  'page tab': 'tab',
  'page tab list': 'tablist',
  'list item': 'listitem',
  'list box': 'listbox',
  'tool bar': 'toolbar',
  'scroll bar': 'scrollbar',
  'progress bar': 'progressbar',
  'status bar': 'status',
  'table cell': 'cell',
  'table row': 'row',
  'tree item': 'treeitem',
  'tree table': 'treegrid',
  frame: 'window',
  image: 'img',
  icon: 'img',
  label: 'text',
  static: 'text',
  'document web': 'document',
  'document text': 'document',
};

/** The ARIA word for a role of AT-SPI; roles that have none keep their own. */
export function ariaRole(role: string): string {
  return ARIA[role] ?? role.replaceAll(' ', '');
}

/** Whether a field hides its text. */
export function isPassword(role: string): boolean {
  return role === 'password text';
}

const MAX_NAME_LENGTH = 500;
const TWICE = /^(?<word>.+) \k<word>$/;

/** GTK 3 pads names, and GTK 4 says some twice. */
export function tidyName(name: string, toolkit: string): string {
  const text = name.slice(0, MAX_NAME_LENGTH).replaceAll(/\s+/g, ' ').trim();
  if (!toolkit.startsWith('GTK 4') && !toolkit.startsWith('gtk 4')) return text;
  return TWICE.exec(text)?.groups?.['word'] ?? text;
}
