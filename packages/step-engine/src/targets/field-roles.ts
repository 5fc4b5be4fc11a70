/** Roles of what people fill in, choose from or tick. */
export const FIELD_ROLES: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'spinbutton',
  'combobox',
  'listbox',
  'slider',
  'checkbox',
  'radio',
  'switch',
]);
